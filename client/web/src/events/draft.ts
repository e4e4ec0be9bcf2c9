// The rules of an event while somebody writes them down: what fields hold, and back.
import { create } from "@bufbuild/protobuf";
import {
  EventFormat,
  EventRulesSchema,
  EventRules_Entering,
  EventRules_Watching,
  type EventRules,
  type EventRules_Scenarios,
  type EventRules_Unfinished,
  type EventSides,
  type EventTieBreak,
} from "../gen/wardroom/v1/event_pb";
import { ClockSchema, type Clock } from "../gen/wardroom/v1/lobby_pb";
import { fromField, toField } from "./shown";

export const units = ["minutes", "hours", "days"] as const;
export type Unit = (typeof units)[number];
const minutesIn: Record<Unit, number> = { minutes: 1, hours: 60, days: 24 * 60 };
export interface Span {
  count: number; // 0: no such limit
  unit: Unit;
}
export function spanOf(minutes: number): Span {
  const unit = units.findLast((each) => minutes > 0 && minutes % minutesIn[each] === 0) ?? "minutes";
  return { count: minutes / minutesIn[unit], unit };
}
export const minutesOf = ({ count, unit }: Span): number => Math.max(0, Math.round(count || 0)) * minutesIn[unit];

const day = 24 * 60 * 60;
export const paces = {
  none: undefined,
  half_hour: { bankSeconds: 30 * 60, incrementSeconds: 10 },
  hour: { bankSeconds: 60 * 60, incrementSeconds: 30 },
  evening: { bankSeconds: 180 * 60, incrementSeconds: 60 },
  week: { bankSeconds: 7 * day, incrementSeconds: day / 2 },
  post: { bankSeconds: 10 * day, incrementSeconds: day, capSeconds: 20 * day, rests: true },
} as const;
export type Pace = keyof typeof paces;
export const paceNames = Object.keys(paces) as Pace[];
export const clockOf = (pace: Pace): Clock | undefined => {
  const found = paces[pace];
  return found && create(ClockSchema, found);
};
// "own": none of those.
export function paceOf(clock: Clock | undefined): Pace | "own" {
  if (!clock) return "none";
  const same = (pace: Pace) => {
    const one = clockOf(pace);
    return (
      one?.bankSeconds === clock.bankSeconds &&
      one.incrementSeconds === clock.incrementSeconds &&
      one.capSeconds === clock.capSeconds &&
      one.rests === clock.rests
    );
  };
  return paceNames.find(same) ?? "own";
}

export interface Draft {
  name: string;
  about: string;
  title: string;
  format: EventFormat;
  live: boolean;
  sides: EventSides;
  choice: EventRules_Scenarios;
  scenarios: string[];
  options: Record<string, string>;
  pace: Pace | "own";
  rounds: number;
  boards: number;
  places: number;
  entering: EventRules_Entering;
  password: string;
  invited: string; // names, with commas between
  ratingLeast: number | null;
  ratingMost: number | null;
  checkIn: boolean;
  starts: string;
  startLimit: Span;
  roundLimit: Span;
  unfinished: EventRules_Unfinished;
  watching: EventRules_Watching;
  observerDelay: number;
  tieBreaks: EventTieBreak[];
  lateRounds: number;
  halfBye: boolean;
  scoresFirst: boolean;
  orderByLot: boolean;
  unrated: boolean;
  botsWelcome: boolean;
  automatic: boolean;
  oneAccount: boolean;
}

export function draftOf(rules: EventRules): Draft {
  const { name, about, title, format, live, sides, choice, rounds, boards, places, entering } = rules;
  const { checkIn, unfinished, watching, observerDelay, lateRounds, halfBye } = rules;
  const { scoresFirst, orderByLot, unrated, botsWelcome, automatic, oneAccount } = rules;
  return {
    ...{ name, about, title, format, live, sides, choice, rounds, boards, places, entering },
    ...{ checkIn, unfinished, watching, observerDelay, lateRounds, halfBye },
    ...{ scoresFirst, orderByLot, unrated, botsWelcome, automatic, oneAccount },
    scenarios: [...rules.scenarios],
    options: Object.fromEntries(rules.options.map(({ id, value }) => [id, value])),
    pace: paceOf(rules.clock),
    password: "",
    invited: rules.invited.join(", "),
    ratingLeast: rules.ratingLeast ?? null,
    ratingMost: rules.ratingMost ?? null,
    starts: toField(rules.startsMs),
    startLimit: spanOf(rules.startMinutes),
    roundLimit: spanOf(rules.roundMinutes),
    tieBreaks: [...rules.tieBreaks],
  };
}

// What a host begins with: three rounds of an evening.
export const newDraft = (title: string, scenario: string): Draft => ({
  ...draftOf(create(EventRulesSchema, { title, scenarios: scenario ? [scenario] : [] })),
  live: true,
  rounds: 3,
  boards: 2,
  checkIn: true,
  startLimit: { count: 15, unit: "minutes" },
  roundLimit: { count: 3, unit: "hours" },
  watching: EventRules_Watching.AFTERWARDS,
});

const whole = (value: number | null): number => Math.max(0, Math.round(value ?? 0));

// `base`: rules that stand already; what no field holds stays as it is.
export function rulesOf(draft: Draft, base?: EventRules): EventRules {
  const { pace, invited, starts, startLimit, roundLimit, options, ratingLeast, ratingMost, ...same } = draft;
  const least = ratingLeast === null ? {} : { ratingLeast: whole(ratingLeast) };
  const most = ratingMost === null ? {} : { ratingMost: whole(ratingMost) };
  const clock = pace === "own" ? base?.clock : clockOf(pace);
  return create(EventRulesSchema, {
    ...same,
    ...least,
    ...most,
    ...(clock ? { clock } : {}),
    scenarios: [...draft.scenarios],
    tieBreaks: [...draft.tieBreaks],
    name: draft.name.trim(),
    about: draft.about.trim(),
    rounds: whole(draft.rounds),
    boards: draft.format === EventFormat.TEAM_MATCH ? whole(draft.boards) : (base?.boards ?? 0),
    places: whole(draft.places),
    observerDelay: draft.watching === EventRules_Watching.DELAYED ? whole(draft.observerDelay) : 0,
    lateRounds: whole(draft.lateRounds),
    password: draft.entering === EventRules_Entering.PASSWORD ? draft.password : "",
    invited: invited
      .split(/[,;\n]/)
      .map((each) => each.trim())
      .filter(Boolean),
    options: Object.entries(options).map(([id, value]) => ({ id, value })),
    startMinutes: minutesOf(startLimit),
    roundMinutes: minutesOf(roundLimit),
    startsMs: starts === toField(base?.startsMs ?? 0n) ? (base?.startsMs ?? 0n) : fromField(starts),
  });
}
