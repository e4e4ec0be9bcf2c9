// Trails: where groups have come from in the last periods, as this viewer was told.
import type { Trail } from "../../chart/Trails.svelte";
import { Milestone_Level } from "../../gen/wardroom/v1/play_pb";
import type { Told } from "../../play/told";

const longest = 2; // periods

export function trailsOf(told: readonly Told[], seat: number | undefined): Trail[] {
  const found: Trail[] = [];
  let age = 0;
  for (let i = told.length - 1; i >= 0 && age < longest; --i) {
    const { key, report } = told[i]!;
    const { body } = report;
    if (body.case === "milestone") {
      if (body.value.level === Milestone_Level.SEGMENT) ++age;
      if (body.value.level === Milestone_Level.PHASE || body.value.level === Milestone_Level.TURN) break; // another convoy
    }
    if (body.case !== "move") continue;
    const { from, to } = body.value;
    if (from && to && from !== to) found.push({ key, from, to, own: body.value.seat === seat, age });
  }
  return found;
}
