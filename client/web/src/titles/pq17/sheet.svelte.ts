// Sheet: a Player Phase on one sheet of paper: where each force goes and what it does about ice, aircraft and fuel, where each aircraft flies,
// which answers of a menu are wanted together. It is filled in any order and sent once, as a queue of ordinary actions; what is
// allowed, the server says when each is played.
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { SearchSector_Kind } from "../../gen/wardroom/pq17/v1/types_pb";
import {
  Air_Mission,
  Clock_Segment,
  MenuKind_Kind,
  Verb_Kind,
  type Air_Unit,
  type Force,
} from "../../gen/wardroom/pq17/v1/view_pb";
import type { Item } from "../../gen/wardroom/v1/play_pb";
import type { Order } from "../../gen/wardroom/v1/queue_pb";
import { text, toOrders, waiting, type Group, type Wanted } from "../../play/orders";
import { Attacks } from "./attacks.svelte";
import type { Pq17Board } from "./board.svelte";
import { course, hexesTo } from "./course";
import { fleet } from "./fleet.svelte";
import { affordable, type Sparing } from "./fuel";
import { distance, nameOf } from "./geometry";
import type { Muster } from "./muster.svelte";
import { airUnitName, forceName } from "./names";
import { hasNoTarget, weatherIn, whyGrounded, whyStays, type Offered, type Stays, type WhyGrounded } from "./obstacles";
import { squadrons } from "./squadrons.svelte";
import {
  attackOf,
  attacks,
  choices,
  flightOf,
  followOf,
  isWithin,
  moveOf,
  passedAtFirst,
  phase,
  searchOf,
  searchRest,
  severalOf,
  stations,
  type AtAir,
  type AtIce,
  type Flight,
  type Search,
} from "./phase";
import { pace, remaining, turnsFor, type Voyage } from "./voyage";

// What a click on the chart is for.
export type Armed = { force: number } | { units: ReadonlySet<number>; patrol: boolean } | { search: true };

// What a force does about whatever it may meet.
export interface Policy {
  ice: AtIce;
  air: AtAir; // a Wolfpack
  fuel: Sparing; // a force that has a fuel marker
}

// What of the sheet is sent.
type Part = "whole" | "ticked" | "attacks";

const ends = new Set<number>([Verb_Kind.DONE]);
const begins = new Set<number>([Verb_Kind.CHOOSE_FORCE, Verb_Kind.LEAVE_PORT, Verb_Kind.FOLLOW_ROUTE]);
const sortOf = ({ unit, base, cs, aborted, damaged }: Air_Unit): string => String([unit, base, cs, aborted, damaged]);
const isAllied = (sector: SearchSector_Kind) =>
  sector === SearchSector_Kind.BRITISH || sector === SearchSector_Kind.SOVIET;

export class Sheet {
  readonly moves = new SvelteMap<number, Voyage>(); // by force; kept until they end
  readonly flights = new SvelteMap<number, Flight>();
  readonly ticked = new SvelteSet<string>();
  armed = $state.raw<Armed | undefined>();
  last = $state.raw<readonly Flight[]>([]); // as they were sent in an earlier turn
  readonly #key: string;
  readonly #voyages: string;
  readonly #passes: string;
  readonly #rests: string;
  readonly attacks: Attacks;

  constructor(readonly board: Pq17Board) {
    this.#key = `wardroom.flights.${board.table.memory}`;
    this.last = JSON.parse(localStorage.getItem(this.#key) ?? "[]") as Flight[];
    this.#voyages = `wardroom.voyages.${board.table.memory}`;
    const kept = JSON.parse(localStorage.getItem(this.#voyages) ?? "[]") as [number, Voyage][];
    for (const [force, voyage] of kept) this.moves.set(force, voyage);
    this.#passes = `wardroom.passes.${board.table.memory}`;
    const passed = JSON.parse(localStorage.getItem(this.#passes) ?? JSON.stringify(passedAtFirst)) as number[];
    for (const kind of choices) if (passed.includes(kind)) this.passed.add(kind);
    this.#rests = `wardroom.rests.${board.table.memory}`;
    const rests = JSON.parse(localStorage.getItem(this.#rests) ?? "[]") as number[];
    for (const kind of stations) if (rests.includes(kind)) this.rests.add(kind);
    this.attacks = new Attacks(board);
  }

  // ---- where one never stops ----

  readonly passed = new SvelteSet<number>();
  pass(kind: number, on: boolean): void {
    if (on) this.passed.add(kind);
    else this.passed.delete(kind);
    localStorage.setItem(this.#passes, JSON.stringify([...this.passed]));
  }
  // ---- and where the sheet waits ----

  readonly rests = new SvelteSet<number>();
  rest(kind: number, on: boolean): void {
    if (on) this.rests.add(kind);
    else this.rests.delete(kind);
    localStorage.setItem(this.#rests, JSON.stringify([...this.rests]));
  }

  // ---- movement ----

  hexOf(force: Force): number | undefined {
    const block = this.board.marks.find((mark) => mark.force?.key === force.key)?.hex;
    return block || this.board.box.placeHex.get(force.place);
  }
  // Forces that one could order now.
  get forces(): Force[] {
    return this.board.side === undefined ? [] : this.board.forces.filter((force) => this.hexOf(force) !== undefined);
  }
  move(force: Force, to: number): boolean {
    if (this.staying(force)?.certain) return false;
    const before = this.voyageOf(force);
    const from = before?.way.at(-1) ?? this.hexOf(force);
    if (from === undefined) return false;
    const intoPort = this.#isOwnPort(to);
    const way = course(this.board.box, from, to, this.board.enemyPorts);
    const entersHere = from === to && intoPort && (force.block !== 0 || before !== undefined);
    if (way.length === 0 && !entersHere) return false;
    this.moves.set(force.key, { way: [...(before?.way ?? []), ...way], intoPort });
    return true;
  }
  #isOwnPort = (hex: number): boolean =>
    this.board.box.ports.some((port) => Number(port.hex) === hex) && !this.board.enemyPorts.has(hex);
  // It lies outside a port of its own and could go in.
  outsidePort(force: Force): boolean {
    const hex = this.hexOf(force);
    return force.block !== 0 && hex !== undefined && this.#isOwnPort(hex);
  }
  forget({ key }: Force): void {
    this.moves.delete(key);
    this.#keepVoyages();
  }
  // Where a force is ordered to go from where it is; none: it has no order, or has arrived.
  voyageOf(force: Force): Voyage | undefined {
    const [voyage, at] = [this.moves.get(force.key), this.hexOf(force)];
    const { box, enemyPorts } = this.board;
    return voyage && at !== undefined
      ? remaining(voyage, at, force.block === 0, (to) => course(box, at, to, enemyPorts))
      : undefined;
  }
  #keepVoyages(): void {
    const kept = this.board.forces.flatMap((force) => {
      const voyage = this.moves.get(force.key);
      return voyage?.sent && this.voyageOf(force) ? [[force.key, voyage] as const] : [];
    });
    localStorage.setItem(this.#voyages, JSON.stringify(kept));
  }
  get #mine(): boolean {
    const { clock } = this.board.latest;
    return clock !== undefined && this.board.isOwn(clock.active);
  }
  // In this turn's movement it has gone as far as it goes.
  hasMoved({ done, hexes, enteredPort }: Force): boolean {
    const moving = (this.board.latest.clock?.segment ?? 0) >= Clock_Segment.NAVAL_MOVEMENT;
    return this.#mine && moving && (done || hexes > 0 || enteredPort);
  }
  // The turn in which it comes to where it was sent, as far as can be foreseen.
  arrival(force: Force, voyage: Voyage): number | undefined {
    const { clock } = this.board.latest;
    if (!clock) return undefined;
    const { numbers } = this.board.box;
    const printed = force.ship.map(({ unit, cs }) => fleet.speed(unit, cs));
    const hexes = pace(force, printed, this.policyOf(force).fuel !== "no", numbers);
    const turns = turnsFor(voyage, force.block === 0, hexes, numbers);
    const played = !this.#mine && this.board.isOwn(clock.initiative); // this turn's movement is over
    return Number.isFinite(turns) ? clock.turn + turns - (played || this.hasMoved(force) ? 0 : 1) : undefined;
  }
  readonly #policies = new SvelteMap<number, Policy>();
  policyOf({ key }: Force): Policy {
    return this.#policies.get(key) ?? { ice: "cross", air: "ask", fuel: "no" };
  }
  change(force: Force, policy: Partial<Policy>): void {
    this.#policies.set(force.key, { ...this.policyOf(force), ...policy });
  }
  // How much of its way a force goes this turn, as its policy about fuel has it.
  wayOf(force: Force, { way }: Pick<Voyage, "way">): readonly number[] {
    const { box, enemyPorts, latest } = this.board;
    const { fuel } = this.policyOf(force);
    if (fuel === "no" || force.fuelTurn === 0) return way;
    const ports = box.ports.map(({ hex }) => Number(hex)).filter((hex) => !enemyPorts.has(hex));
    const home = (hex: number) => hexesTo(box, hex, new Set(ports), enemyPorts);
    const turnsLeft = force.fuelTurn - (latest.clock?.turn ?? 0);
    return way.slice(0, affordable({ way, inPort: force.block === 0, turnsLeft, home }, fuel, box.numbers));
  }

  // ---- air ----

  // Those that can be sent: of the menu if it is asked, else all that stand ready.
  get units(): Air_Unit[] {
    const { view, owns, table } = this.board;
    const all = [...(view.air?.unit ?? []), ...owns.flatMap(({ own }) => own.aboard)];
    if (table.menu?.kind === MenuKind_Kind.AIR_MISSION) {
      const keys = new Set(
        table.menu.items.flatMap(({ action }) =>
          action?.verb === Verb_Kind.CHOOSE_AIR ? [Number(action.arguments[0])] : [],
        ),
      );
      const offered = new Set(all.filter(({ key }) => keys.has(key)).map(sortOf));
      return all.filter(
        (unit) =>
          keys.has(unit.key) || (unit.mission === Air_Mission.AT_BASE && !unit.flown && offered.has(sortOf(unit))),
      );
    }
    return all.filter((unit) => this.#isReady(unit) && !this.#grounding(unit, undefined));
  }
  #isReady = (unit: Air_Unit): boolean =>
    this.board.isOwn(unit.side) &&
    unit.mission === Air_Mission.AT_BASE &&
    unit.cs > unit.damaged &&
    !squadrons.photographs(unit.unit);
  #grounding(unit: Air_Unit, offered: Offered): WhyGrounded | undefined {
    if (!this.#mine) return undefined;
    const { latest, night } = this.board;
    const base = this.baseOf(unit);
    const effect = base === undefined ? undefined : squadrons.effect(weatherIn(latest.environment, base));
    return whyGrounded({ unit, model: squadrons.of(unit.unit), effect, night }, latest, offered);
  }
  // Those that cannot be sent now, and why.
  get grounded(): readonly { unit: Air_Unit; why: WhyGrounded }[] {
    const { view, owns, table } = this.board;
    const sent = new Set(this.units.map(({ key }) => key));
    const offered = table.menu?.kind === MenuKind_Kind.AIR_MISSION ? false : undefined;
    return [...(view.air?.unit ?? []), ...owns.flatMap(({ own }) => own.aboard)]
      .filter((unit) => this.#isReady(unit) && !(unit.flown && this.#mine) && !sent.has(unit.key))
      .flatMap((unit) => {
        const why = this.#grounding(unit, offered);
        return why ? [{ unit, why }] : [];
      });
  }
  // It would fly to where there is nothing for it to do: said of one's own phase, in which the enemy stays where he is.
  isVain({ unit, hex }: Flight): boolean {
    const { box, marksIn, enemyPorts } = this.board;
    const flying = this.units.find(({ key }) => key === unit);
    const enemies = (marksIn.get(hex) ?? []).filter(({ block }) => !this.board.isOwn(block.side)).length;
    const enemyPlace = enemyPorts.has(hex) || box.airbases.some((base) => Number(base.hex) === hex);
    return this.#mine && flying !== undefined && hasNoTarget(squadrons.of(flying.unit), enemies, enemyPlace);
  }
  // Where aircraft take off; a carrier's from where she is.
  baseOf({ base }: Air_Unit): number | undefined {
    const aboard = this.board.forces.find(({ ship }) => ship.some(({ unit }) => unit === base));
    return aboard ? this.hexOf(aboard) : this.board.box.placeHex.get(base);
  }
  // As far as its counter says; nothing is said against what is not known.
  reaches(unit: Air_Unit, hex: number): boolean {
    const [base, range] = [this.baseOf(unit), squadrons.range(unit.unit)];
    return base === undefined || range === undefined || distance(base, hex) <= range;
  }
  // Hexes that all of those reach for which a target is chosen now.
  readonly inRange: ReadonlySet<number> = $derived.by(() => {
    const { armed } = this;
    if (!armed || !("units" in armed)) return new Set<number>();
    const units = this.units.filter(({ key }) => armed.units.has(key));
    return new Set([...this.board.box.hexes.keys()].filter((hex) => units.every((unit) => this.reaches(unit, hex))));
  });
  short = $state.raw<{ hex: number; count: number } | undefined>(); // so many could not be sent there
  fly(units: Iterable<number>, hex: number, patrol: boolean): void {
    const known = new Map(this.units.map((unit) => [unit.key, unit]));
    let count = 0;
    for (const unit of units) {
      if (known.has(unit) && !this.reaches(known.get(unit)!, hex)) ++count;
      else this.flights.set(unit, { unit, hex, patrol });
    }
    this.short = count > 0 ? { hex, count } : undefined;
  }
  asLastTurn(): void {
    for (const { unit, hex, patrol } of this.last)
      if (this.units.some(({ key }) => key === unit)) this.fly([unit], hex, patrol);
  }

  // ---- several answers to one question ----

  get several(): readonly Item[] {
    const { menu } = this.board.table;
    if (!menu || !severalOf.has(menu.kind)) return [];
    if (this.attacks.rows.some(({ item }) => item)) return []; // they stand on a sheet of their own
    return menu.items.filter(({ action }) => action && !ends.has(action.verb));
  }
  static keyOf = (item: Item): string => `${item.action?.verb}:${String(item.action?.arguments)}`;
  // Aircraft over the target of an attack from the air; all of them take part but those left out.
  readonly leftOut = new SvelteSet<string>();
  raiders(item: Item): Air_Unit[] {
    if (this.board.table.menu?.kind !== MenuKind_Kind.STRIKE) return [];
    const { view, owns } = this.board;
    const all = [...(view.air?.unit ?? []), ...owns.flatMap(({ own }) => own.aboard)];
    return all.filter(
      ({ side, mission, hex }) => this.board.isOwn(side) && mission === Air_Mission.FLYING && item.places.includes(hex),
    );
  }
  static pairOf = (item: Item, unit: Air_Unit): string => `${Sheet.keyOf(item)} ${unit.key}`;
  get #ticked(): Group[] {
    const kind = this.board.table.menu?.kind ?? 0;
    return this.several
      .filter((item) => this.ticked.has(Sheet.keyOf(item)))
      .map((item) => ({ label: item.label ?? text(""), wanted: this.#wantedOf(kind, item) }));
  }
  #wantedOf(kind: number, item: Item): Wanted[] {
    const { verb, arguments: given } = item.action!;
    if (!attacks.has(kind)) return [{ kind, verb, arguments: given, told: true }];
    const units = this.raiders(item).filter((unit) => !this.leftOut.has(Sheet.pairOf(item, unit)));
    return attackOf(
      kind,
      item.action!,
      units.map(({ key }) => key),
    );
  }
  // Reactions are no part of a queue: their answers go at once, in one sending.
  async #sendAnswers(): Promise<void> {
    const { table } = this.board;
    const { menu } = table;
    if (!menu) return;
    if (menu.reaction) {
      const passing = menu.items.filter(({ action }) => action && ends.has(action.verb));
      const chosen = this.several.filter((item) => this.ticked.has(Sheet.keyOf(item)));
      await table.actAll([...chosen, ...passing.slice(0, 1)].map(({ action }) => action!));
    } else {
      const part = this.attacking ? "attacks" : "ticked";
      const between = isWithin(menu.kind) || this.attacks.choosesCompany;
      await this.#give(this.groups(menu.kind, part), between ? waiting(table.queue) : []);
    }
    this.#untick();
  }
  // What has been found is known now, and what is done about it stands on one sheet.
  get attacking(): boolean {
    const { menu } = this.board.table;
    return (
      menu !== undefined && !menu.reaction && (menu.kind === MenuKind_Kind.RECON_SEARCHER || attacks.has(menu.kind))
    );
  }
  // How many of them are wanted; attacks that are ordered before their segment comes are sent with it.
  get answers(): number {
    return this.ticked.size + (this.attacking ? this.attacks.wanted.length : 0);
  }
  #untick(): void {
    this.ticked.clear();
    this.leftOut.clear();
  }

  // ---- searches ----

  readonly searches = new SvelteMap<number, Search>(); // by hex
  everyContact = $state(false);
  readonly sectors: readonly { sector: SearchSector_Kind; left: number }[] = $derived.by(() =>
    (this.board.view.air?.search ?? [])
      .filter(({ sector }) => isAllied(sector) === (this.board.side === "allied"))
      .map(({ sector, hexes, designated }) => {
        const chosen = [...this.searches.values()].filter((search) => search.sector === sector).length;
        return { sector, left: hexes - designated.length - chosen };
      }),
  );
  search(hex: number): boolean {
    if (this.searches.delete(hex)) return true;
    const over = this.board.box.hexes.get(hex)?.searchSector ?? [];
    const free = this.sectors.find(({ sector, left }) => left > 0 && over.includes(sector));
    if (free) this.searches.set(hex, { sector: free.sector, hex });
    return free !== undefined;
  }

  // ---- set-up, from the organisation board ----

  readonly setsUp: boolean = $derived.by(() => this.board.table.menu?.kind === MenuKind_Kind.SET_UP);
  mustering = $state(false); // the board lies over the chart
  async sendSetUp(muster: Muster): Promise<void> {
    const nextKey = this.board.latest.own?.nextKey ?? 0;
    await this.#give([{ label: text("web.pq17.board.order"), wanted: muster.wanted(nextKey) }]);
    if (!this.board.table.trouble) this.mustering = false;
  }

  // ---- on the chart ----

  // A click on a hex while something is armed.
  take(hex: number): boolean {
    const { armed } = this;
    if (!armed) return false;
    if ("search" in armed) return this.search(hex);
    if ("units" in armed) {
      this.fly(armed.units, hex, armed.patrol);
      if (this.short?.count !== armed.units.size) this.armed = undefined; // none reaches it: another is chosen
      return true;
    }
    const force = this.forces.find(({ key }) => key === armed.force);
    return force !== undefined && this.move(force, hex);
  }

  // ---- what is sent ----

  get size(): number {
    return this.#planned + Number(this.everyContact) + this.answers;
  }
  get #planned(): number {
    return this.#moving.length + this.flights.size + this.searches.size;
  }
  // Movement, flights and searches of this phase are still to come, or it is not one's own.
  get plans(): boolean {
    const { clock } = this.board.latest;
    const own = clock !== undefined && this.board.isOwn(clock.active);
    return !this.attacking && !(own && clock.segment > Clock_Segment.RECONNAISSANCE);
  }
  // The question is answered by itself: it stands by itself, or nothing has been planned for what comes after it.
  get alone(): boolean {
    const { menu } = this.board.table;
    if (!menu || menu.reaction) return this.several.length > 0;
    if (!this.plans) return true;
    const searching = menu.kind === MenuKind_Kind.DESIGNATE && this.everyContact;
    return this.several.length > 0 && this.#planned === 0 && !searching;
  }
  get empty(): boolean {
    return this.alone && this.several.length === 0 && !this.attacking;
  }
  // What it brings to end the question that is answered now, if nothing is wanted there.
  get ending(): Item["consequence"] {
    const { menu } = this.board.table;
    if (!menu || !this.alone) return undefined;
    return menu.items.find(({ action }) => action && ends.has(action.verb))?.consequence;
  }
  // Whoever could be ordered and is not.
  get idle(): { forces: number; aircraft: number } | undefined {
    if (this.alone || !this.board.table.menu) return undefined;
    const forces = this.forces.filter(
      (each) => !this.voyageOf(each) && each.route.length === 0 && !this.staying(each)?.certain,
    ).length;
    const aircraft = this.units.filter(({ key }) => !this.flights.has(key)).length;
    return forces + aircraft > 0 ? { forces, aircraft } : undefined;
  }
  // How the menu lets it begin, if movement is asked.
  #beginning({ key }: Force): Item | undefined {
    const { menu } = this.board.table;
    if (menu?.kind !== MenuKind_Kind.MOVE) return undefined;
    return menu.items.find(({ action }) => action && begins.has(action.verb) && Number(action.arguments[0]) === key);
  }
  // Why it cannot be ordered, or perhaps cannot.
  staying(force: Force): Stays | undefined {
    const asked = this.board.table.menu?.kind === MenuKind_Kind.MOVE;
    if (this.hasMoved(force) && force.block !== 0) return undefined; // it is ordered for its next turn
    const offered = asked ? this.#beginning(force) !== undefined : undefined;
    return whyStays(force, this.board.latest, this.#mine, offered);
  }
  // What it costs to send it out, as the menu says.
  costOf(force: Force): Item["consequence"] {
    return force.block === 0 ? this.#beginning(force)?.consequence : undefined;
  }
  // Those that go when the sheet is sent.
  get #moving(): { force: Force; voyage: Voyage }[] {
    return this.board.forces.flatMap((force) => {
      const voyage = this.hasMoved(force) ? undefined : this.voyageOf(force);
      return voyage ? [{ force, voyage }] : [];
    });
  }
  #moves(): Group[] {
    const ordered = this.#moving.flatMap(({ force, voyage }) => {
      const { ice, air } = this.policyOf(force);
      const way = this.wayOf(force, voyage);
      const last = way.at(-1);
      const intoPort = voyage.intoPort && way.length === voyage.way.length;
      if (last === undefined && !intoPort) return [];
      const label = text(intoPort ? "web.pq17.sheet.order.enter" : "web.pq17.sheet.order.move", {
        force: forceName(force),
        hex: nameOf(last ?? this.hexOf(force)!),
      });
      return [{ label, wanted: moveOf({ force: force.key, way, intoPort, ice, air }, force.block === 0) }];
    });
    const following = this.board.forces
      .filter((force) => force.route.length > 0 && !this.voyageOf(force))
      .map((force) => ({
        label: text("web.pq17.sheet.order.follow", { force: forceName(force) }),
        wanted: followOf(force.key, force.route.length, this.policyOf(force).ice),
      }));
    return [...ordered, ...following];
  }
  // Of aircraft that are alike the first is asked for: one is as good as another.
  #flights(): Group[] {
    const free = Map.groupBy(this.units, sortOf);
    const units = new Map(this.units.map((unit) => [unit.key, unit]));
    return [...this.flights.values()].flatMap((flight) => {
      const wanted = units.get(flight.unit);
      const unit = wanted && free.get(sortOf(wanted))?.shift();
      if (!unit) return [];
      const label = text("web.pq17.sheet.order.fly", { unit: airUnitName(unit), hex: nameOf(flight.hex) });
      return [{ label, wanted: flightOf({ ...flight, unit: unit.key }) }];
    });
  }
  // `through`: with which menu the sheet ends; what it does not say until then is passed.
  groups(through: number, part: Part): Group[] {
    const { menu } = this.board.table;
    return phase({
      asked: menu && !menu.reaction ? menu.kind : 0,
      ticked: this.#ticked,
      moves: this.#moves(),
      flights: this.#flights(),
      searches: [...[...this.searches.values()].map(searchOf), ...(this.everyContact ? [searchRest] : [])],
      attacks: part === "attacks" ? this.attacks.groups() : new Map(),
      passed: this.passed,
      rests: this.rests,
      through,
      finishes: part !== "whole",
    });
  }
  // The one way of sending: the answers to a question that stands alone, or everything up to the searches.
  async send(): Promise<void> {
    this.armed = this.short = undefined;
    if (this.alone) return this.#sendAnswers();
    const groups = this.groups(MenuKind_Kind.DESIGNATE, "whole");
    if (this.flights.size > 0) {
      this.last = [...this.flights.values()];
      localStorage.setItem(this.#key, JSON.stringify(this.last));
    }
    await this.#give(groups);
    if (this.board.table.trouble) return;
    this.#untick();
    for (const force of this.board.forces) {
      const voyage = this.voyageOf(force);
      if (voyage) this.moves.set(force.key, { ...voyage, sent: true });
      else this.moves.delete(force.key);
    }
    this.#keepVoyages();
    this.flights.clear();
    this.searches.clear();
  }
  #give(groups: readonly Group[], then: readonly Order[] = []): Promise<void> {
    const { table } = this.board;
    return table.giveOrders([...toOrders(groups, table.queue), ...then]);
  }
}
