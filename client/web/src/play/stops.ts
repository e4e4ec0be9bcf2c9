// "Stop me when ...": what halts a queue, kept for each match in this browser and sent with every queue.
import { create } from "@bufbuild/protobuf";
import { StopKind, StopsSchema, type Stops } from "../gen/wardroom/v1/queue_pb";

export const stopKinds = [
  StopKind.SIGHTING,
  StopKind.OWN_LOSS,
  StopKind.OTHER_LOSS,
  StopKind.ENGAGEMENT,
  StopKind.ROUND,
  StopKind.SCORE,
  StopKind.MOVE,
  StopKind.CARD,
  StopKind.ROLL,
  StopKind.SEGMENT,
  StopKind.PHASE,
  StopKind.TURN,
] as const;

export const presets = {
  everything: stopKinds as readonly StopKind[],
  admiral: [StopKind.SIGHTING, StopKind.OWN_LOSS, StopKind.ENGAGEMENT],
  battle: [StopKind.ENGAGEMENT],
  mail: [] as StopKind[],
} as const;
export type Preset = keyof typeof presets;

// Under the name that the table is kept by.
const at = (table: string): string => `wardroom.stops.${table}`;

export function keptStops(table: string): StopKind[] {
  const kept = localStorage.getItem(at(table));
  return kept === null ? [] : stopKinds.filter((kind) => kept.split(",").includes(String(kind)));
}
export const keepStops = (table: string, kinds: Iterable<StopKind>): void =>
  localStorage.setItem(at(table), [...kinds].join(","));

export const stopsOf = (table: string): Stops => create(StopsSchema, { kinds: keptStops(table) });

// The preset that a choice is; none: it is one's own.
export const presetOf = (kinds: ReadonlySet<StopKind>): Preset | undefined =>
  (Object.keys(presets) as Preset[]).find(
    (name) => presets[name].length === kinds.size && presets[name].every((kind) => kinds.has(kind)),
  );
