// Who takes part in a battle that is told, and what has become of them by a beat of it: from its reports, and from the Battle Display
// where that is still known.
import { Battle_Area, Battle_Kind, CombatStep_Kind, type Battle } from "../../gen/wardroom/pq17/v1/view_pb";
import { Loss_Harm, type Report } from "../../gen/wardroom/v1/play_pb";
import type { Text } from "../../gen/wardroom/v1/text_pb";
import type { Event } from "../../play/events";
import { sideName, type Pq17Board, type SideName } from "./board.svelte";
import { fleet, type Figure } from "./fleet.svelte";
import { airUnitName, shipState, unitName } from "./names";
import { say, t } from "./words";

export interface Actor {
  name: string;
  side: SideName | undefined;
  figure: Figure;
  type: string;
  steps: number | undefined; // CS now, where it is known
  full: number | undefined;
  torpedoes: number;
  notes: Set<string>;
  hits: number;
  lost: number;
  out: boolean; // sunk, shot down or driven off
}
export interface Shot {
  firer: string;
  target: string;
  side: SideName | undefined; // the firer's
  hits: number;
}

const argument = (text: Text | undefined, name: string): Text | undefined => {
  const value = text?.arguments.find((each) => each.name === name)?.value;
  return value?.case === "text" ? value.value : undefined;
};
// Counters of a class are named with their CS; what is meant is the class.
const nameIn = (text: Text): string =>
  say(text.arguments.some(({ name }) => name === "cs") ? (argument(text, "unit") ?? text) : text);

// Who shot at whom.
export function shotIn({ body }: Report): Shot | undefined {
  if (body.case !== "roll") return undefined;
  const { by, against, row, needed, dice } = body.value;
  // Matches of before rolls knew both ends have them in the row's words only.
  const [firer, target] = [by?.name ?? argument(row, "firer"), against?.name ?? argument(row, "target")];
  if (!firer || !target) return undefined;
  const hits = needed === undefined ? 0 : dice.filter(({ fell, modified }) => (modified ?? fell) >= needed).length;
  return { firer: nameIn(firer), target: nameIn(target), side: sideOf(by?.seat), hits };
}

const sideOf = (seat: number | undefined): SideName | undefined =>
  seat === undefined ? undefined : seat === 0 ? "allied" : "axis";
const other = (side: SideName | undefined): SideName | undefined =>
  side === undefined ? undefined : side === "axis" ? "allied" : "axis";

// A block by its name: whose it is, and what it looks like.
const sideIn = (block: Text | undefined): SideName | undefined =>
  (["allied", "axis"] as const).find((side) => block?.id.startsWith(`block.${side}.`));
const figureOf = ({ id }: Text): Figure =>
  id.endsWith(".convoy") ? "merchant" : id.includes("wolfpack") ? "submarine" : "cruiser";

class Cast {
  readonly actors = new Map<string, Actor>();

  constructor(
    readonly board: Pq17Board,
    readonly kind: Battle_Kind,
  ) {}

  // Somebody by his name; `like` where the name tells nothing of what he is.
  add(name: string, like: Figure, side?: SideName): Actor {
    let actor = this.actors.get(name);
    if (!actor) this.actors.set(name, (actor = this.#known(name) ?? this.#anybody(name, like)));
    actor.side ??= side;
    return actor;
  }
  #anybody(name: string, figure: Figure): Actor {
    return {
      name,
      side: undefined,
      figure,
      type: "",
      steps: undefined,
      full: undefined,
      torpedoes: 0,
      notes: new Set(),
      hits: 0,
      lost: 0,
      out: false,
    };
  }
  #known(name: string): Actor | undefined {
    const air = [...(this.board.view.air?.unit ?? []), ...this.board.owns.flatMap(({ own }) => own.aboard)].find(
      (unit) => airUnitName(unit) === name,
    );
    if (air) return { ...this.#anybody(name, "plane"), side: sideName(air.side), steps: air.cs };
    const unit = fleet.named(name);
    return unit === undefined ? undefined : this.ship(unit);
  }
  ship(unit: string): Actor {
    return {
      ...this.#anybody(unitName(unit), fleet.figure(unit)),
      side: fleet.german(unit) ? "axis" : "allied",
      type: fleet.type(unit),
      full: fleet.full(unit),
      torpedoes: fleet.torpedoes(unit),
    };
  }

  // As they lie on the Battle Display.
  display(battle: Battle): void {
    let down = 0;
    for (const unit of battle.unit) {
      const seen = this.board.counter(unit);
      const side = sideName(unit.side);
      const name = seen ? unitName(seen.unit) : t("web.pq17.theatre.face_down", { number: ++down });
      if (!this.actors.has(name)) this.actors.set(name, seen ? this.ship(seen.unit) : this.#anybody(name, "escort"));
      const actor = this.actors.get(name)!;
      actor.side = side;
      if (battle.kind === Battle_Kind.SURFACE)
        actor.notes.add(t(`battlearea.${Battle_Area[unit.area].toLowerCase()}.name`));
      if (!seen) continue;
      actor.steps = (actor.steps ?? 0) + seen.cs; // several counters of one class
      if (shipState(seen) !== "sound")
        actor.notes.add(t(`shipstate.${shipState(seen) === "dead" ? "dead_in_the_water" : shipState(seen)}.name`));
      if (seen.torpedoesSpent > 0) actor.notes.add(t("marker.torpedoes_spent.name"));
      if (unit.evading) actor.notes.add(t("marker.evasion.name"));
    }
  }

  // Before a shot has fallen: who was said to look for whom.
  announced(report: Report | undefined): void {
    const air = this.kind === Battle_Kind.AIR_STRIKE;
    const target = argument(report?.text, "force");
    const hunted = sideIn(target);
    const attacker = argument(report?.text, "attacker");
    const bare = (side: SideName | undefined) => [...this.actors.values()].every((actor) => actor.side !== side);
    if (target && hunted && bare(hunted)) this.add(say(target), figureOf(target), hunted);
    const hunters = other(hunted);
    if (attacker && hunters && bare(hunters))
      this.add(say(attacker), this.kind === Battle_Kind.SUBMARINE ? "submarine" : figureOf(attacker), hunters);
    else if (air && hunters && bare(hunters)) this.add(t("web.pq17.theatre.aircraft"), "plane", hunters);
  }

  shot(report: Report): void {
    const shot = shotIn(report);
    if (!shot) return;
    const air = this.kind === Battle_Kind.AIR_STRIKE;
    const boat = this.kind === Battle_Kind.SUBMARINE;
    const aloft = report.step === CombatStep_Kind.AIR_TO_AIR;
    const atAircraft = report.step === CombatStep_Kind.ANTI_AIRCRAFT;
    const firer = this.add(shot.firer, boat ? "submarine" : air && !atAircraft ? "plane" : "destroyer");
    const target = this.add(shot.target, aloft || atAircraft ? "plane" : boat ? "merchant" : "destroyer");
    firer.side ??= shot.side ?? other(target.side);
    target.side ??= other(firer.side);
  }

  harm({ body }: Report, told: boolean): void {
    if (body.case !== "loss" || !body.value.what) return;
    const { seat, harm, what, unit } = body.value;
    const count = Math.max(body.value.count, 1);
    const actor = this.add(unit && !say(what) ? unitName(unit) : nameIn(what), "merchant", sideOf(seat));
    if (!told) return;
    if (harm === Loss_Harm.LOST) {
      actor.lost += count;
      actor.out ||= fleet.full(unit) !== undefined || (actor.steps ?? Infinity) <= actor.lost;
    } else if (harm === Loss_Harm.DRIVEN_OFF) actor.out ||= (actor.steps ?? count) <= count;
    else actor.hits += count;
  }
}

export const kindOf = (event: Event): Battle_Kind => {
  const body = event.told[0]?.report.body;
  return body?.case === "milestone" ? body.value.number : Battle_Kind.UNSPECIFIED;
};

// Both sides, when so many reports have been told.
export function castOf(board: Pq17Board, event: Event, upTo: number): Actor[] {
  const cast = new Cast(board, kindOf(event));
  const { battle } = board.view;
  if (battle && battle.kind === cast.kind && event.places.includes(battle.hex)) cast.display(battle);
  for (const { report } of event.told) cast.shot(report);
  event.told.forEach(({ report }, i) => cast.harm(report, i < upTo));
  cast.announced(event.told[0]?.report);
  // Boats have no names: who is harmed and is none of them tells whose they are.
  const actors = [...cast.actors.values()];
  const hunted = actors.find(({ figure, side }) => figure !== "submarine" && side !== undefined)?.side;
  const hunters = other(hunted) ?? "axis";
  for (const actor of actors) actor.side ??= actor.figure === "submarine" ? hunters : other(hunters);
  return actors;
}
