// People: how reliable somebody is, in counts that anybody can check in his head.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import type { Reliability } from "../gen/wardroom/v1/people_pb";
import type { Speech } from "../words/words.svelte";

export function reliabilityWords({ known, handOvers, inTime, matches, left }: Reliability, { t }: Speech): string {
  if (!known) return t("web.person.new", { count: handOvers });
  const answered = t("web.person.in_time", { in: inTime, count: handOvers });
  return matches > 0 ? `${answered}; ${t("web.person.left", { left, count: matches })}` : answered;
}

// Whoever sits there already, other than oneself; none: nobody, or how reliable he is is not told.
export function otherThere(match: MatchInfo): { name: string; reliability: Reliability } | undefined {
  const seat = match.seats.find((each, i) => i !== match.mySeat && each.name && !each.bot && each.reliability);
  return seat && { name: seat.name, reliability: seat.reliability! };
}
