// Events: what a viewer was told, as things that happened: a march, a search and what it found, a battle from its announcement to
// its end. A pure function of typed reports, the same for what is played live, what one missed, and the past.
import { Loss_Harm, Milestone_Level as Level, type Report } from "../gen/wardroom/v1/play_pb";
import type { Told } from "./told";

export type Sort = "time" | "move" | "news" | "loss" | "affair" | "start";

// A moment of an event that is shown for a while.
export type BeatKind = "step" | "time" | "line" | "chance" | "shot" | "loss" | "sum";
export interface Beat {
  key: string;
  kind: BeatKind;
  serial: number;
  told: Told; // what is shown; of a sum, the last report before it
  upTo: number; // so many reports of the event have been told by then
}

export interface Event {
  id: string;
  sort: Sort;
  told: readonly Told[];
  beats: readonly Beat[];
  seats: ReadonlySet<number>; // whose doing or harm it is, where that is told
  places: readonly number[];
  weight: 0 | 1 | 2 | 3;
  serial: number; // of its last report
}

const levelOf = ({ body }: Report): Level | undefined => (body.case === "milestone" ? body.value.level : undefined);
const isChance = ({ body }: Report): boolean => body.case === "roll" || body.case === "card";
const seatOf = ({ body }: Report): number | undefined =>
  body.case === "move" || body.case === "loss" || body.case === "deed" ? body.value.seat : undefined;

// Where an engagement that begins here has ended: where that is said; else with the last report before something that speaks of
// something else, without chance or harm in it.
function endOf(tale: readonly Told[], opens: number): number {
  const said = endSaid(tale, opens);
  if (said !== undefined) return said + 1;
  const opening = tale[opens]!.report;
  const other = tale.findIndex(({ report }, i) => i > opens && !goesOn(opening, report));
  return other < 0 ? tale.length : other;
}
// One that is fought within another, such as a strike that is answered while it flies, is said to be over before the outer one is.
function endSaid(tale: readonly Told[], opens: number): number | undefined {
  let depth = 1;
  for (let i = opens + 1; i < tale.length; ++i) {
    const level = levelOf(tale[i]!.report);
    if (level === Level.ENGAGEMENT) ++depth;
    else if (level === Level.END_OF_ENGAGEMENT) --depth;
    else if (level !== undefined && level !== Level.ROUND) return undefined;
    if (depth === 0) return i;
  }
  return undefined;
}
function goesOn(opening: Report, report: Report): boolean {
  const level = levelOf(report);
  if (level !== undefined) return level === Level.ROUND;
  if (report.topic === opening.topic) return true;
  return ["card", "loss", "sighting", "score", "deed"].includes(report.body.case ?? ""); // dice are thrown for other things too
}

// Dice and cards stand before what came of them; marches of one side in a row are one.
function joins(last: Told, next: Told): boolean {
  const [before, now] = [last.report, next.report];
  if (levelOf(now) !== undefined || levelOf(before) !== undefined) return false;
  if (isChance(before)) return last.serial === next.serial;
  return before.body.case === "move" && now.body.case === "move" && before.body.value.seat === now.body.value.seat;
}

function kindOf(report: Report): BeatKind {
  switch (report.body.case) {
    case "move":
      return "step";
    case "roll":
    case "card":
      return "chance";
    case "loss":
      return "loss";
    case "milestone":
      return "time";
    default:
      return "line";
  }
}

// A beat for each report; a round of an engagement in which anything was rolled ends with its sum.
function beatsOf(told: readonly Told[]): Beat[] {
  const beats: Beat[] = [];
  let [begun, rolled] = [false, false];
  told.forEach((each, i) => {
    const level = levelOf(each.report);
    if (rolled && (level === Level.ROUND || level === Level.END_OF_ENGAGEMENT)) {
      const before = told[i - 1]!;
      beats.push({ key: `${before.key}+`, kind: "sum", serial: before.serial, told: before, upTo: i });
      rolled = false;
    }
    if (level === Level.ROUND) begun = true;
    if (begun && each.report.body.case === "roll") rolled = true;
    const usual = beat(each, i + 1);
    beats.push(each.report.body.case === "roll" ? { ...usual, kind: "shot" } : usual);
  });
  return beats;
}

function sortOf(told: readonly Told[]): Sort {
  const level = levelOf(told[0]!.report);
  if (level === Level.ENGAGEMENT) return "affair";
  if (level !== undefined) return "time";
  if (told.some(({ report }) => report.body.case === "loss")) return "loss";
  return told[0]!.report.body.case === "move" ? "move" : "news";
}

function weightOf(sort: Sort, told: readonly Told[]): Event["weight"] {
  const has = (kind: Report["body"]["case"]) => told.some(({ report }) => report.body.case === kind);
  if (sort === "affair") return has("roll") || has("loss") ? 3 : 1;
  if (sort === "loss") return 3;
  if (sort === "time") return 1;
  if (has("sighting") || has("score")) return 2;
  return sort === "move" ? 0 : 1;
}

function eventOf(told: readonly Told[]): Event {
  const sort = sortOf(told);
  const affair = sort === "affair";
  return {
    id: told[0]!.key,
    sort,
    told,
    beats: affair ? beatsOf(told) : told.map((each, i) => beat(each, i + 1)),
    seats: new Set(told.map(({ report }) => seatOf(report)).filter((seat) => seat !== undefined)),
    places: [...new Set(told.flatMap(({ report }) => report.places))],
    weight: weightOf(sort, told),
    serial: told.at(-1)!.serial,
  };
}
const beat = (told: Told, upTo: number): Beat => ({
  key: told.key,
  kind: kindOf(told.report),
  serial: told.serial,
  told,
  upTo,
});

export function eventsOf(tale: readonly Told[]): Event[] {
  const events: Event[] = [];
  for (let from = 0; from < tale.length;) {
    let to = from + 1;
    if (levelOf(tale[from]!.report) === Level.ENGAGEMENT) to = endOf(tale, from);
    else while (to < tale.length && joins(tale[to - 1]!, tale[to]!)) ++to;
    events.push(eventOf(tale.slice(from, to)));
    from = to;
  }
  return events;
}

// A battle with anything to watch in it.
export const isBattle = ({ sort, weight }: Event): boolean => sort === "affair" && weight === 3;
// Something came of it, or could have by a number that was needed.
export const matters = ({ told }: Event): boolean =>
  told.some(
    ({ report: { body } }) =>
      body.case === "loss" || body.case === "score" || (body.case === "roll" && body.value.needed !== undefined),
  );
// It was said to be over.
export const saidOver = ({ told }: Event): boolean => levelOf(told.at(-1)!.report) === Level.END_OF_ENGAGEMENT;

// How it began, before anything was told.
export const start = (serial: number): Event => ({
  id: "start",
  sort: "start",
  told: [],
  beats: [],
  seats: new Set(),
  places: [],
  weight: 1,
  serial,
});

// ---- how long a beat is shown, in milliseconds ----

export const longest = 5000;
export const floors: Record<BeatKind, number> = {
  step: 150,
  time: 400,
  line: 500,
  chance: 700,
  shot: 500,
  loss: 1200,
  sum: 1500,
};
const usual: Record<BeatKind, number> = {
  step: 450,
  time: 900,
  line: 700,
  chance: 1300,
  shot: 1700,
  loss: 1800,
  sum: 2600,
};
const hurried = 8;
const perLetter = 14;

export function dwell(kind: BeatKind, letters: number, speed: number, hurry: boolean): number {
  const wanted = Math.min(usual[kind] + (kind === "step" ? 0 : perLetter * letters), longest);
  return hurry ? wanted / hurried : Math.min(Math.max(wanted / speed, floors[kind]), longest);
}

// ---- what a battle came to ----

export interface Harm {
  seat: number | undefined;
  harm: Loss_Harm;
  what: Report["text"];
  unit: string;
  count: number;
}

// The harm done, the same to the same thing added up, the worst first.
export function harmOf(reports: readonly Report[]): Harm[] {
  const found = new Map<string, Harm>();
  for (const { body } of reports) {
    if (body.case !== "loss") continue;
    const { seat, harm, what, unit } = body.value;
    const words = JSON.stringify(what, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
    const key = [seat, harm, unit, words].join(" "); // several of one unit may have names of their own
    const before = found.get(key);
    const count = Math.max(body.value.count, 1);
    if (before) before.count += count;
    else found.set(key, { seat, harm, what, unit, count });
  }
  const worst = [Loss_Harm.LOST, Loss_Harm.CRIPPLED, Loss_Harm.DAMAGED, Loss_Harm.HIT];
  const rank = ({ harm }: Harm) => (worst.includes(harm) ? worst.indexOf(harm) : worst.length);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

export const scoreOf = (reports: readonly Report[]): number =>
  reports.reduce((sum, { body }) => sum + (body.case === "score" ? body.value.change : 0), 0);

// Reports of the round that ends with so many of them.
export function roundOf(reports: readonly Report[], upTo: number): readonly Report[] {
  const told = reports.slice(0, upTo);
  const opened = told.findLastIndex((report) => levelOf(report) === Level.ROUND);
  return told.slice(Math.max(opened, 0));
}

export interface Throw {
  report: Report;
  dice: number;
  hits: number;
  chance: number; // of each die
  rarity: number; // the chance of a throw at least as far from what was to be expected, on its side of it
  harm: boolean; // it hit, and harm was done before the round was over
}

// Throws for a number that was needed, with how likely each was. `chance`: of one die of the throw, by its title.
export function throwsOf(reports: readonly Report[], chance: (report: Report) => number | undefined): Throw[] {
  return reports.flatMap((report, i) => {
    const { body } = report;
    const p = chance(report);
    if (body.case !== "roll" || body.value.needed === undefined || p === undefined) return [];
    const { needed } = body.value;
    const dice = body.value.dice.length;
    const hits = body.value.dice.filter(({ fell, modified }) => (modified ?? fell) >= needed).length;
    const rest = reports.slice(i + 1);
    const ends = rest.findIndex((each) => levelOf(each) !== undefined);
    const harm = hits > 0 && rest.slice(0, ends < 0 ? rest.length : ends).some((each) => each.body.case === "loss");
    return [{ report, dice, hits, chance: p, rarity: rarity(dice, hits, p), harm }];
  });
}

export function rarity(dice: number, hits: number, chance: number): number {
  const exactly = (k: number) => choose(dice, k) * chance ** k * (1 - chance) ** (dice - k);
  const all = Array.from({ length: dice + 1 }, (_, k) => exactly(k));
  const sum = (part: readonly number[]) => part.reduce((a, b) => a + b, 0);
  return hits >= dice * chance ? sum(all.slice(hits)) : sum(all.slice(0, hits + 1));
}
function choose(n: number, k: number): number {
  let found = 1;
  for (let i = 1; i <= k; ++i) found = (found * (n - k + i)) / i;
  return found;
}

// The throws that decided most: those that did harm or should have, the least likely first.
export const decisive = (throws: readonly Throw[], most = 3): Throw[] =>
  throws
    .filter(({ harm, rarity }) => harm || rarity < 0.15)
    .sort((a, b) => Number(b.harm) - Number(a.harm) || a.rarity - b.rarity)
    .slice(0, most);
