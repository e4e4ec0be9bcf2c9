// Course: the shortest way by water between two hexes of the printed map. Whether a force may take it, the server says.
import { Hex_Feature, Hex_Terrain } from "../../gen/wardroom/pq17/v1/map_pb";
import type { Box } from "./box";
import { centre, nameOf, neighbours } from "./geometry";

const closed = [Hex_Feature.UNDER_BOX, Hex_Feature.OUT_OF_PLAY, Hex_Feature.PACK];

export const isWater = (box: Box, hex: number): boolean => {
  const data = box.hexes.get(hex);
  return (
    data !== undefined && data.terrain !== Hex_Terrain.LAND && !closed.some((feature) => data.feature.includes(feature))
  );
};

const nextTo = (box: Box, hex: number): number[] =>
  neighbours(hex).filter((other) => isWater(box, other) && !box.hexes.get(hex)!.blocked.includes(nameOf(other)));

// How many hexes it is to the nearest of these by water.
export function hexesTo(box: Box, from: number, goals: ReadonlySet<number>, avoid: ReadonlySet<number>): number {
  const far = new Map([[from, 0]]);
  for (const [hex, steps] of far) {
    if (goals.has(hex)) return steps;
    for (const other of nextTo(box, hex)) if (!far.has(other) && !avoid.has(other)) far.set(other, steps + 1);
  }
  return Infinity;
}

// The hexes after `from`, up to and with `to`; none when there is no way. `avoid` may still be where it ends.
export function course(box: Box, from: number, to: number, avoid: ReadonlySet<number>): number[] {
  if (from === to || !isWater(box, to)) return [];
  const across = (hex: number) => nextTo(box, hex);
  const far = new Map([[to, 0]]);
  for (const hex of far.keys()) {
    if (hex === from) break;
    if (hex !== to && avoid.has(hex)) continue;
    for (const other of across(hex)) if (!far.has(other)) far.set(other, far.get(hex)! + 1);
  }
  if (!far.has(from)) return [];
  // Of the ways that are equally short, the one along the straight line.
  const [a, b] = [centre(from), centre(to)];
  const aside = (hex: number) => {
    const { x, y } = centre(hex);
    return Math.abs((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));
  };
  const way: number[] = [];
  for (let at = from; at !== to;) {
    const left = far.get(at)!;
    const next = across(at)
      .filter((hex) => far.get(hex) === left - 1 && (hex === to || !avoid.has(hex)))
      .sort((one, other) => aside(one) - aside(other))[0];
    if (next === undefined) return [];
    way.push(next);
    at = next;
  }
  return way;
}
