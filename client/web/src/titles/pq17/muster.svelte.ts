// Muster: the forces of a side before the Operation, as they stand on the organisation board: which ships sail together, and
// from where. What is sent of it is a queue of ordinary answers; what is allowed, the server says when each is played.
import { SvelteMap } from "svelte/reactivity";
import { Side_Kind } from "../../gen/wardroom/pq17/v1/board_pb";
import type { Blocks_Supply } from "../../gen/wardroom/pq17/v1/counters_pb";
import type { ForceNumbers } from "../../gen/wardroom/pq17/v1/numbers_pb";
import type { HistoricalSetup_Force, Scenario } from "../../gen/wardroom/pq17/v1/scenario_pb";
import { BlockKind_Kind, Nation_Kind, ShipType_Kind, type Units } from "../../gen/wardroom/pq17/v1/types_pb";
import { MenuKind_Kind, Verb_Kind } from "../../gen/wardroom/pq17/v1/view_pb";
import type { Wanted } from "../../play/orders";

// What is printed on a counter, as far as limits ask for it.
export interface Printed {
  type: ShipType_Kind;
  nation: Nation_Kind;
  cs: number; // of a named ship, unhit
}
export interface Rules {
  scenario: Scenario;
  side: Side_Kind;
  printed: (unit: string) => Printed | undefined;
  limits: ForceNumbers;
  supply: readonly Blocks_Supply[];
  number: (place: string) => number; // of a port or hex in actions
}

// Ships of one line of the scenario's pools, or a part of them.
export interface Chip {
  id: number;
  line: number; // in the pools of its side, as actions count them
  unit: string;
  cs: number;
  box: number; // where it stands; 0: in the pool
}
export interface ForceBox {
  id: number; // never 0
  kind: "convoy" | "task_force" | "wolfpack";
  place: string; // port or hex
  convoy: string; // id; empty: none
  starts: readonly string[]; // of a convoy
}
// Where one can stand: a box, or a new one of this place.
export type Spot = { box: number } | { place: string };

interface Line {
  unit: string;
  cs: number;
  spots: readonly string[];
}

const tromsoe = "port.tromsoe"; // has a block of the Axis whatever stands there [4.1.3]
const isAir = (units: readonly Units[]): boolean => units[0]?.unit.startsWith("air.") ?? false;
export const isHex = (place: string): boolean => /^\d{4}$/.test(place);

export class Muster {
  chips = $state<Chip[]>([]);
  boxes = $state<ForceBox[]>([]);
  readonly dummies = new SvelteMap<string, number>(); // beyond those that are forced, by port
  station = $state(""); // hex of the cruiser on patrol; empty: there is none
  consort = $state<"with" | "port">("with"); // where the others of them begin
  readonly lines: readonly Line[];
  readonly patrol: ReadonlySet<number>; // lines of cruisers that patrol
  #next = 1;

  constructor(readonly rules: Rules) {
    const { scenario, side } = rules;
    const pools = scenario.force.filter((pool) => pool.side === side && !isAir(pool.unit));
    this.lines = pools.flatMap((pool) =>
      pool.unit.map(({ unit, cs }) => ({
        unit,
        cs: cs ?? rules.printed(unit)?.cs ?? 1,
        spots: [...pool.place, ...pool.atSea],
      })),
    );
    const { eligible = [], cruisers = 0 } = scenario.patrolWhite ?? {};
    const patrols = eligible.slice(0, cruisers);
    this.patrol = new Set(this.lines.flatMap(({ unit }, i) => (patrols.includes(unit) ? [i] : [])));
    this.clear();
  }

  // ---- how it begins ----

  clear(): void {
    const { scenario, side } = this.rules;
    this.dummies.clear();
    this.boxes = scenario.convoy
      .filter((convoy) => convoy.side === side)
      .map(({ id, departure, startsAtSea }) => {
        const starts = [...departure, ...startsAtSea];
        return { id: this.#next++, kind: "convoy" as const, place: starts[0]!, convoy: id, starts };
      });
    this.chips = this.lines.flatMap(({ unit, cs }, line) =>
      this.patrol.has(line) ? [] : [{ id: this.#next++, line, unit, cs, box: 0 }],
    );
    this.station = this.stations[0] ?? "";
    this.consort = "with";
  }
  get stations(): readonly string[] {
    const [first] = this.patrol;
    return first === undefined ? [] : this.lines[first]!.spots.filter(isHex);
  }

  // As in history, as far as the pools allow it.
  asInHistory(): void {
    this.clear();
    const { scenario, side } = this.rules;
    for (const force of scenario.history?.force ?? []) {
      if (force.side !== side) continue;
      const place = force.where.value ?? "";
      const patrols = force.unit.some(({ unit }) => [...this.patrol].some((line) => this.lines[line]!.unit === unit));
      if (patrols) this.#patrolAsIn(force, place);
      else this.#placeAsIn(force, place);
    }
  }
  #patrolAsIn(force: HistoricalSetup_Force, place: string): void {
    if (isHex(place)) {
      this.station = place;
      this.consort = force.unit.length > 1 || this.patrol.size < 2 ? "with" : "port";
    }
  }
  #placeAsIn(force: HistoricalSetup_Force, place: string): void {
    let box = force.convoy ? this.boxes.find((each) => each.convoy === force.convoy) : undefined;
    if (box && box.starts.includes(place)) box.place = place;
    for (const { unit, cs } of force.unit) {
      let left = cs ?? Infinity;
      for (const chip of this.#inPool(unit, place)) {
        if (left <= 0) break;
        const part = chip.cs > left ? this.split(chip.id, left) : chip.id;
        left -= this.chip(part)!.cs;
        const into = this.move(part, box ? { box: box.id } : { place });
        box ??= this.boxes.find(({ id }) => id === into);
      }
    }
  }
  #inPool = (unit: string, place: string): Chip[] =>
    this.chips.filter((chip) => chip.box === 0 && chip.unit === unit && this.lines[chip.line]!.spots.includes(place));

  // ---- what stands where ----

  chip(id: number): Chip | undefined {
    return this.chips.find((chip) => chip.id === id);
  }
  box(id: number): ForceBox | undefined {
    return this.boxes.find((box) => box.id === id);
  }
  inBox(box: number): Chip[] {
    return this.chips.filter((chip) => chip.box === box);
  }
  get left(): number {
    return this.inBox(0).length;
  }
  // Ports and hexes in which anything may begin, ports first.
  get places(): string[] {
    const all = new Set([
      ...this.boxes.flatMap(({ place, starts }) => [place, ...starts]),
      ...this.lines.flatMap(({ spots }, line) => (this.patrol.has(line) ? [] : spots)),
    ]);
    return [...all].sort((a, b) => Number(isHex(a)) - Number(isHex(b)) || (isHex(a) ? a.localeCompare(b) : 0));
  }
  #is(chip: Chip, type: ShipType_Kind): boolean {
    return this.rules.printed(chip.unit)?.type === type;
  }
  #kindFor(chip: Chip): ForceBox["kind"] {
    return this.#is(chip, ShipType_Kind.SS) ? "wolfpack" : "task_force";
  }
  // So much of a limit is taken: escorts and submarines of a convoy with those it has from the beginning.
  taken(box: ForceBox, type: ShipType_Kind): number {
    const own = this.rules.scenario.convoy.find(({ id }) => id === box.convoy);
    const own_cs = [...(own?.escort ?? []), ...(own?.ships ?? [])]
      .filter(({ unit }) => this.rules.printed(unit)?.type === type)
      .reduce((sum, { cs }) => sum + (cs ?? 0), 0);
    return this.inBox(box.id).reduce((sum, chip) => sum + (this.#is(chip, type) ? chip.cs : 0), own_cs);
  }
  // The most of a kind of ship that a force may hold, as it is printed; none: there is no limit.
  most(box: Pick<ForceBox, "kind">, type: ShipType_Kind): number | undefined {
    const { convoyEsCs, convoySubmarineCs, wolfpackCs } = this.rules.limits;
    if (type === ShipType_Kind.ES) return box.kind === "convoy" ? convoyEsCs : undefined;
    if (type === ShipType_Kind.SS) return box.kind === "convoy" ? convoySubmarineCs : wolfpackCs;
    return undefined;
  }
  // Blocks of a kind that are used and there are, for ships of a nation.
  blocks(kind: ForceBox["kind"], nation: Nation_Kind = Nation_Kind.UNSPECIFIED): { used: number; of: number } {
    const block = kind === "wolfpack" ? BlockKind_Kind.WOLFPACK : BlockKind_Kind.TASK_FORCE;
    const of = this.rules.supply
      .filter((each) => each.side === this.rules.side && each.kind === block)
      .filter((each) => !nation || !each.nation || each.nation === nation)
      .reduce((sum, { count }) => sum + count, 0);
    const patrols = kind === "task_force" && this.patrol.size > 0 ? (this.consort === "port" ? 2 : 1) : 0;
    const used = this.boxes.filter(
      (box) => box.kind === kind && (kind !== "wolfpack" || !nation || this.#nation(this.inBox(box.id)[0]) === nation),
    ).length;
    return { used: used + patrols, of };
  }
  #nation = (chip: Chip | undefined): Nation_Kind =>
    (chip && this.rules.printed(chip.unit)?.nation) ?? Nation_Kind.UNSPECIFIED;

  // ---- what may go where ----

  allows(id: number, spot: Spot): boolean {
    const chip = this.chip(id);
    if (!chip) return false;
    const { spots } = this.lines[chip.line]!;
    const nation = this.#nation(chip);
    const kind = this.#kindFor(chip);
    if ("place" in spot) {
      const alone = chip.box !== 0 && this.inBox(chip.box).length === 1; // its own block comes with it
      const { used, of } = this.blocks(kind, kind === "wolfpack" ? nation : undefined);
      const most = this.most({ kind }, ShipType_Kind.SS);
      const fits = kind !== "wolfpack" || most === undefined || chip.cs <= most;
      return spots.includes(spot.place) && fits && (used < of || alone);
    }
    if (spot.box === 0) return true;
    const box = this.box(spot.box);
    if (!box || !spots.includes(box.place)) return false;
    if (box.kind === "convoy") {
      if (kind === "wolfpack" && nation !== Nation_Kind.BRITISH) return false;
    } else if (box.kind !== kind) return false;
    const others = this.inBox(box.id).filter((each) => each.id !== id);
    if (box.kind === "wolfpack" && others.some((each) => this.#nation(each) !== nation)) return false;
    const type = this.rules.printed(chip.unit)?.type ?? ShipType_Kind.UNSPECIFIED;
    const most = this.most(box, type);
    const taken = this.taken(box, type) - (chip.box === box.id ? chip.cs : 0);
    return most === undefined || taken + chip.cs <= most;
  }
  // Everywhere it may go, in the order of the board.
  spots(id: number): Spot[] {
    const all = this.places.flatMap((place): Spot[] => [
      ...this.boxes.filter((box) => box.place === place).map((box) => ({ box: box.id })),
      { place },
    ]);
    const at = this.chip(id)?.box;
    return [...all, { box: 0 }].filter((spot) => !("box" in spot && spot.box === at) && this.allows(id, spot));
  }
  // Into which box it went; none: it may not.
  move(id: number, spot: Spot): number | undefined {
    const chip = this.chip(id);
    if (!chip || !this.allows(id, spot)) return undefined;
    const from = chip.box;
    if ("place" in spot) {
      const box: ForceBox = { id: this.#next++, kind: this.#kindFor(chip), place: spot.place, convoy: "", starts: [] };
      this.boxes.push(box);
      chip.box = box.id;
    } else chip.box = spot.box;
    this.#join(chip);
    this.#tidy(from);
    return chip.box;
  }
  // Parts of one line that have come together are one again.
  #join(chip: Chip): void {
    const same = this.chips.find((each) => each !== chip && each.line === chip.line && each.box === chip.box);
    if (!same) return;
    chip.cs += same.cs;
    this.chips = this.chips.filter((each) => each !== same);
  }
  #tidy(box: number): void {
    if (this.inBox(box).length === 0) this.boxes = this.boxes.filter((each) => each.id !== box || each.convoy !== "");
  }
  // So much of it apart; the part's id.
  split(id: number, cs = 1): number {
    const chip = this.chip(id);
    if (!chip || chip.cs <= cs || !this.divides(chip)) return id;
    chip.cs -= cs;
    const part: Chip = { ...chip, id: this.#next++, cs };
    this.chips.splice(this.chips.indexOf(chip) + 1, 0, part);
    return part.id;
  }
  divides = (chip: Chip): boolean => chip.cs > 1 && chip.unit.startsWith("class.");

  // A convoy begins elsewhere; ships that cannot come with it go back to the pool.
  begin(convoy: number, place: string): void {
    const box = this.box(convoy);
    if (!box?.starts.includes(place)) return;
    box.place = place;
    for (const chip of this.inBox(convoy))
      if (!this.lines[chip.line]!.spots.includes(place)) this.move(chip.id, { box: 0 });
  }

  // ---- dummies [1.3] ----

  // Ports with own ships.
  get harbours(): string[] {
    const base = this.patrol.size > 1 && this.consort === "port" ? [this.rules.scenario.patrolWhite?.base ?? ""] : [];
    return [...new Set([...this.boxes.map(({ place }) => place), ...base])].filter((place) => place && !isHex(place));
  }
  get dummiesLeft(): number {
    const { scenario, side } = this.rules;
    const own = scenario.dummies.filter((each) => each.side === side);
    const ports = new Set([...this.harbours, ...(side === Side_Kind.AXIS ? [tromsoe] : [])]);
    const forced = own.reduce((sum, { extraAt }) => sum + extraAt.length, ports.size);
    const placed = [...this.dummies.values()].reduce((sum, count) => sum + count, 0);
    return Math.max(0, own.reduce((sum, { limit }) => sum + limit, 0) - forced - placed);
  }

  // ---- as a queue ----

  // `nextKey`: the key that the last force was given.
  wanted(nextKey: number): Wanted[] {
    const { SET_UP, CONVOY_START, DIVIDE_CONVOY, PATROL_WHITE, PLACE_DUMMIES } = MenuKind_Kind;
    const wanted: Wanted[] = [{ kind: SET_UP, verb: Verb_Kind.BY_HAND }];
    const keys = new Map<number, number>();
    for (const box of this.boxes.filter(({ convoy }) => convoy !== "")) {
      keys.set(box.id, ++nextKey);
      if (box.starts.length > 1)
        wanted.push({ kind: CONVOY_START, verb: Verb_Kind.CHOOSE_PLACE, arguments: [this.rules.number(box.place)] });
    }
    wanted.push({ kind: DIVIDE_CONVOY, verb: Verb_Kind.DONE, optional: true });
    if (this.station) {
      wanted.push({ kind: PATROL_WHITE, verb: Verb_Kind.CHOOSE_STATION, arguments: [Number(this.station)] });
      for (let i = 1; i < this.patrol.size; ++i)
        wanted.push({ kind: PATROL_WHITE, verb: this.consort === "with" ? Verb_Kind.YES : Verb_Kind.NO });
      nextKey += this.consort === "with" ? 1 : this.patrol.size;
    }
    for (let line = 0; line < this.lines.length; ++line) {
      const parts = this.chips.filter((chip) => chip.line === line && chip.box !== 0);
      for (const [i, chip] of parts.entries()) {
        const key = keys.get(chip.box) ?? 0;
        if (key === 0) keys.set(chip.box, ++nextKey);
        wanted.push(...this.#assign(chip, key, keys.get(chip.box)!, i === parts.length - 1));
      }
    }
    for (const [port, count] of this.dummies)
      for (let i = 0; i < count; ++i)
        wanted.push({ kind: PLACE_DUMMIES, verb: Verb_Kind.PLACE_DUMMY, arguments: [this.rules.number(port)] });
    return [...wanted, { kind: PLACE_DUMMIES, verb: Verb_Kind.DONE, optional: true }];
  }
  // All that is left of its line at once, or one by one. Where there is but one way it is not asked.
  #assign(chip: Chip, key: number, after: number, last: boolean): Wanted[] {
    const place = this.rules.number(this.box(chip.box)!.place);
    const kind = MenuKind_Kind.ASSIGN_UNIT;
    const optional = this.lines[chip.line]!.spots.length === 1;
    const verb = Verb_Kind.ASSIGN;
    if (last) return [{ kind, verb, arguments: [chip.line, key, place], open: true, optional }];
    return Array.from({ length: chip.cs }, (_, i) => ({
      kind,
      verb,
      arguments: [chip.line, i === 0 ? key : after, place, 1],
      optional,
    }));
  }
}
