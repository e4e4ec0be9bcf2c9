// Voyage: a way of several turns on the order sheet: what is left of it, and when it ends.
import { BlockKind_Kind, Speed_Kind } from "../../gen/wardroom/pq17/v1/types_pb";
import type { Numbers } from "../../gen/wardroom/pq17/v1/numbers_pb";
import { Force_FuelStatus, type Force } from "../../gen/wardroom/pq17/v1/view_pb";

export interface Voyage {
  way: readonly number[]; // hexes after the one it was in
  intoPort: boolean;
  sent?: boolean; // it has been ordered, and is kept until it ends
}

// What is left of it from where the force is; none: it has arrived. `course`: a way from there, when it has left its own.
export function remaining(
  voyage: Voyage,
  at: number,
  inPort: boolean,
  course: (to: number) => readonly number[],
): Voyage | undefined {
  const { way, intoPort, sent } = voyage;
  if (!sent) return voyage;
  const goal = way.at(-1) ?? at;
  if (at === goal) return intoPort && !inPort ? { ...voyage, way: [] } : undefined;
  const passed = way.indexOf(at);
  const left = passed >= 0 ? way.slice(passed + 1) : course(goal);
  return left.length > 0 ? { ...voyage, way: left } : undefined;
}

// Hexes in a turn; the enum of speeds runs from fast to slow. Weather is not foreseen.
export function pace(force: Force, printed: readonly Speed_Kind[], sparing: boolean, numbers: Numbers): number {
  const { highHexes = 0, moderateHexes = 0, slowHexes = 0, crawlPmHexes = 0 } = numbers.movement ?? {};
  const { HIGH, MODERATE, SLOW, CRAWL, UNSPECIFIED } = Speed_Kind;
  const known = printed.filter((speed) => speed !== UNSPECIFIED);
  const speed = Math.max(
    ...(known.length > 0 ? known : [HIGH]),
    sparing || force.kind === BlockKind_Kind.WOLFPACK || force.fuel === Force_FuelStatus.LOW ? MODERATE : HIGH,
    force.kind === BlockKind_Kind.CONVOY || force.fuel === Force_FuelStatus.CRITICAL ? SLOW : HIGH,
  );
  if (speed >= CRAWL) return speed === CRAWL ? crawlPmHexes : 0;
  return speed === SLOW ? slowHexes : speed === MODERATE ? moderateHexes : highHexes;
}

// How many turns it takes, the first of them included.
export function turnsFor({ way, intoPort }: Voyage, inPort: boolean, hexes: number, numbers: Numbers): number {
  const port = numbers.movement?.portHexes ?? 0;
  const all = way.length + (inPort ? port : 0) + (intoPort ? port : 0);
  return hexes > 0 ? Math.max(1, Math.ceil(all / hexes)) : Infinity;
}
