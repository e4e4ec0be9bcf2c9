// Pq17Board: the view of PQ-17 as the screens need it. It reads what the server says and adds nothing.
import { fromBinary } from "@bufbuild/protobuf";
import { MediaQuery } from "svelte/reactivity";
import { Side_Kind } from "../../gen/wardroom/pq17/v1/board_pb";
import { BlockKind_Kind, Ice_Condition, Light_Kind, type IceArea } from "../../gen/wardroom/pq17/v1/types_pb";
import {
  Battle_Kind,
  Clock_Phase,
  MenuKind_Kind,
  Verb_Kind,
  ViewSchema,
  type Battle_Unit,
  type Block,
  type Counter,
  type Force,
  type Own,
  type View,
} from "../../gen/wardroom/pq17/v1/view_pb";
import type { Item } from "../../gen/wardroom/v1/play_pb";
import type { Known, Reach } from "../../gen/wardroom/v1/sight_pb";
import type { Pointer } from "../../play/pointer.svelte";
import type { Table } from "../../play/table.svelte";
import type { Places } from "../../chart/frame";
import type { Board, Plotting } from "../screens";
import type { Box } from "./box";
import { course } from "./course";
import { distance, neighbours, placesOf } from "./geometry";
import { Sheet } from "./sheet.svelte";

export type SideName = "allied" | "axis";
export type KindName = "task_force" | "convoy" | "wolfpack" | "dummy" | "unknown";

// A block on the chart.
export interface Mark {
  key: string;
  hex: number;
  side: SideName;
  block: Block;
  kind: KindName;
  number: number;
  force?: Force; // when its force is known to this viewer
}

// Face-down blocks in a port.
export interface Stack {
  hex: number;
  place: string;
  side: SideName;
  blocks: number;
}

const kinds: Record<BlockKind_Kind, KindName> = {
  [BlockKind_Kind.UNSPECIFIED]: "unknown",
  [BlockKind_Kind.TASK_FORCE]: "task_force",
  [BlockKind_Kind.CONVOY]: "convoy",
  [BlockKind_Kind.WOLFPACK]: "wolfpack",
  [BlockKind_Kind.DUMMY]: "dummy",
};
export const kindName = (kind: BlockKind_Kind): KindName => kinds[kind] ?? "unknown";
export const sideName = (side: Side_Kind): SideName => (side === Side_Kind.AXIS ? "axis" : "allied");

export class Pq17Board implements Board {
  readonly places: Places;
  readonly sheet: Sheet;
  readonly view: View = $derived.by(() => fromBinary(ViewSchema, this.table.view ?? new Uint8Array()));

  // How things stand, while the chart still shows what was before.
  readonly latest: View = $derived.by(() => fromBinary(ViewSchema, this.table.latest ?? new Uint8Array()));

  constructor(
    readonly table: Table,
    readonly pointer: Pointer,
    readonly box: Box,
  ) {
    this.places = placesOf(box.hexes);
    this.sheet = new Sheet(this);
  }

  readonly plotting: Plotting = {
    hours: 12, // AM or PM
    steps: distance,
    subjects: (hex) =>
      (this.marksIn.get(hex) ?? []).filter((mark) => mark.side !== this.side).map((mark) => mark.block.id),
    own: () =>
      this.owns
        .filter(({ side }) => side === this.side)
        .flatMap(({ own }) => own.force.map((force) => this.hexOf(force) ?? 0))
        .filter((hex) => this.places.has(hex)),
  };

  // The viewer's own side; none for an observer.
  readonly side: SideName | undefined = $derived.by(() =>
    this.table.seat === undefined ? undefined : this.table.seat === 0 ? "allied" : "axis",
  );
  readonly owns: readonly { side: SideName; own: Own }[] = $derived.by(() => {
    const { own, truth } = this.view;
    if (truth?.allied && truth.axis)
      return [
        { side: "allied", own: truth.allied },
        { side: "axis", own: truth.axis },
      ];
    return own && this.side ? [{ side: this.side, own }] : [];
  });
  isOwn(side: Side_Kind): boolean {
    return sideName(side) === this.side;
  }
  readonly forces: readonly Force[] = $derived.by(() => this.owns.flatMap(({ own }) => own.force));

  readonly marks: readonly Mark[] = $derived.by(() => {
    const byBlock = new Map(this.forces.filter((force) => force.block !== 0).map((force) => [force.block, force]));
    return (this.view.sea?.block ?? []).map((block) => {
      const force = byBlock.get(block.id);
      return {
        key: `b${block.id}`,
        hex: block.hex,
        side: sideName(block.side),
        block,
        kind: force ? kindName(force.kind) : block.flat ? kindName(block.kind) : "unknown",
        number: force?.number || block.number,
        force,
      } satisfies Mark;
    });
  });
  readonly marksIn: ReadonlyMap<number, Mark[]> = $derived.by(() => group(this.marks));

  readonly stacks: readonly Stack[] = $derived.by(() =>
    (this.view.sea?.stack ?? []).flatMap((stack) => {
      const hex = this.box.placeHex.get(stack.place);
      return hex === undefined || stack.blocks === 0
        ? []
        : [{ hex, place: stack.place, side: sideName(stack.side), blocks: stack.blocks }];
    }),
  );
  readonly stacksIn: ReadonlyMap<number, Stack[]> = $derived.by(() => group(this.stacks));

  // Forces that will stand in a hex when play begins.
  readonly waiting: readonly Force[] = $derived.by(() =>
    this.forces.filter((force) => force.block === 0 && /^\d{4}$/.test(force.place)),
  );

  // Where a force is, or will stand when play begins.
  hexOf(force: Force): number | undefined {
    const block = this.marks.find((mark) => mark.force === force)?.block;
    return block?.hex || this.box.placeHex.get(force.place) || Number(force.place) || undefined;
  }
  // Shows the next of one's own forces at sea, one after the other.
  nextForce(): void {
    const own = [...new Set(this.marks.filter((mark) => mark.force).map((mark) => mark.hex))].filter((hex) => hex > 0);
    const next = own[(own.indexOf(this.pointer.place ?? -1) + 1) % own.length];
    if (next === undefined) return;
    this.pointer.glance([next]);
    this.pointer.place = next;
  }
  // Something stands there that a card can tell of.
  shows(hex: number): boolean {
    return this.marksIn.has(hex) || this.stacksIn.has(hex) || this.airIn.has(hex);
  }

  // ---- where something can have come to, as the server reckons from what this viewer knows ----

  reach = $state.raw<Reach | undefined>();
  askReach({ subject = 0, place = 0, turn = 0 }: { subject?: number; place?: number; turn?: number }): Promise<void> {
    const value = { match: this.table.match, subject: BigInt(subject), place, turn };
    return this.table.learn("reach", { case: "askReach", value }).then((reach) => {
      this.reach = reach;
      if (reach) this.pointer.glance(reach.stages[0]?.places ?? []);
    });
  }

  // ---- the Battle Display ----

  readonly #wide = new MediaQuery("min-width: 60rem");
  aside = $state(false); // the person wants to see the chart
  get roomy(): boolean {
    return this.#wide.current;
  }
  readonly fighting: boolean = $derived.by(() => {
    const { battle } = this.view;
    return (
      battle !== undefined && battle.kind !== Battle_Kind.UNSPECIFIED && battle.unit.length + battle.raid.length > 0
    );
  });
  // It lies over the chart.
  readonly staged: boolean = $derived.by(() => this.fighting && this.roomy && !this.aside);

  // A counter on the Battle Display; one's own lie face up for oneself. None: face down.
  counter(unit: Battle_Unit): Counter | undefined {
    return unit.ship ?? this.owns.flatMap(({ own }) => own.display).find((each) => each.id === unit.id)?.ship;
  }

  // The items of the menu by the places they belong to.
  readonly offers: ReadonlyMap<number, Item[]> = $derived.by(() => {
    const found = new Map<number, Item[]>();
    for (const item of this.table.menu?.items ?? []) {
      for (const place of new Set(item.places)) found.set(place, [...(found.get(place) ?? []), item]);
    }
    return found;
  });

  // Where the route ends that is being plotted or planned now.
  readonly plotEnd: number | undefined = $derived.by(() => {
    const menu = this.table.menu;
    if (menu?.kind === MenuKind_Kind.PLAN_ROUTE) return this.#planEnd(menu.items);
    if (menu?.kind !== MenuKind_Kind.PLOT) return undefined;
    const end = menu.prompt?.arguments.find(({ name }) => name === "hex")?.value;
    return end?.case === "word" ? Number(end.value) : undefined;
  });
  // The last hex of a plan that all the hexes on offer lie around; of several plans, the one begun last.
  #planEnd(items: readonly Item[]): number | undefined {
    const next = items.flatMap(({ action, places }) => (action?.verb === Verb_Kind.STEP ? places : []));
    const ends = this.forces
      .filter((force) => force.plan.length > 0)
      .map(
        (force) =>
          force.plan.flatMap(({ route }) => route).at(-1) ?? this.box.placeHex.get(force.place) ?? Number(force.place),
      );
    return next.length === 0 ? undefined : ends.findLast((end) => next.every((hex) => neighbours(end).includes(hex)));
  }
  readonly enemyPorts: ReadonlySet<number> = $derived.by(
    () =>
      new Set(
        this.box.ports
          .filter((port) => sideName(port.side) !== this.side && !port.temporary)
          .map((port) => Number(port.hex)),
      ),
  );
  // The way a plotted route would go on to a hex that is farther off than the choices of the menu.
  way(hex: number): number[] {
    if (this.plotEnd === undefined || this.offers.has(hex)) return [];
    return course(this.box, this.plotEnd, hex, this.enemyPorts);
  }
  plot(way: readonly number[]): Promise<void> {
    const verb = this.table.menu?.kind === MenuKind_Kind.PLAN_ROUTE ? Verb_Kind.STEP : Verb_Kind.PLOT_STEP;
    return this.table.actAll(way.map((hex) => ({ verb, arguments: [BigInt(hex)] })));
  }

  readonly over: boolean = $derived.by(() => (this.view.clock?.phase ?? 0) >= Clock_Phase.CONFIRMATION);
  readonly turn: number = $derived.by(() => this.view.clock?.turn ?? 1);
  readonly night: boolean = $derived.by(() => this.view.sight?.light === Light_Kind.NIGHT);
  // What is known of the others' blocks, by block.
  readonly known: ReadonlyMap<number, Known> = $derived.by(
    () => new Map(this.view.sight?.known.map((each) => [Number(each.subject), each])),
  );

  // As it stands: the marker of the area.
  ice(area: IceArea): { condition: Ice_Condition; certain: boolean } {
    const marker = this.view.environment?.ice.find(
      (each) => each.area?.sector === area.sector && each.area.zone === area.zone,
    );
    return { condition: marker?.condition ?? Ice_Condition.UNSPECIFIED, certain: marker?.certain ?? true };
  }

  readonly airIn: ReadonlyMap<
    number,
    { key: number; side: SideName; unit: string; number: number; cs: number; flying: boolean }[]
  > = $derived.by(() =>
    group(
      [...(this.view.air?.unit ?? []), ...this.owns.flatMap(({ own }) => own.aboard)].flatMap((unit) => {
        const hex = unit.hex || unit.radius[0] || this.box.placeHex.get(unit.base);
        return hex === undefined
          ? []
          : [
              {
                hex,
                key: unit.key,
                side: sideName(unit.side),
                unit: unit.unit,
                number: unit.number,
                cs: unit.cs,
                flying: unit.mission !== 0,
              },
            ];
      }),
    ),
  );

  // What the chart should show first.
  *interest(): Iterable<number> {
    for (const mark of this.marks) if (mark.hex) yield mark.hex;
    for (const stack of this.stacks) yield stack.hex;
    for (const place of this.offers.keys()) if (this.box.hexes.has(place)) yield place;
    for (const convoy of this.box.scenario.convoy) {
      const from = convoy.startsAtSea.length > 0 ? convoy.startsAtSea : convoy.departure;
      for (const place of [...from, ...convoy.destination]) {
        const hex = this.box.placeHex.get(place) ?? Number(place);
        if (this.box.hexes.has(hex)) yield hex;
      }
    }
  }
}

function group<T extends { hex: number }>(list: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const each of list) found.set(each.hex, [...(found.get(each.hex) ?? []), each]);
  return found;
}
