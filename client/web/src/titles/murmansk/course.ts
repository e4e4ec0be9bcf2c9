// Course: the shortest way over the net of positions, by the rules that everybody knows. Whether a group may take it, the server says.
import { Direction_Kind, Feature_Kind } from "../../gen/wardroom/murmansk/v1/types_pb";
import type { Box } from "./box";
import type { KindName, SideName } from "./kinds";

export interface Traveller {
  side: SideName;
  kind: KindName;
  icy: boolean; // the season closes what ice can close
}

const has = (box: Box, place: number, feature: Feature_Kind): boolean =>
  box.positions[place - 1]?.has.includes(feature) ?? false;

const east = new Set<Direction_Kind>([Direction_Kind.NE, Direction_Kind.E, Direction_Kind.SE]);

function isOpen(box: Box, place: number, { side, kind, icy }: Traveller): boolean {
  const is = (feature: Feature_Kind) => has(box, place, feature);
  if (is(Feature_Kind.NAVAL_BASE)) return side === "axis" && kind === "ships";
  if (is(Feature_Kind.AIR_BASE)) return false;
  if (is(Feature_Kind.ALLIED_PORT) && (side === "axis" || kind === "dummy")) return false;
  return !icy || !(is(Feature_Kind.ICE) || is(Feature_Kind.CLOSED_PORT));
}
const isEnd = (box: Box, place: number): boolean =>
  has(box, place, Feature_Kind.NAVAL_BASE) || has(box, place, Feature_Kind.ALLIED_PORT);

// The Convoy goes east, or turns south to a port; the others go anywhere.
function nextTo(box: Box, place: number, who: Traveller): number[] {
  const position = box.positions[place - 1];
  const links = box.links[place - 1] ?? [];
  return links.filter((to, i) => {
    const way = position?.link[i]?.way ?? Direction_Kind.UNSPECIFIED;
    const turns = position?.turn.includes(box.positions[to - 1]?.id ?? "") ?? false;
    return isOpen(box, to, who) && (who.kind !== "convoy" || east.has(way) || turns);
  });
}

// The positions after `from`, up to and with `to`; none when there is no way.
export function course(box: Box, from: number, to: number, who: Traveller): number[] {
  const before = new Map<number, number>([[from, 0]]);
  for (const place of before.keys()) {
    if (place === to) break;
    if (place !== from && isEnd(box, place)) continue;
    for (const other of nextTo(box, place, who)) if (!before.has(other)) before.set(other, place);
  }
  if (from === to || !before.has(to)) return [];
  const way = [to];
  for (let at = before.get(to)!; at !== from; at = before.get(at)!) way.unshift(at);
  return way;
}

// From off the map: to one of the entries first.
export function courseIn(box: Box, entries: readonly number[], to: number, who: Traveller): number[] {
  const ways = entries.map((entry) => (entry === to ? [entry] : [entry, ...course(box, entry, to, who)]));
  return ways.filter((way) => way.at(-1) === to).sort((one, other) => one.length - other.length)[0] ?? [];
}
export const entriesOf = (box: Box, southOnly: boolean): number[] =>
  box.positions.flatMap(({ has: features }, i) =>
    features.includes(Feature_Kind.ENTRY_B) || (!southOnly && features.includes(Feature_Kind.ENTRY_A)) ? [i + 1] : [],
  );

// What is left of the lane from a position on it; from off the map all of it. None: it is not on the lane, or ice closes it.
export function alongLane(box: Box, from: number, who: Traveller): number[] {
  const way = from === 0 ? [...box.lane] : box.lane.slice(box.lane.indexOf(from) + 1);
  const onLane = from === 0 || box.lane.includes(from);
  return onLane && way.every((place) => isOpen(box, place, who)) ? way : [];
}
