// Orders: what a sheet holds, as the answers to the menus of its side in their order: a period begins, two pulses, the last aircraft fly.
import { MenuKind_Kind, Verb_Kind } from "../../gen/wardroom/murmansk/v1/view_pb";
import { text, type Group, type Wanted } from "../../play/orders";
import type { SideName } from "./kinds";

const moments = { allied: ["period", "first", "second", "window"], axis: ["first", "second", "window"] } as const;
export type Moment = (typeof moments)["allied"][number];

// In which of its side's pulses a group moves; Storms slow down some of those that move in both.
export type Pace = "both" | "first" | "second";
export interface Course {
  group: number; // key
  name: string;
  way: readonly number[]; // positions after the one it is in
  enters: boolean; // the first of them from off the map
  pace: Pace;
}
// Out of a base.
export interface Sortie {
  port: number;
  ships: readonly number[];
  to: number;
}
export interface Plan {
  side: SideName;
  from: Moment; // what is asked now, or next
  courses: readonly Course[];
  sorties: readonly Sortie[];
  search?: readonly number[] | undefined; // where aircraft look, as the menu has it
  periods: number;
  place(place: number): string; // its name
}

const { PERIOD, PULSE, WINDOW, SORTIE, SORTIE_COURSE, ORGANISE, ORGANISE_UNIT } = MenuKind_Kind;

// One step of a course, which whoever was late by a Storm or two makes later; never one back.
const mostLate = 2;
function candidates({ way, pace }: Course, step: number): number[] {
  if (step >= way.length) return pace === "both" && step < way.length + mostLate ? way.slice(-1) : [];
  const late = pace === "both" ? mostLate : 0;
  return way.slice(Math.max(0, step - late), step + 1).reverse();
}
const moves = ({ pace }: Course, moment: Moment): boolean => pace === "both" || pace === moment;

function stepOf(course: Course, step: number, place: Plan["place"]): Group[] {
  const to = candidates(course, step);
  if (to.length === 0) return [];
  const wanted = to.map((each): Wanted => {
    const verb = course.enters && each === course.way[0] ? Verb_Kind.ENTER : Verb_Kind.MOVE;
    return { kind: PULSE, verb, arguments: [course.group, each], optional: true };
  });
  return [{ label: text("web.murmansk.sheet.order.move", { group: course.name, place: place(to[0]!) }), wanted }];
}

function sail({ port, ships, to }: Sortie, place: Plan["place"]): Group {
  return {
    label: text("web.murmansk.sheet.order.sail", { port: place(port), place: place(to) }),
    wanted: [
      { kind: PULSE, verb: Verb_Kind.SAIL, arguments: [port], told: true },
      ...ships.map((ship): Wanted => ({ kind: SORTIE, verb: Verb_Kind.TAKE, arguments: [ship], optional: true })),
      { kind: SORTIE, verb: Verb_Kind.ENOUGH, optional: true },
      { kind: SORTIE_COURSE, verb: Verb_Kind.SET_OUT, arguments: [port, to], told: true },
    ],
  };
}

const ends = (word: string, wanted: Wanted): Group => ({
  label: text(`web.murmansk.sheet.order.${word}`),
  wanted: [wanted],
});

// The orders of so many periods; the one that is under way is the first.
export function voyage({ side, from, courses, sorties, search, periods, place }: Plan): Group[] {
  const steps = new Map(courses.map((course) => [course, 0]));
  const pulse = (moment: Moment, isFirst: boolean): Group[] => [
    ...(isFirst && search
      ? [ends("search", { kind: PULSE, verb: Verb_Kind.SEARCH, arguments: search, told: true })]
      : []),
    ...courses
      .filter((course) => moves(course, moment))
      .flatMap((course) => {
        const step = steps.get(course)!;
        steps.set(course, step + 1);
        return stepOf(course, step, place);
      }),
    ...(isFirst ? sorties : []).map((each) => sail(each, place)),
    ends("pulse", { kind: PULSE, verb: Verb_Kind.DONE, optional: true }),
  ];
  const all: readonly Moment[] = moments[side];
  let isFirst = true;
  return Array.from({ length: periods }, (_, period) => (period === 0 ? all.slice(all.indexOf(from)) : all))
    .flat()
    .flatMap((moment) => {
      if (moment === "period") return [ends("period", { kind: PERIOD, verb: Verb_Kind.GO_ON, optional: true })];
      if (moment === "window") return [ends("window", { kind: WINDOW, verb: Verb_Kind.DONE, optional: true })];
      const groups = pulse(moment, isFirst);
      isFirst = false;
      return groups;
    });
}

// How many periods a course takes, the one that is under way included.
export function periodsOf({ way, pace }: Pick<Course, "way" | "pace">, from: Moment): number {
  const missed = from === "window" ? 2 : from === "second" ? 1 : 0; // pulses of this period
  if (pace === "both") return Math.ceil((way.length + missed) / 2);
  return way.length + Number(missed > (pace === "second" ? 1 : 0));
}

// Each ship that changes its group, or founds one; new groups have the keys that follow. The last order ends it.
export interface Regrouping {
  ship: number;
  to: number; // a key; or below 0: a new group, the same for those that found it together
}
export function organise(changes: readonly Regrouping[], nextKey: number): Wanted[] {
  const founded = new Map<number, number>();
  const joined = changes.flatMap(({ ship, to }): Wanted[] => {
    const known = to >= 0 ? to : founded.get(to);
    if (known === undefined) founded.set(to, nextKey + founded.size);
    return [
      { kind: ORGANISE, verb: Verb_Kind.PICK_UNIT, arguments: [ship], told: true },
      { kind: ORGANISE_UNIT, verb: Verb_Kind.JOIN, arguments: [ship, known ?? 0] },
    ];
  });
  return [...joined, { kind: ORGANISE, verb: Verb_Kind.DONE }];
}
