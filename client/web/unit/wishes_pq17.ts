// What a captain of PQ-17 puts on his sheets, reckoned from what was answered.
import { fromBinary } from "@bufbuild/protobuf";
import { MenuKind_Kind, Verb_Kind, ViewSchema } from "../src/gen/wardroom/pq17/v1/view_pb";
import type { Action } from "../src/gen/wardroom/v1/play_pb";
import { text, type Group, type Wanted } from "../src/play/orders";
import {
  attackOf,
  attacks,
  chances,
  flightOf,
  followOf,
  moveOf,
  opening,
  phase,
  searchOf,
  searchRest,
  severalOf,
  surfaceOf,
  underwaterOf,
  type Move,
} from "../src/titles/pq17/phase";
import { run, type Answered, type Wishes } from "./wishes";

const { MOVE, MOVE_FORCE, ICE, AIR_MISSION, AIR_TARGET, DESIGNATE, STRIKE, STRIKE_UNITS, COMBINE } = MenuKind_Kind;
const { SUBMARINE_COMBAT, SUBMARINE_TARGETS, SURFACE_COMBAT, WOLFPACK_RETRY } = MenuKind_Kind;
const planned: readonly number[] = [...opening, MOVE, AIR_MISSION, DESIGNATE];

// A force that is chosen and stays where it is need not be chosen.
function needed(all: readonly Answered[]): Answered[] {
  const kept: Answered[] = [];
  for (const each of all) {
    const last = kept.at(-1);
    if (each.verb === Verb_Kind.STOP && last?.verb === Verb_Kind.CHOOSE_FORCE && last.menu.kind === MOVE) kept.pop();
    else kept.push(each);
  }
  return kept;
}

const group = (wanted: readonly Wanted[]): Group => ({ label: text(""), wanted });

// The movement that follows, as it stands on the sheet.
function movement(all: readonly Answered[]): Group[] {
  const wanted: Group[] = [];
  let move: (Move & { way: number[]; inPort: boolean }) | undefined;
  const end = () => {
    if (move) wanted.push(group(moveOf(move, move.inPort)));
    move = undefined;
  };
  for (const { menu, verb, arguments: given } of all) {
    const first = Number(given[0]);
    if (menu.kind === MOVE) {
      end();
      const inPort = verb === Verb_Kind.LEAVE_PORT;
      if (verb === Verb_Kind.FOLLOW_ROUTE) wanted.push(group(followOf(first, 6, "cross")));
      if (inPort || verb === Verb_Kind.CHOOSE_FORCE)
        move = { force: first, way: [], intoPort: false, ice: "cross", air: "ask", inPort };
    } else if (move && menu.kind === MOVE_FORCE) {
      if (verb === Verb_Kind.STEP && move.way.at(-1) !== first) move.way.push(first);
      if (verb === Verb_Kind.STEP && given.length > 1) move.air = "one";
      if (verb === Verb_Kind.ENTER_PORT) move.intoPort = true;
    } else if (move && menu.kind === ICE) {
      move.ice = verb === Verb_Kind.CROSS ? "cross" : "back";
    } else if (move && menu.kind === WOLFPACK_RETRY) {
      move.air = verb === Verb_Kind.TRY_AGAIN ? "again" : "stay";
    }
  }
  end();
  return wanted;
}
const flights = (all: readonly Answered[]): Group[] =>
  all
    .filter(({ menu, verb }) => menu.kind === AIR_TARGET && (verb === Verb_Kind.FLY || verb === Verb_Kind.RADIUS))
    .map(({ verb, arguments: [unit, hex] }) =>
      group(flightOf({ unit: Number(unit), hex: Number(hex), patrol: verb === Verb_Kind.RADIUS })),
    );
function searches(all: readonly Answered[]): Wanted[] {
  return all.flatMap(({ menu, verb, arguments: [sector, hex] }) => {
    if (menu.kind !== DESIGNATE || verb === Verb_Kind.DONE) return [];
    if (verb === Verb_Kind.DESIGNATE_REST) return [searchRest];
    return verb === Verb_Kind.DESIGNATE ? [searchOf({ sector: Number(sector), hex: Number(hex) })] : [];
  });
}
// All attacks of a segment, each with its aircraft.
function attacking(kind: number, all: readonly Answered[]): Wanted[] {
  const found: { action: Action; units: number[] }[] = [];
  for (const { menu, verb, arguments: given } of all) {
    if (menu.kind === kind && verb !== Verb_Kind.DONE)
      found.push({ action: { verb, arguments: given } as Action, units: [] });
    if (menu.kind === STRIKE_UNITS && verb === Verb_Kind.JOIN_STRIKE) found.at(-1)?.units.push(Number(given[0]));
  }
  return found.flatMap(({ action, units }) => attackOf(kind, action, units));
}
// What he attacks beneath the sea and on it, as it stands on the attack sheet. Whether boats aim at different things is asked.
const choosesCompany = ({ menu }: Answered) => menu.prompt?.id === "prompt.surface_attack.with";
// A row is on the sheet when its menu is asked, or when the chart shows the enemy in the force's hex.
function rowsShown({ menu, view }: Answered): (kind: number, force: number, block: number) => boolean {
  const { own, sea } = fromBinary(ViewSchema, view);
  return (kind, force, block) => {
    const mine = own?.force.find(({ key }) => key === force)?.block;
    const from = sea?.block.find(({ id }) => id === mine);
    const target = sea?.block.find(({ id }) => id === block);
    return menu.kind === kind || (target !== undefined && target.flat && target.hex === from?.hex);
  };
}
function attackRows(mine: readonly Answered[]): Map<number, Group[]> {
  const shown = rowsShown(mine[0]!);
  const under: { verb: number; force: number; target: number; aims: number[] }[] = [];
  const surface = new Map<number, number[]>();
  for (const { menu, verb, arguments: given } of mine) {
    const [first = 0, target = 0] = given.map(Number);
    const known = shown(menu.kind, first, target);
    if (menu.kind === SUBMARINE_COMBAT && verb !== Verb_Kind.DONE && known)
      under.push({ verb, force: first, target, aims: [] });
    if (menu.kind === SUBMARINE_TARGETS) under.at(-1)?.aims.push(first);
    if (menu.kind === SURFACE_COMBAT && verb === Verb_Kind.ATTACK && known)
      surface.set(target, [...(surface.get(target) ?? []), first]);
  }
  const rows = new Map<number, Group[]>();
  if (under.length > 0)
    rows.set(
      SUBMARINE_COMBAT,
      under.map(({ aims, ...each }) => {
        const aim = new Set(aims).size === 1 ? aims[0]! : 0;
        return group(underwaterOf({ ...each, aim, boats: aims.length }));
      }),
    );
  if (surface.size > 0)
    rows.set(
      SURFACE_COMBAT,
      [...surface].map(([target, forces]) => group(surfaceOf(target, forces))),
    );
  return rows;
}
function ticks(all: readonly Answered[], mine: readonly Answered[]): Wanted[] {
  const { kind } = all[0]!.menu;
  if (kind === STRIKE) return attacking(kind, mine);
  if (attacks.has(kind) && !choosesCompany(all[0]!)) return [];
  return run(all)
    .filter(({ verb }) => verb !== Verb_Kind.DONE)
    .map(({ verb, arguments: given }) => ({ kind, verb, arguments: given, optional: true }));
}
// What he would put on a sheet at this question; none: he just answers. Before anything is searched for he cannot know what he
// will want to follow or attack; what his own forces do at the end of the phase he knows.
function sheet(all: readonly Answered[]): Group[] | undefined {
  const { menu, turn } = all[0]!;
  if (menu.reaction || (!severalOf.has(menu.kind) && !planned.includes(menu.kind))) return undefined;
  const end = all.findIndex(
    (each) => each.turn !== turn || (each.menu.kind === COMBINE && each.verb === Verb_Kind.DONE),
  );
  const mine = all.slice(0, end < 0 ? all.length : end + 1).filter((each) => !each.menu.reaction);
  const asked = menu.kind;
  const known = planned.includes(asked) ? [...opening, DESIGNATE, COMBINE] : chances;
  const passed = known.filter((kind) => {
    const wishes = mine.filter((each) => each.menu.kind === kind);
    return wishes.every(({ verb }) => verb === Verb_Kind.DONE);
  });
  return phase({
    asked,
    ticked: severalOf.has(asked) && asked !== DESIGNATE ? ticks(all, mine).map((each) => group([each])) : [],
    moves: movement(mine),
    flights: flights(mine),
    searches: searches(mine),
    attacks: planned.includes(asked) || choosesCompany(all[0]!) ? new Map() : attackRows(mine),
    passed: new Set(passed),
    rests: new Set(),
    through: planned.includes(asked) ? DESIGNATE : asked,
    finishes: false,
  });
}

const movesAndSorties = new Set<number>([
  Verb_Kind.STEP,
  Verb_Kind.ENTER_PORT,
  Verb_Kind.FOLLOW_ROUTE,
  Verb_Kind.LEAVE_PORT,
  Verb_Kind.FLY,
  Verb_Kind.RADIUS,
  Verb_Kind.STRIKE_FORCE,
  Verb_Kind.STRIKE_PORT,
  Verb_Kind.STRIKE_AIRBASE,
  Verb_Kind.HUNT_WOLFPACK,
  Verb_Kind.SUBMARINE_ATTACK,
  Verb_Kind.OFFENSIVE_ASW,
  Verb_Kind.AMBUSH,
  Verb_Kind.ATTACK,
]);
const isMove = ({ menu, verb }: Answered) => !menu.reaction && movesAndSorties.has(verb);

export const wishes: Wishes = {
  turnOf: (view) => fromBinary(ViewSchema, view).clock?.turn ?? 0,
  begins: ({ kind }) => kind === MOVE,
  needed,
  sheet,
  isMove,
  comesBetween: ({ kind }) => !planned.includes(kind) && !chances.some((each) => each === kind),
  lapse: true,
  answersTogether: (kind) => severalOf.has(kind),
  kindName: (kind) => MenuKind_Kind[kind] ?? String(kind),
};
