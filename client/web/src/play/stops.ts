// "Stop me when ...": what halts a queue; the server keeps it with the queue.
import { StopKind } from "../gen/wardroom/v1/queue_pb";

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

// The preset that a choice is; none: it is one's own.
export const presetOf = (kinds: ReadonlySet<StopKind>): Preset | undefined =>
  (Object.keys(presets) as Preset[]).find(
    (name) => presets[name].length === kinds.size && presets[name].every((kind) => kinds.has(kind)),
  );
