// What a report is about, so that the log can show one thing at a time.
import { Topic_Kind, Verb_Kind } from "../../gen/wardroom/pq17/v1/view_pb";
import type { Item, Report } from "../../gen/wardroom/v1/play_pb";

export const kinds = ["combat", "search", "movement", "sky", "score"] as const;
export type Kind = (typeof kinds)[number] | "time" | "other";

const ofTopic: Partial<Record<number, Kind>> = {
  [Topic_Kind.TIME]: "time",
  [Topic_Kind.MOVEMENT]: "movement",
  [Topic_Kind.SEARCH]: "search",
  [Topic_Kind.COMBAT]: "combat",
  [Topic_Kind.SKY]: "sky",
  [Topic_Kind.SCORE]: "score",
};

// What was stored before reports had topics is shown with everything else.
export const kindOf = (report: Report): Kind => ofTopic[report.topic] ?? "other";

// Attacks whose outcome the server reckons beforehand.
const weighed = new Set<number>([
  Verb_Kind.STRIKE_FORCE,
  Verb_Kind.HUNT_WOLFPACK,
  Verb_Kind.SUBMARINE_ATTACK,
  Verb_Kind.AMBUSH,
  Verb_Kind.OFFENSIVE_ASW,
  Verb_Kind.ATTACK,
]);
export const isWeighed = ({ action }: Item): boolean => action !== undefined && weighed.has(action.verb);
