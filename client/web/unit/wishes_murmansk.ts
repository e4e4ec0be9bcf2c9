// What an admiral of Murmansk Run puts on his sheets, reckoned from what was answered: moves, sorties and a search, for one
// period or for as many as nothing else was wanted in.
import { fromBinary } from "@bufbuild/protobuf";
import { MenuKind_Kind, Verb_Kind, ViewSchema } from "../src/gen/wardroom/murmansk/v1/view_pb";
import { next, text, toOrders, type Group } from "../src/play/orders";
import { organise, voyage, type Course, type Moment, type Pace, type Regrouping } from "../src/titles/murmansk/orders";
import type { Answered, Wishes } from "./wishes";

const { PERIOD, PULSE, WINDOW, SORTIE, SORTIE_COURSE, ORGANISE, ORGANISE_UNIT } = MenuKind_Kind;
const { MOVE, ENTER, SEARCH, SAIL, TAKE, SET_OUT, GO_ON, DONE, JOIN } = Verb_Kind;

const clockOf = ({ view }: Answered) => fromBinary(ViewSchema, view).board?.clock;
const moves = new Set<number>([MOVE, ENTER]);
const passes = (each: Answered) => each.verb === DONE || each.verb === GO_ON;
// What the sheet has a place for.
function fits({ menu, verb }: Answered): boolean {
  if (menu.kind === PULSE) return moves.has(verb) || verb === SAIL || verb === SEARCH || verb === DONE;
  if (menu.kind === PERIOD) return verb === GO_ON;
  if (menu.kind === WINDOW) return verb === DONE;
  return menu.kind === SORTIE || menu.kind === SORTIE_COURSE;
}

function groupsBefore(all: readonly Answered[]): Group[] {
  const end = all.findIndex(({ menu }) => menu.kind !== ORGANISE && menu.kind !== ORGANISE_UNIT);
  const nextKey = fromBinary(ViewSchema, all[0]!.view).own?.nextKey ?? 0;
  const changes: Regrouping[] = [];
  let founded = 0;
  for (const { verb, arguments: given } of all.slice(0, end >>> 0)) {
    const [ship = 0, to = 0] = given.map(Number);
    if (verb === JOIN) changes.push({ ship, to: to === 0 ? --founded : to >= nextKey ? nextKey - 1 - to : to });
  }
  return [{ label: text(""), wanted: organise(changes, nextKey) }];
}

// What he does until something else than moves is wanted, or he is asked in the other's turn: so many periods at most.
function untilSomethingHappens(all: readonly Answered[], periods: number): Answered[] {
  const { turn } = all[0]!;
  const end = all.findIndex((each) => each.turn >= turn + periods || each.menu.reaction || !fits(each));
  const known = all.slice(0, end >>> 0);
  return known.slice(0, known.findLastIndex(passes) + 1); // a pulse that he breaks off is answered by hand
}

function planOf(known: readonly Answered[], periods: number): Group[] | undefined {
  const [first] = known;
  if (!first) return undefined;
  const steps = new Map<number, { way: number[]; enters: boolean; pulses: Set<number> }>();
  const sorties: { port: number; ships: number[]; to: number }[] = [];
  for (const each of known) {
    const [one = 0, to = 0] = each.arguments.map(Number);
    if (moves.has(each.verb)) {
      const course = steps.get(one) ?? { way: [], enters: each.verb === ENTER, pulses: new Set<number>() };
      course.way.push(to);
      course.pulses.add(clockOf(each)?.pulse ?? 0);
      steps.set(one, course);
    }
    if (each.verb === SAIL) sorties.push({ port: one, ships: [], to: 0 });
    if (each.verb === TAKE) sorties.at(-1)?.ships.push(one);
    if (each.verb === SET_OUT && sorties.length > 0) sorties.at(-1)!.to = to;
  }
  const looks = known.filter(({ verb }) => verb === SEARCH);
  if (looks.length > 0 && looks[0] !== first) return undefined; // the sheet looks before anybody moves
  const courses = [...steps].map(([group, { way, enters, pulses }]): Course => {
    const pace: Pace = pulses.size > 1 ? "both" : [...pulses].every((pulse) => pulse <= 2) ? "first" : "second";
    return { group, name: "", way, enters, pace };
  });
  const { kind } = first.menu;
  const pulse = clockOf(first)?.pulse ?? 1;
  const from: Moment = kind === PERIOD ? "period" : kind === WINDOW ? "window" : pulse <= 2 ? "first" : "second";
  const side = kind === PERIOD || pulse % 2 === 0 ? "allied" : "axis";
  const search = looks[0]?.arguments.map(Number);
  return voyage({ side, from, courses, sorties, search, periods, place: String });
}

// Whether a plan does what he did, and nothing else.
function does(plan: readonly Group[], known: readonly Answered[]): boolean {
  let queue = toOrders(plan, undefined);
  return known.every(({ menu, verb, arguments: given }) => {
    const found = next(queue, menu);
    const action = found?.order.action;
    queue = queue.slice((found?.skipped ?? 0) + 1);
    return action?.verb === verb && String(action.arguments) === String(given);
  });
}

const mostPeriods = 6;
function sheet(all: readonly Answered[]): Group[] | undefined {
  const { kind, reaction } = all[0]!.menu;
  if (!reaction && kind === ORGANISE) return groupsBefore(all);
  if (reaction || ![PERIOD, PULSE, WINDOW].some((each) => each === kind)) return undefined;
  for (let periods = mostPeriods; periods > 1; --periods) {
    const known = untilSomethingHappens(all, periods);
    const plan = planOf(known, periods);
    if (plan && does(plan, known)) return plan;
  }
  return planOf(untilSomethingHappens(all, 1), 1);
}

export const wishes: Wishes = {
  turnOf: (view) => fromBinary(ViewSchema, view).board?.clock?.count ?? 0,
  begins: ({ kind }) => kind === PULSE,
  needed: (all) => [...all],
  sheet,
  isMove: ({ verb }) => moves.has(verb) || verb === SET_OUT,
  comesBetween: () => false,
  lapse: false,
  answersTogether: () => false,
  kindName: (kind) => MenuKind_Kind[kind] ?? String(kind),
};
