// Where blocks have come from in the last four turns.
import { trailsOf as trailsBack, type Trail } from "../../chart/trails";
import { Milestone_Level } from "../../gen/wardroom/v1/play_pb";
import type { Told } from "../../play/told";

export const trailsOf = (told: readonly Told[], seat: number | undefined): Trail[] =>
  trailsBack(told, seat, { of: Milestone_Level.TURN, longest: 4 });
