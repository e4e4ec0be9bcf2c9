// Lines of the score sheet in words [2], as the server says them in its reports.
import type { Standing_ScoreLine as Line } from "../../gen/wardroom/pq17/v1/view_pb";
import { unitName } from "./names";
import { t } from "./words";

export function lineWords({ reason, subject, ship, count }: Line): string {
  const words: Record<string, string | number> = { count };
  if (ship) words["ship"] = unitName(ship);
  if (reason === "merchants_arrived" || reason === "merchants_missing")
    words["name"] = subject ? t(`${subject}.name`) : t("score.line.convoy");
  else if (subject === "allied" || subject === "axis") words["side"] = subject;
  else if (subject.startsWith("condition.")) words["condition"] = t(`${subject}.name`);
  else if (subject.startsWith("event.")) words["event"] = t(`${subject}.name`);
  else if (subject) words[reason === "aircraft_lost" ? "unit" : "ship"] = unitName(subject);
  return t(`score.line.${reason}${ship ? ".ship" : ""}`, words);
}
