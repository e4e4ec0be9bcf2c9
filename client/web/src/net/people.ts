// People: how reliable somebody is, in counts that anybody can check in his head.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import type { Reliability } from "../gen/wardroom/v1/people_pb";
import type { Speech } from "../words/words.svelte";
import { span } from "./terms";

// A guest is named as one: his name could be anybody's.
export const called = ({ name, guest }: { name: string; guest: boolean }, { t }: Pick<Speech, "t">): string =>
  guest && name ? t("web.guest_name", { name }) : name;

export function reliabilityWords(how: Reliability, speech: Speech): string {
  const { known, handOvers, inTime, matches, left, quickMinutes, slowMinutes } = how;
  const { t } = speech;
  if (!known) return t("web.person.new", { count: handOvers });
  const told = [t("web.person.in_time", { in: inTime, count: handOvers })];
  if (slowMinutes > 0) {
    const [quick, slow] = [span(quickMinutes * 60, speech), span(slowMinutes * 60, speech)];
    told.push(t(quick === slow ? "web.person.replies_about" : "web.person.replies", { quick, slow }));
  }
  if (matches > 0) told.push(t("web.person.left", { left, count: matches }));
  return told.join("; ");
}

// Whoever sits there already, other than oneself; none: nobody, or how reliable he is is not told.
export function otherThere(match: MatchInfo): { name: string; guest: boolean; reliability: Reliability } | undefined {
  const seat = match.seats.find((each, i) => i !== match.mySeat && each.name && !each.bot && each.reliability);
  return seat && { name: seat.name, guest: seat.guest, reliability: seat.reliability! };
}
