// The war diary as the server keeps it, narrowed and written out.
import { create } from "@bufbuild/protobuf";
import { Milestone_Level, ReportSchema, type Report } from "../gen/wardroom/v1/play_pb";
import { Diary_EntrySchema, Diary_PartSchema, type Diary_Entry, type Diary_Part } from "../gen/wardroom/v1/sight_pb";
import { eventsOf, harmOf, isBattle, type Harm } from "./events";
import { tell } from "./told";

// The reports of a part in the order in which they were told; its opening first.
function reportsOf(part: Diary_Part): Report[] {
  const within = part.entries.flatMap(inOrder);
  const { milestone, heading: text, places } = part;
  if (!milestone) return within;
  const topic = within.find(({ body }) => body.case === "roll")?.topic ?? 0;
  return [create(ReportSchema, { text, places, topic, body: { case: "milestone", value: milestone } }), ...within];
}
// What a part tells of the battle that opens it.
export function battleIn(part: Diary_Part): Report[] {
  const event = eventsOf(tell(0n, 0n, reportsOf(part)))[0];
  return event && isBattle(event) ? event.told.map(({ report }) => report) : [];
}
function inOrder({ what }: Diary_Entry): Report[] {
  if (what.case === "part") return reportsOf(what.value);
  if (what.case !== "line") return [];
  return [...what.value.details, ...(what.value.report ? [what.value.report] : [])];
}

export const harmsOf = (part: Diary_Part): Harm[] =>
  harmOf(part.losses.map((value) => ({ body: { case: "loss", value } }) as Report));

export interface Narrow {
  only: "" | "battles" | "harm";
  line(report: Report): boolean;
}

// What is left of it: parts without a line of their own or below them are gone.
export function narrowed(parts: readonly Diary_Part[], narrow: Narrow): Diary_Part[] {
  return parts.flatMap((part) => within(part, narrow, false));
}
function within(part: Diary_Part, narrow: Narrow, inBattle: boolean): Diary_Part[] {
  const battle = inBattle || part.milestone?.level === Milestone_Level.ENGAGEMENT;
  const entries = part.entries.flatMap((entry): Diary_Entry[] => {
    const { what } = entry;
    if (what.case === "part")
      return within(what.value, narrow, battle).map((value) =>
        create(Diary_EntrySchema, { what: { case: "part", value } }),
      );
    const report = what.case === "line" ? what.value.report : undefined;
    if (!report || !narrow.line(report)) return [];
    if (narrow.only === "battles" && !battle) return [];
    return narrow.only !== "harm" || report.body.case === "loss" ? [entry] : [];
  });
  const bare = part.entries.length === 0 && narrow.only === "";
  if (entries.length === 0 && !bare) return [];
  const { milestone, heading, losses, scoreChange, places } = part;
  return [create(Diary_PartSchema, { milestone, heading, losses, scoreChange, places, entries })];
}

interface Words {
  heading(part: Diary_Part): string;
  sentence(report: Report): string;
}

// Written out for a letter: a heading a turn, a sentence a line, deeper parts further in.
export const diaryText = (parts: readonly Diary_Part[], words: Words): string =>
  parts.map((part) => [words.heading(part), ...lines(part, words, "  ")].join("\n")).join("\n\n") + "\n";
const lines = (part: Diary_Part, words: Words, indent: string): string[] =>
  part.entries.flatMap(({ what }) => {
    if (what.case === "part") return [indent + words.heading(what.value), ...lines(what.value, words, indent + "  ")];
    return what.case === "line" && what.value.report ? [indent + words.sentence(what.value.report)] : [];
  });
