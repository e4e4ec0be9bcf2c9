// The war diary as the server keeps it, narrowed and written out; and of a moment of the past, put together here.
import { create } from "@bufbuild/protobuf";
import { Milestone_Level, ReportSchema, type Milestone, type Report } from "../gen/wardroom/v1/play_pb";
import { Diary_EntrySchema, Diary_PartSchema, type Diary_Entry, type Diary_Part } from "../gen/wardroom/v1/sight_pb";
import { eventsOf, harmOf, isBattle, type Harm } from "./events";
import { tell, type Told } from "./told";

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

// What was told, put in order by the milestones of play, as the server does it (server/engine/diary). When each was told is found
// by the report itself, and for a part by its milestone.
export interface Chronicle {
  parts: readonly Diary_Part[];
  when: ReadonlyMap<Report | Milestone, Told>;
}
export function chronicleOf(tale: readonly Told[]): Chronicle {
  const parts: Diary_Part[] = [];
  const when = new Map<Report | Milestone, Told>();
  const open: Diary_Part[] = []; // the outermost first
  let details: Report[] = []; // rolls and cards of which nothing has come yet
  const begin = (milestone?: Milestone, heading?: Report["text"]): Diary_Part => {
    const part = create(Diary_PartSchema, { milestone, heading });
    const within = open.at(-1)?.entries;
    if (within) within.push(create(Diary_EntrySchema, { what: { case: "part", value: part } }));
    else parts.push(part);
    open.push(part);
    return part;
  };
  const line = (report: Report, below: Report[]) =>
    (open.at(-1) ?? begin()).entries.push(
      create(Diary_EntrySchema, { what: { case: "line", value: { report, details: below } } }),
    );
  const layDownDetails = () => details.splice(0).forEach((detail) => line(detail, []));
  const close = (level: Milestone_Level) => {
    while (open.length > 0 && (open.at(-1)!.milestone?.level ?? Infinity) >= level) open.pop();
  };
  const milestone = (report: Report, value: Milestone) => {
    layDownDetails();
    if (value.level === Milestone_Level.END_OF_ENGAGEMENT) {
      if (report.text?.id) line(report, []);
      close(Milestone_Level.ENGAGEMENT);
      return;
    }
    close(value.level);
    begin(value, report.text);
  };
  for (const told of tale) {
    const { report } = told;
    when.set(report, told);
    if (report.body.case === "milestone") {
      when.set(report.body.value, told);
      milestone(report, report.body.value);
    } else if (report.body.case === "roll" || report.body.case === "card") details.push(report);
    else {
      line(report, details);
      details = [];
    }
    if (report.body.case === "loss") for (const part of open) part.losses.push(report.body.value);
  }
  layDownDetails();
  return { parts, when };
}
