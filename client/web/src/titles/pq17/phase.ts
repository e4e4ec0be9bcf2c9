// Phase: what a sheet holds, as the answers to the menus of a Player Phase in their order.
import { MenuKind_Kind, Verb_Kind } from "../../gen/wardroom/pq17/v1/view_pb";
import type { Action } from "../../gen/wardroom/v1/play_pb";
import { text, type Group, type Wanted } from "../../play/orders";

export type AtIce = "cross" | "back";
// A Wolfpack that enemy aircraft hold up: asks, stays, or tries again; or it goes one hex and no farther where they patrol.
export type AtAir = "ask" | "stay" | "again" | "one";
export interface Move {
  force: number; // key
  way: readonly number[]; // hexes after the one it is in
  intoPort: boolean;
  ice: AtIce;
  air: AtAir;
}
export interface Flight {
  unit: number; // key
  hex: number;
  patrol: boolean; // an Air Radius, not a flight to the hex
}
export interface Search {
  sector: number;
  hex: number;
}

const done = (kind: MenuKind_Kind, optional = true): Wanted => ({ kind, verb: Verb_Kind.DONE, optional });

const atIce = (ice: AtIce): Wanted => ({
  kind: MenuKind_Kind.ICE,
  verb: ice === "cross" ? Verb_Kind.CROSS : Verb_Kind.ABORT,
  optional: true,
});

// One hex farther, where it ought to go there or may.
function stepOf(hex: number, optional: boolean, { ice, air }: Move): Wanted[] {
  const { MOVE_FORCE, WOLFPACK_RETRY } = MenuKind_Kind;
  const step = { kind: MOVE_FORCE, verb: Verb_Kind.STEP, arguments: [hex], optional: true, open: true };
  const first = { ...step, told: !optional };
  const heldUp = (verb: Verb_Kind): Wanted => ({ kind: WOLFPACK_RETRY, verb, optional: true });
  switch (air) {
    case "ask":
      return [first, atIce(ice)];
    case "again":
      return [first, atIce(ice), heldUp(Verb_Kind.TRY_AGAIN), step, atIce(ice)];
    case "stay":
      return [first, atIce(ice), heldUp(Verb_Kind.STOP)];
    case "one": {
      const noFarther = { kind: MOVE_FORCE, verb: Verb_Kind.STEP, arguments: [hex, 1], optional: true };
      return [noFarther, step, atIce(ice), heldUp(Verb_Kind.STOP)];
    }
  }
}
// A force begins at sea, or leaves port. It goes as far as it can this turn; one that cannot go at all keeps nobody else.
export function moveOf(move: Move, inPort: boolean): Wanted[] {
  const { MOVE, MOVE_FORCE } = MenuKind_Kind;
  const { force, way, intoPort } = move;
  return [
    { kind: MOVE, verb: inPort ? Verb_Kind.LEAVE_PORT : Verb_Kind.CHOOSE_FORCE, arguments: [force], told: true },
    ...way.flatMap((hex, i) => stepOf(hex, i > 0 || inPort, move)),
    ...(intoPort ? [{ kind: MOVE_FORCE, verb: Verb_Kind.ENTER_PORT, told: true, open: true }] : []),
    { kind: MOVE_FORCE, verb: Verb_Kind.STOP, optional: true },
  ];
}
// A force that has a plotted route goes on along it; at ice it may be asked at every hex, and where it is halted it stays.
export const followOf = (force: number, hexes: number, ice: AtIce): Wanted[] => [
  { kind: MenuKind_Kind.MOVE, verb: Verb_Kind.FOLLOW_ROUTE, arguments: [force], open: true, told: true },
  ...Array.from({ length: hexes }, () => atIce(ice)),
  { kind: MenuKind_Kind.MOVE_FORCE, verb: Verb_Kind.STOP, optional: true },
];
export function flightOf({ unit, hex, patrol }: Flight): Wanted[] {
  const verb = patrol ? Verb_Kind.RADIUS : Verb_Kind.FLY;
  return [
    { kind: MenuKind_Kind.AIR_MISSION, verb: Verb_Kind.CHOOSE_AIR, arguments: [unit], told: true },
    { kind: MenuKind_Kind.AIR_TARGET, verb, arguments: [unit, hex], told: true },
    done(MenuKind_Kind.AIR_TARGET), // it stays, when it cannot fly there
  ];
}
export const searchOf = ({ sector, hex }: Search): Wanted => ({
  kind: MenuKind_Kind.DESIGNATE,
  verb: Verb_Kind.DESIGNATE,
  arguments: [sector, hex],
  told: true,
});
export const searchRest: Wanted = {
  kind: MenuKind_Kind.DESIGNATE,
  verb: Verb_Kind.DESIGNATE_REST,
  optional: true,
};
// An attack with these aircraft; where there is but one, it is not asked which.
export const attackOf = (kind: number, { verb, arguments: given }: Action, units: readonly number[]): Wanted[] => [
  { kind, verb, arguments: given, told: true },
  ...units.map((unit) => ({
    kind: MenuKind_Kind.STRIKE_UNITS,
    verb: Verb_Kind.JOIN_STRIKE,
    arguments: [unit],
    optional: true,
  })),
  ...(units.length > 0 ? [done(MenuKind_Kind.STRIKE_UNITS)] : []),
];

// What a force does beneath the sea: a Wolfpack's boats all aim at one category; 0: one is asked for each.
export interface Underwater {
  force: number; // key
  target: number; // block
  verb: number;
  aim: number;
  boats: number;
}
export const underwaterOf = ({ force, target, verb, aim, boats }: Underwater): Wanted[] => [
  { kind: MenuKind_Kind.SUBMARINE_COMBAT, verb, arguments: [force, target], told: true },
  ...Array.from({ length: aim === 0 ? 0 : timesFired * boats }, () => ({
    kind: MenuKind_Kind.SUBMARINE_TARGETS,
    verb: Verb_Kind.CHOOSE_CATEGORY,
    arguments: [aim],
    optional: true,
  })),
];
const timesFired = 2; // before the hunt and after it
// These forces together against one block.
export const surfaceOf = (target: number, forces: readonly number[]): Wanted[] =>
  forces.map((force) => ({
    kind: MenuKind_Kind.SURFACE_COMBAT,
    verb: Verb_Kind.ATTACK,
    arguments: [force, target],
    told: true,
  }));

const { PHOTO, STAND_UP, SPLIT, REFUEL, MOVE, AIR_MISSION, DESIGNATE } = MenuKind_Kind;
const { RECON_SEARCHER, STRIKE, SUBMARINE_COMBAT, SURFACE_COMBAT, COMBINE } = MenuKind_Kind;

// Before movement.
export const opening: readonly number[] = [PHOTO, STAND_UP, SPLIT, REFUEL];
// Of these what most people do nothing about. Who can photograph, refuel or rearm is asked, until he says otherwise.
export const passedAtFirst: readonly number[] = [STAND_UP, SPLIT];
// What may follow from what is found: there a person stops, or says once that he never does.
export const chances = [RECON_SEARCHER, STRIKE, SUBMARINE_COMBAT, SURFACE_COMBAT, COMBINE] as const;
// Where one may say once that the sheet waits for him.
export const stations: readonly number[] = [MOVE, AIR_MISSION, DESIGNATE, SUBMARINE_COMBAT];
// Where one may say once that he never stops.
export const choices: readonly number[] = [...opening, DESIGNATE, ...chances];
export const attacks = new Set<number>([STRIKE, SUBMARINE_COMBAT, SURFACE_COMBAT]);
const segments: readonly number[] = [...opening, MOVE, AIR_MISSION, DESIGNATE, ...chances];

// Menus of which one wants several answers at once, each of which leaves the others as they were.
export const severalOf = new Set<number>([
  PHOTO,
  STAND_UP,
  REFUEL,
  DESIGNATE,
  ...chances,
  MenuKind_Kind.STRIKE_UNITS,
  MenuKind_Kind.STRIKE_TARGETS,
  MenuKind_Kind.AA_FIRE,
]);

export interface Plan {
  asked: number; // the kind of menu that is asked now; 0: none
  ticked: readonly Group[]; // answers to it
  moves: readonly Group[];
  flights: readonly Group[];
  searches: readonly Wanted[];
  attacks: ReadonlyMap<number, readonly Group[]>; // by kind of menu
  passed: ReadonlySet<number>; // of the choices
  rests: ReadonlySet<number>; // before these the sheet waits for its owner
  through: number; // the last menu that the sheet speaks of; after it only attacks and what is passed
  finishes: boolean; // of the menu that is asked nothing but what is ticked is wanted
}

const ofSheet = (word: string, wanted: readonly Wanted[]): Group => ({
  label: text(`web.pq17.sheet.order.${word}`),
  wanted,
});

const waiting = ({ label, wanted: [first, ...others] }: Group): Group => ({
  label,
  wanted: first ? [{ ...first, rest: true }, ...others] : [],
});

// A battle changes much, so the sheet waits before each. This also keeps a battle from being left out when a menu about the one
// before it, which is of the same kind, is done with.
function attacksIn(kind: number, { asked, attacks: all }: Plan): Group[] {
  const groups = all.get(kind) ?? [];
  return kind === SURFACE_COMBAT
    ? groups.map((each, i) => (i === 0 && asked === kind ? each : waiting(each)))
    : [...groups];
}

function segment(kind: number, plan: Plan): Group[] {
  const attacking = attacksIn(kind, plan);
  if (attacking.length > 0) return [...attacking, ofSheet("attacked", [done(kind)])];
  // Who sends his sheet at a question has answered it: with what is ticked, or with nothing.
  const isTicked = opening.includes(kind) && severalOf.has(kind);
  if (kind === plan.asked && (plan.ticked.length > 0 || isTicked || (plan.finishes && kind !== DESIGNATE)))
    return [...plan.ticked, ofSheet("several", [done(kind)])];
  // Whatever comes between the moves, the rest of the sheet waits for their end.
  if (kind === MOVE) return [...plan.moves, ofSheet("moved", [done(MOVE, plan.moves.length === 0)])];
  if (kind === AIR_MISSION) return [...plan.flights, ofSheet("flown", [done(AIR_MISSION)])];
  if (kind === DESIGNATE)
    return plan.searches.length > 0 || plan.asked === kind || plan.passed.has(kind)
      ? [
          ...(plan.searches.length > 0 ? [ofSheet("searches", plan.searches)] : []),
          ofSheet("searched", [done(DESIGNATE)]),
        ]
      : [];
  return plan.passed.has(kind) ? [ofSheet(opening.includes(kind) ? "opening" : "passed", [done(kind)])] : [];
}

// A menu within an attack: what waits goes on after it.
export const isWithin = (kind: number): boolean => !segments.includes(kind);

// Everything from the menu that is asked now. One that belongs to no part of the phase is answered alone.
export function phase(plan: Plan): Group[] {
  const from = segments.indexOf(plan.asked);
  const last = segments.indexOf(plan.through);
  const alone = from < 0 && (plan.ticked.length > 0 || plan.finishes);
  const rest = segments
    .filter((kind, i) => i >= from && (i <= last || plan.passed.has(kind) || plan.attacks.has(kind)))
    .flatMap((kind) => {
      const [first, ...others] = segment(kind, plan);
      if (!first) return [];
      return [plan.rests.has(kind) && kind !== plan.asked ? waiting(first) : first, ...others];
    });
  return alone ? [...plan.ticked, ofSheet("several", [done(plan.asked)]), ...rest] : rest;
}
