// Sheet: the orders of a side on one sheet of paper: courses that are kept until something happens, who leaves port, and which ships
// sail together. It is filled in any order and sent once, as a queue of ordinary actions; what is allowed, the server says when each
// is played.
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { create } from "@bufbuild/protobuf";
import {
  GroupKind_Kind,
  GroupSchema,
  MenuKind_Kind,
  Phase_Kind,
  Unit_Where,
  Verb_Kind,
  type Group,
} from "../../gen/wardroom/murmansk/v1/view_pb";
import { Class_Kind, Side_Kind } from "../../gen/wardroom/murmansk/v1/types_pb";
import type { Item } from "../../gen/wardroom/v1/play_pb";
import { text, toOrders, waiting, type Group as Ordered } from "../../play/orders";
import { presets } from "../../play/stops";
import type { MurmanskBoard } from "./board.svelte";
import { alongLane, course, courseIn, entriesOf, type Traveller } from "./course";
import { kindName, sideName } from "./kinds";
import { groupName, placeName } from "./names";
import {
  organise,
  periodsOf,
  voyage,
  type Course,
  type Moment,
  type Pace,
  type Regrouping,
  type Sortie,
} from "./orders";

const mostPeriods = 6;

export class Sheet {
  readonly #courses = new SvelteMap<number, readonly number[]>(); // by group; empty: it stays
  readonly #key: string;
  armed = $state.raw<number | undefined>(); // the group that the next click on the chart is for
  #extends = false; // and goes on from where its course ends
  onward = $state(true); // until something happens, not for this period alone
  readonly taken = new SvelteMap<number, SvelteSet<number>>(); // ships, by the port they leave
  readonly bound = new SvelteMap<number, number>(); // where those go first, by port
  readonly regrouped = new SvelteMap<number, number>(); // groups, by ship

  constructor(readonly board: MurmanskBoard) {
    this.#key = `wardroom.courses.${board.table.memory}`;
    const kept = JSON.parse(localStorage.getItem(this.#key) ?? "[]") as [number, number[]][];
    for (const [group, way] of kept) this.#courses.set(group, way);
  }
  #keep(): void {
    localStorage.setItem(this.#key, JSON.stringify([...this.#courses]));
  }

  get #own() {
    return this.board.latest.own;
  }
  // Those at sea, and of the Allies those that can enter.
  readonly groups: readonly Group[] = $derived.by(() =>
    (this.board.latest.own?.group ?? []).filter(({ place }) => place !== 0 || this.board.side === "allied"),
  );

  // ---- courses ----

  #traveller({ kind }: Group): Traveller {
    return { side: this.board.side!, kind: kindName(kind), icy: this.board.icy };
  }
  shipsIn(group: Group) {
    return this.#own ? this.board.shipsIn(this.#own, group) : [];
  }
  // As it moves now; weather is not foreseen.
  pace(group: Group): Pace {
    const kind = kindName(group.kind);
    if (kind === "wolfpack") return "second";
    const slow = this.shipsIn(group).some(
      ({ id, damaged }) => damaged || this.board.box.ships.get(id)?.defence === Class_Kind.CVE,
    );
    return kind === "convoy" || slow ? "first" : "both";
  }
  // What is left of it. The Convoy follows the lane, unless it was told otherwise.
  courseOf(group: Group): readonly number[] {
    const way = this.#courses.get(group.key);
    if (!way)
      return kindName(group.kind) === "convoy" ? alongLane(this.board.box, group.place, this.#traveller(group)) : [];
    const passed = way.indexOf(group.place);
    if (passed >= 0) return way.slice(passed + 1);
    const [first] = way;
    const near = group.place === 0 || (first !== undefined && this.board.box.links[group.place - 1]?.includes(first));
    return near ? way : [];
  }
  // Groups for which moves wait to be played.
  readonly sailing: ReadonlySet<number> = $derived.by(
    () =>
      new Set(
        waiting(this.board.table.queue).flatMap(({ action }) =>
          action?.verb === Verb_Kind.MOVE || action?.verb === Verb_Kind.ENTER ? [Number(action.arguments[0])] : [],
        ),
      ),
  );
  arm(group: number | undefined): void {
    this.armed = group;
    this.#extends = false;
  }
  clear(group: Group): void {
    this.#courses.set(group.key, []);
    this.#keep();
  }
  // A click on a position while a group is armed: there first, and on from there.
  take(place: number): boolean {
    const group = this.groups.find(({ key }) => key === this.armed);
    if (!group) return false;
    const { box } = this.board;
    const who = this.#traveller(group);
    const begun = this.#extends ? this.courseOf(group) : [];
    const from = begun.at(-1) ?? group.place;
    const southOnly = this.shipsIn(group).some(({ id }) => box.ships.get(id)?.entersSouth);
    const way = from === 0 ? courseIn(box, entriesOf(box, southOnly), place, who) : course(box, from, place, who);
    if (way.length === 0) return false;
    this.#courses.set(group.key, [...begun, ...way]);
    this.#extends = true;
    this.#keep();
    return true;
  }

  // ---- out of port ----

  // Bases that ships may leave now, with those that lie there.
  readonly ports = $derived.by(() => {
    const sails = (this.board.table.menu?.items ?? []).filter(({ action }) => action?.verb === Verb_Kind.SAIL);
    return sails.map(({ action }) => {
      const port = Number(action!.arguments[0]);
      const ships = (this.board.latest.own?.unit ?? []).filter(
        ({ id, where, port: at }) => where === Unit_Where.PORT && at === port && !this.board.faces.get(id)?.stays,
      );
      return { port, ships: ships.map(({ id }) => this.board.faces.get(id)!).filter(Boolean) };
    });
  });
  numberOf(id: string): number {
    return [...this.board.box.ships.keys()].indexOf(id) + 1;
  }
  waysOut(port: number): number[] {
    const { box, icy } = this.board;
    return (box.links[port - 1] ?? []).filter(
      (to) => course(box, port, to, { side: "axis", kind: "ships", icy }).length === 1,
    );
  }
  choose(port: number, ship: number, on: boolean): void {
    const chosen = this.taken.get(port) ?? new SvelteSet<number>();
    if (on) chosen.add(ship);
    else chosen.delete(ship);
    this.taken.set(port, chosen);
  }
  get #sorties(): Sortie[] {
    return this.ports.flatMap(({ port }) => {
      const ships = [...(this.taken.get(port) ?? [])];
      const to = this.bound.get(port) ?? this.waysOut(port)[0];
      return ships.length > 0 && to !== undefined ? [{ port, ships, to }] : [];
    });
  }

  // ---- reconnaissance ----

  searched = $state(""); // one of these, by its key; empty: nowhere
  readonly searches: readonly Item[] = $derived.by(() =>
    (this.board.table.menu?.items ?? []).filter(({ action }) => action?.verb === Verb_Kind.SEARCH),
  );
  static keyOf = ({ action }: Item): string => String(action?.arguments);
  get #search(): number[] | undefined {
    return this.searches.find((item) => Sheet.keyOf(item) === this.searched)?.action?.arguments.map(Number);
  }

  // ---- which ships sail together ----

  readonly organises: boolean = $derived.by(() => this.board.table.menu?.kind === MenuKind_Kind.ORGANISE);
  // Ships that can be put into another group, and where they are.
  readonly mustered = $derived.by(() =>
    !this.organises
      ? []
      : (this.board.table.menu?.items ?? []).flatMap(({ action }) => {
          if (action?.verb !== Verb_Kind.PICK_UNIT) return [];
          const ship = Number(action.arguments[0]);
          const id = [...this.board.box.ships.keys()][ship - 1] ?? "";
          const unit = this.board.latest.own?.unit.find((each) => each.id === id);
          return unit ? [{ ship, id, group: unit.where === Unit_Where.GROUP ? unit.group : 0 }] : [];
        }),
  );
  holdsShips(kind: Group["kind"]): boolean {
    return kindName(kind) === "ships" || kindName(kind) === "convoy";
  }
  // Groups that can still be founded, numbered downwards.
  readonly fresh: readonly Group[] = $derived.by(() => {
    const used = (this.board.latest.own?.group ?? []).filter(({ kind }) => kindName(kind) === "ships").length;
    const left = Math.max(0, (this.board.box.numbers.groups?.allied ?? 0) - used);
    return Array.from({ length: left }, (_, i) => create(GroupSchema, { key: -1 - i, kind: GroupKind_Kind.SHIPS }));
  });
  get #regroupings(): Regrouping[] {
    return this.mustered.flatMap(({ ship, group }) => {
      const to = this.regrouped.get(ship);
      return to === undefined || to === group ? [] : [{ ship, to }];
    });
  }
  async sendGroups(): Promise<void> {
    const wanted = organise(this.#regroupings, this.#own?.nextKey ?? 0);
    await this.#give([{ label: text("web.murmansk.sheet.order.organise"), wanted }]);
    if (!this.board.table.trouble) this.regrouped.clear();
  }

  // ---- what is sent ----

  // What this side is asked now, or next.
  readonly moment: Moment = $derived.by(() => {
    const { menu } = this.board.table;
    const clock = this.board.latest.board?.clock;
    const allied = this.board.side === "allied";
    if (menu?.kind === MenuKind_Kind.PERIOD) return "period";
    if (menu?.kind === MenuKind_Kind.WINDOW) return "window";
    if (menu?.kind === MenuKind_Kind.PULSE) return (clock?.pulse ?? 1) <= 2 ? "first" : "second";
    const begin: Moment = allied ? "period" : "first";
    switch (clock?.phase) {
      case Phase_Kind.SCATTER:
        return "first";
      case Phase_Kind.PULSE:
        if (clock.pulse < (allied ? 2 : 1)) return "first";
        return clock.pulse < (allied ? 4 : 3) ? "second" : "window";
      case Phase_Kind.WINDOW:
        return !allied && sideName(clock.window) === "allied" && clock.window !== Side_Kind.UNSPECIFIED
          ? "window"
          : begin;
      default:
        return begin;
    }
  });
  // The sheet answers what is asked now, or nothing is.
  readonly sends: boolean = $derived.by(() => {
    const { menu } = this.board.table;
    const { PERIOD, PULSE, WINDOW } = MenuKind_Kind;
    return !menu || (!menu.reaction && [PERIOD, PULSE, WINDOW].some((kind) => kind === menu.kind));
  });
  get #voyages(): Course[] {
    return this.groups.flatMap((group) => {
      const way = this.courseOf(group);
      return way.length > 0
        ? [{ group: group.key, name: groupName(group), way, enters: group.place === 0, pace: this.pace(group) }]
        : [];
    });
  }
  get periods(): number {
    if (!this.onward) return 1;
    const longest = Math.max(1, ...this.#voyages.map((each) => periodsOf(each, this.moment)));
    return Math.min(mostPeriods, longest);
  }
  // How many groups go somewhere.
  get size(): number {
    return this.#voyages.length + this.#sorties.length;
  }
  async send(): Promise<void> {
    this.arm(undefined);
    const { side } = this.board;
    if (!side) return;
    await this.#give(
      voyage({
        side,
        from: this.moment,
        courses: this.#voyages,
        sorties: this.#sorties,
        search: this.#search,
        periods: this.periods,
        place: placeName,
      }),
    );
    if (this.board.table.trouble) return;
    this.taken.clear();
    this.searched = "";
  }
  // A course is kept until something happens: whoever has not said what stops him is stopped by what an admiral would be.
  #give(groups: readonly Ordered[]): Promise<void> {
    const { table } = this.board;
    const { kinds = [], topics = [] } = table.queue?.stops ?? {};
    const stops = kinds.length + topics.length === 0 ? [...presets.admiral] : undefined;
    return table.giveOrders(toOrders(groups, table.queue), false, !table.menu, stops);
  }
}
