// Trails: where pieces have come from, as this viewer was told.
import type { Milestone_Level } from "../gen/wardroom/v1/play_pb";
import type { Told } from "../play/told";

export interface Trail {
  key: string;
  from: number; // place
  to: number;
  own: boolean;
  age: number; // of what the title counts in
}

// How far back: so many of what lies between two milestones of a level, and not behind a milestone of one of the others.
export interface Back {
  of: Milestone_Level;
  longest: number;
  not?: readonly Milestone_Level[];
}

export function trailsOf(told: readonly Told[], seat: number | undefined, back: Back): Trail[] {
  const found: Trail[] = [];
  let age = 0;
  for (let i = told.length - 1; i >= 0 && age < back.longest; --i) {
    const { key, report } = told[i]!;
    const { body } = report;
    if (body.case === "milestone") {
      if (body.value.level === back.of) ++age;
      if (back.not?.includes(body.value.level)) break;
    }
    if (body.case !== "move") continue;
    const { from, to } = body.value;
    if (from && to && from !== to) found.push({ key, from, to, own: body.value.seat === seat, age });
  }
  return found;
}
