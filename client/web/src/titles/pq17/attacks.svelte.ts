// Attacks: who of one's own fights whom, beneath the sea and on it, on one sheet that is filled once movement is over. Where a
// segment is asked its menu says what can be attacked; before that, what lies in one hex.
import { SvelteMap } from "svelte/reactivity";
import { BlockKind_Kind } from "../../gen/wardroom/pq17/v1/types_pb";
import {
  Clock_Segment,
  MenuKind_Kind,
  TargetCategory_Kind,
  Verb_Kind,
  type Force,
} from "../../gen/wardroom/pq17/v1/view_pb";
import type { Item } from "../../gen/wardroom/v1/play_pb";
import { text, type Group } from "../../play/orders";
import type { Mark, Pq17Board } from "./board.svelte";
import { nameOf } from "./geometry";
import { blockName, forceName } from "./names";
import { surfaceOf, underwaterOf } from "./phase";

const { SUBMARINE_COMBAT, SURFACE_COMBAT } = MenuKind_Kind;
const { TASK_FORCE, CONVOY, WOLFPACK } = BlockKind_Kind;

export interface Attack {
  key: string;
  kind: number; // of menu
  verb: number;
  force: Force;
  target: Mark;
  item?: Item; // of the menu, if it is asked
}

// What a Wolfpack can be told to aim at.
export const aims: readonly TargetCategory_Kind[] = [
  TargetCategory_Kind.CONVOY_SHIP,
  TargetCategory_Kind.HEAVY,
  TargetCategory_Kind.LIGHT,
  TargetCategory_Kind.CAPITAL,
  TargetCategory_Kind.CARRIER,
  TargetCategory_Kind.CRUISER,
];

export class Attacks {
  readonly #chosen = new SvelteMap<string, number>(); // with the turn in which it was
  readonly #aims = new SvelteMap<string, number>();

  constructor(readonly board: Pq17Board) {}

  // A second force is asked for in the same words as the first; that is no sheet of its own.
  readonly choosesCompany: boolean = $derived.by(
    () => this.board.table.menu?.prompt?.id === "prompt.surface_attack.with",
  );
  readonly rows: readonly Attack[] = $derived.by(() => [
    ...this.#rowsOf(SUBMARINE_COMBAT, Clock_Segment.SUBMARINE_COMBAT),
    ...this.#rowsOf(SURFACE_COMBAT, Clock_Segment.SURFACE_COMBAT),
  ]);
  #rowsOf(kind: number, segment: Clock_Segment): Attack[] {
    const { latest, table } = this.board;
    const { clock } = latest;
    if (!clock || !this.board.isOwn(clock.active) || clock.segment > segment) return [];
    if (table.menu?.kind === kind) return this.choosesCompany ? [] : this.#ofMenu(kind, table.menu.items);
    const open = clock.segment > Clock_Segment.NAVAL_MOVEMENT && clock.segment < segment;
    return open ? this.#ofChart().filter((each) => each.kind === kind) : [];
  }
  #ofMenu(kind: number, items: readonly Item[]): Attack[] {
    return items.flatMap((item) => {
      const [force, block] = (item.action?.arguments ?? []).map(Number);
      const own = this.board.forces.find(({ key }) => key === force);
      const target = this.board.marks.find((mark) => mark.block.id === block);
      return own && target ? [attack(kind, item.action!.verb, own, target, item)] : [];
    });
  }
  // Whoever lies in one hex with an enemy that can be attacked.
  #ofChart(): Attack[] {
    return this.board.marks.flatMap(({ force, block, hex }) => {
      if (!force || hex === 0 || block.under !== 0 || block.attacked) return [];
      if (force.kind === WOLFPACK && block.moved) return [];
      return (this.board.marksIn.get(hex) ?? [])
        .filter((mark) => !this.board.isOwn(mark.block.side) && mark.block.flat && !mark.block.scattered)
        .flatMap((mark) => between(force, mark));
    });
  }

  // ---- what is wanted ----

  aimOf = ({ key }: Attack): number => this.#aims.get(key) ?? 0;
  aim({ key }: Attack, aim: number): void {
    this.#aims.set(key, aim);
  }
  // It stays on the sheet when it has been sent, until it is announced: what is sent next takes the place of all that waits.
  chosen = ({ key }: Attack): boolean => this.#chosen.get(key) === this.board.turn;
  choose({ key }: Attack, on: boolean): void {
    if (on) this.#chosen.set(key, this.board.turn);
    else this.#chosen.delete(key);
  }
  get wanted(): readonly Attack[] {
    return this.rows.filter(this.chosen);
  }
  groups(): ReadonlyMap<number, readonly Group[]> {
    const under = this.wanted.filter(({ kind }) => kind === SUBMARINE_COMBAT);
    const surface = Map.groupBy(
      this.wanted.filter(({ kind }) => kind === SURFACE_COMBAT),
      ({ target }) => target.block.id,
    );
    const all = new Map<number, readonly Group[]>();
    if (under.length > 0)
      all.set(
        SUBMARINE_COMBAT,
        under.map((each) => this.#underwater(each)),
      );
    if (surface.size > 0) all.set(SURFACE_COMBAT, [...surface.values()].map(together));
    return all;
  }
  #underwater(each: Attack): Group {
    const { force, target, verb } = each;
    const boats = force.ship.reduce((sum, { cs }) => sum + cs, 0);
    const aim = verb === Verb_Kind.SUBMARINE_ATTACK ? this.aimOf(each) : 0;
    return {
      label: text("web.pq17.sheet.order.attack", { force: forceName(force), target: targetName(target) }),
      wanted: underwaterOf({ force: force.key, target: target.block.id, verb, aim, boats }),
    };
  }
}

function together(each: readonly Attack[]): Group {
  const { target } = each[0]!;
  return {
    label: text("web.pq17.sheet.order.battle", { target: targetName(target), count: each.length }),
    wanted: surfaceOf(
      target.block.id,
      each.map(({ force }) => force.key),
    ),
  };
}

function between(force: Force, target: Mark): Attack[] {
  const { kind } = target.block;
  if (force.kind === WOLFPACK)
    return [attack(SUBMARINE_COMBAT, kind === WOLFPACK ? Verb_Kind.AMBUSH : Verb_Kind.SUBMARINE_ATTACK, force, target)];
  if (force.kind !== TASK_FORCE) return [];
  if (kind === WOLFPACK) return [attack(SUBMARINE_COMBAT, Verb_Kind.OFFENSIVE_ASW, force, target)];
  return kind === TASK_FORCE || kind === CONVOY ? [attack(SURFACE_COMBAT, Verb_Kind.ATTACK, force, target)] : [];
}

const attack = (kind: number, verb: number, force: Force, target: Mark, item?: Item): Attack => ({
  key: [verb, force.key, target.block.id].join(),
  kind,
  verb,
  force,
  target,
  ...(item && { item }),
});

export const targetName = ({ kind, number, hex }: Mark): string => `${blockName(kind, number)}, ${nameOf(hex)}`;
