// Trails: where blocks have come from in the last turns, as this viewer was told.
import { Milestone_Level } from "../../gen/wardroom/v1/play_pb";
import type { Told } from "../../play/told";

export interface Trail {
  key: string;
  from: number;
  to: number;
  own: boolean;
  age: number; // turns
}

const longest = 4; // turns

export function trailsOf(told: readonly Told[], seat: number | undefined): Trail[] {
  const found: Trail[] = [];
  let age = 0;
  for (let i = told.length - 1; i >= 0 && age < longest; --i) {
    const { key, report } = told[i]!;
    const { body } = report;
    if (body.case === "milestone" && body.value.level === Milestone_Level.TURN) ++age;
    if (body.case !== "move") continue;
    const { from, to } = body.value;
    if (from && to && from !== to) found.push({ key, from, to, own: body.value.seat === seat, age });
  }
  return found;
}
