// Player: tells events one after the other, live, after an absence, or out of the past: a cursor over events and their beats, never
// over time. The chart follows it; questions and answers do not, and whoever acts has been told everything.
import { equals } from "@bufbuild/protobuf";
import { Milestone_Level, type Report } from "../gen/wardroom/v1/play_pb";
import { TextSchema, type Text } from "../gen/wardroom/v1/text_pb";
import { dwell, eventsOf, isBattle, matters, saidOver, start, type Beat, type Event } from "./events";
import type { Pointer } from "./pointer.svelte";
import type { Table } from "./table.svelte";
import type { Told } from "./told";

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const speeds = [0.5, 1, 2, 4];
const speedKey = "wardroom.speed";

// What is being told: nothing, what happens now, what happened meanwhile, one thing again, or all of the past.
export type Mode = "idle" | "live" | "away" | "again" | "past";

export class Player {
  mode = $state<Mode>("idle");
  listed = $state(false); // what there is to tell lies there as a list, and nothing plays yet
  at = $state(0); // event
  beat = $state(0); // of that event
  running = $state(false);
  hurry = $state(false);
  speed = $state(Number(localStorage.getItem(speedKey)) || 1);
  card = $state.raw<readonly Report[] | undefined>(); // what a battle came to, until it is closed
  since = $state(Infinity); // what came with a later serial is new to this person
  #from = $state(0); // what is told begins here in the tale
  #to = $state(Infinity);
  #seen: number;
  #present = false;
  #resting = false; // all that has come of a battle so far has been told
  #told: string | undefined; // the beat that is told
  #gated = false; // it would run on, but for the card
  #shown = new Set<string>(); // affairs whose card has been shown
  readonly #key: string;

  constructor(
    readonly table: Table,
    readonly pointer: Pointer,
    private readonly engaged: () => boolean, // a battle goes on
  ) {
    this.#key = `wardroom.seen.${table.memory}`;
    this.#seen = Number(localStorage.getItem(this.#key) ?? 0);
    if (!table.followed) this.mode = "past";
    table.flush = () => this.end();
  }

  readonly events: readonly Event[] = $derived.by(() => {
    if (this.mode === "idle") return [];
    const found = eventsOf(this.table.tale.slice(this.#from, this.#to));
    return this.mode === "past" ? [start(0), ...found] : found;
  });
  readonly event: Event | undefined = $derived.by(() => (this.listed ? undefined : this.events[this.at]));
  readonly now: Beat | undefined = $derived.by(() => this.event?.beats[this.beat]);
  // The battle that is being told.
  readonly affair: Event | undefined = $derived.by(() => (this.event && isBattle(this.event) ? this.event : undefined));
  // Something lies over the chart or under it.
  readonly telling: boolean = $derived.by(
    () => this.mode !== "idle" && this.mode !== "past" && (this.mode !== "live" || this.running || !this.done),
  );
  // Something that matters is still to be told: what is asked after it, and what came of it, would tell it beforehand.
  readonly veiled: boolean = $derived.by(
    () =>
      (this.mode === "live" || this.mode === "away") &&
      this.telling &&
      !this.listed &&
      !this.card &&
      this.events.slice(this.at).some(({ weight }) => weight >= 2),
  );
  readonly done: boolean = $derived.by(
    () => this.at >= this.events.length - 1 && this.beat >= (this.event?.beats.length ?? 1) - 1,
  );
  get wait(): number {
    const letters = this.now ? this.table.speech.say(this.now.told.report.text).length : 0;
    return dwell(this.now?.kind ?? "time", letters, this.speed, this.hurry);
  }

  // ---- what there is to tell ----

  // Something new is there, or somebody looks again.
  look(): void {
    const serial = Math.max(this.table.newest, this.table.tale.at(-1)?.serial ?? 0);
    if (this.mode === "past" || document.visibilityState !== "visible" || serial === 0 || this.table.takenOver) return;
    const was = Math.max(this.#seen, this.table.looked);
    const first = this.table.tale.findIndex((told) => told.serial > was);
    const away = !this.#present;
    this.#present = true;
    if (serial > was) {
      this.#seen = serial;
      localStorage.setItem(this.#key, String(serial));
      this.table.saw(serial);
    }
    if (was === 0 || first < 0) return;
    if (away) this.#away(first, was);
    else this.#live(first);
  }
  gone(): void {
    this.#present = this.running = false;
  }

  #away(first: number, since: number): void {
    this.since = since;
    this.#begin("away", this.#opening(first)); // a battle that was left is told whole
    this.listed = true;
  }

  // What goes on from what is being told is told with it; who stopped it starts it again. One's own marches are no news.
  #live(first: number): void {
    if (this.mode === "away" || this.mode === "again") return;
    const { tale, seat } = this.table;
    const own = (event: Event) => event.weight === 0 && seat !== undefined && event.seats.has(seat);
    if (this.mode === "idle" && eventsOf(tale.slice(first)).every(own)) return;
    const stopped = this.mode === "live" && !this.running && !this.#resting;
    this.#keepPlace();
    if (this.mode !== "live") {
      this.#begin("live", this.#opening(first));
      while (!this.done && tale.indexOf(this.now?.told ?? tale[first]!) < first) this.#advance();
      this.#show();
    }
    if (still.matches) this.end();
    else if (!stopped) this.#run();
  }
  // What has come may join what was told as two things: the cursor stays at what it was at.
  #keepPlace(): void {
    if (this.mode !== "live" || !this.#told || this.now?.key === this.#told) return;
    const at = this.events.findIndex(({ beats }) => beats.some(({ key }) => key === this.#told));
    if (at < 0) return;
    this.at = at;
    this.beat = this.events[at]!.beats.findIndex(({ key }) => key === this.#told);
  }
  // A battle that was left while nothing more of it was told goes on where it stopped.
  #opening(first: number): number {
    const tale = this.table.tale;
    const last = tale.slice(0, first + 1).findLastIndex(({ report }) => levelOf(report) === Milestone_Level.ENGAGEMENT);
    if (last < 0) return first;
    return eventsOf(tale.slice(last, first + 1)).length === 1 ? last : first;
  }
  // More may come of it.
  #open(event: Event | undefined): boolean {
    return event?.sort === "affair" && !this.over(event);
  }
  over(event: Event): boolean {
    return saidOver(event) || event.told.at(-1) !== this.table.tale.at(-1) || !this.engaged();
  }

  #begin(mode: Mode, from: number, to = Infinity): void {
    this.mode = mode;
    this.listed = false;
    [this.#from, this.#to] = [from, to];
    [this.at, this.beat] = [0, 0];
  }

  // A battle once more, by what was told of it.
  watch(reports: readonly Report[]): void {
    const { tale } = this.table;
    const from = tale.findLastIndex((_, i) =>
      reports.every((report, j) => sameWords(tale[i + j]?.report.text, report.text)),
    );
    if (from < 0) return;
    this.card = undefined;
    if (this.mode === "past") {
      this.to(this.events.findIndex((event) => event.told[0] === tale[from]));
    } else {
      const { length } = eventsOf(tale.slice(from))[0]!.told;
      this.#begin("again", from, from + length);
      this.#show();
    }
    this.#run();
  }

  // ---- the cursor ----

  // From the list: all of it, or only what weighs something.
  tell(least: 0 | 2): void {
    this.listed = false;
    this.#least = least;
    this.to(0);
    if ((this.event?.weight ?? 3) < least) this.step(1);
    if (!still.matches) this.#run();
  }
  #least = 0;

  to(at: number, beat = 0): void {
    this.at = Math.min(Math.max(at, 0), Math.max(this.events.length - 1, 0));
    this.beat = beat;
    this.#show();
  }
  // Where the past already is: at the last event that this serial tells of, or at the one with this id.
  seek(serial: number, id = ""): void {
    const found = this.events.findIndex((event) => event.id === id);
    const at = this.events.findLastIndex(({ told }) => told.length === 0 || told[0]!.serial <= serial);
    this.at = Math.max(found < 0 ? at : found, 0);
    this.beat = Math.max(this.events[this.at]?.beats.findLastIndex((beat) => beat.serial <= serial) ?? 0, 0);
  }
  toBeat(key: string): void {
    this.running = false;
    this.card = undefined;
    const at = this.events.findIndex(({ beats }) => beats.some((each) => each.key === key));
    if (at >= 0)
      this.to(
        at,
        this.events[at]!.beats.findIndex((each) => each.key === key),
      );
  }
  // All that has been told by the moment that is shown; of a battle up to its beat.
  get toldSoFar(): readonly Told[] {
    const last = this.affair
      ? this.now?.told
      : this.event?.told.findLast(({ serial }) => serial <= (this.now?.serial ?? 0));
    return last ? this.table.tale.slice(0, this.table.tale.indexOf(last) + 1) : [];
  }

  // By events; within a battle by beats. A battle that is over ends with its card.
  step(by: 1 | -1): void {
    if (this.card) {
      this.card = undefined;
      if (by < 0) return;
    } else if (by > 0 && this.#leaving() && this.#showCard(this.affair)) return;
    const beat = this.beat + by;
    if (this.affair && this.affair.beats[beat]) return this.to(this.at, beat);
    const next = this.events.findIndex((event, i) => i > this.at && event.weight >= this.#least);
    const before = this.events.findLastIndex((event, i) => i < this.at && event.weight >= this.#least);
    const at = by > 0 ? next : before;
    if (at < 0) return;
    const event = this.events[at]!;
    this.to(at, event.sort === "affair" && by > 0 ? 0 : Math.max(event.beats.length - 1, 0));
  }
  // The next of those that are worth a jump.
  jump(by: 1 | -1, which: (event: Event) => boolean): void {
    this.card = undefined;
    const at =
      by > 0
        ? this.events.findIndex((event, i) => i > this.at && which(event))
        : this.events.findLastIndex((event, i) => i < this.at && which(event));
    if (at >= 0) this.to(at);
  }

  // The time of a beat is over.
  tick(): void {
    if (this.done) {
      if (this.#leaving() && this.#showCard(this.affair)) this.#gated = false;
      if (this.mode === "live" || this.mode === "again") this.#rest();
      else this.running = false;
      return;
    }
    if (this.#leaving() && this.#showCard(this.affair)) {
      this.#gated = true;
      this.running = false;
      return;
    }
    this.#advance();
    this.#show();
  }
  #advance(): void {
    const more = this.beat + 1 < (this.event?.beats.length ?? 0);
    if (more) {
      ++this.beat;
      return;
    }
    const next = this.events.findIndex((event, i) => i > this.at && event.weight >= this.#least);
    this.at = next < 0 ? this.events.length - 1 : next;
    this.beat = next < 0 ? Math.max((this.events.at(-1)?.beats.length ?? 1) - 1, 0) : 0;
  }
  #leaving(): boolean {
    return this.affair !== undefined && this.beat >= this.affair.beats.length - 1;
  }
  #showCard(affair: Event | undefined): boolean {
    if (!affair || this.#shown.has(affair.id) || !this.over(affair) || !matters(affair)) return false;
    if (this.mode !== "past") this.#shown.add(affair.id);
    this.card = affair.told.map(({ report }) => report);
    return true;
  }

  // As long as nobody stops it. Nothing moves for whoever wants nothing to move.
  #run(): void {
    this.running = !still.matches && !this.listed;
    this.#resting = false;
  }
  run(on: boolean): void {
    this.card = undefined;
    this.running = on;
    if (on && this.done && this.mode !== "live") this.to(0);
  }
  set(speed: number): void {
    this.speed = speed;
    localStorage.setItem(speedKey, String(speed));
  }
  close(): void {
    this.card = undefined;
    if (this.#gated) {
      this.#gated = false;
      this.#advance();
      this.#show();
      this.#run();
    } else if (this.mode === "live" && this.done) this.#rest();
    else if (this.mode === "live") this.#run();
  }
  open(reports: readonly Report[]): void {
    this.running = false;
    this.card = reports;
  }

  // Everything has been told: of a battle that was passed over, its card stays.
  end(): void {
    if (this.mode === "past") return;
    const passed = this.listed ? [] : this.events.slice(this.at);
    const affair = passed.findLast(isBattle);
    this.#showCard(affair);
    this.#rest();
  }
  // A battle that goes on keeps its place, so that what comes of it is told with the rest.
  #rest(): void {
    this.running = this.hurry = this.#gated = this.listed = false;
    const open = this.mode === "live" && this.#open(this.events.at(-1));
    this.#resting = open;
    if (open) {
      this.at = this.events.length - 1;
      this.beat = this.events[this.at]!.beats.length - 1;
      this.#told = this.now?.key;
    } else this.mode = "idle";
    this.#least = 0;
    this.pointer.played = [];
    this.pointer.moved = undefined;
    this.table.showAt();
  }

  // Until the last report of an update has been told, the chart shows what was before it; in the past only of battles.
  #show(): void {
    const { now } = this;
    this.#told = now?.key;
    const places = now?.told.report.places ?? [];
    const body = now?.told.report.body;
    this.pointer.played = places;
    this.pointer.moved =
      body?.case === "move" && body.value.from && body.value.from !== body.value.to ? body.value : undefined;
    this.pointer.glance(places);
    if (!now) {
      if (this.event) this.table.showAt(this.event.serial);
      return;
    }
    const last = this.table.tale.findLast((told) => told.serial === now.serial) === now.told;
    this.table.showAt(last || (this.mode === "past" && !this.affair) ? now.serial : now.serial - 1);
  }
}

const levelOf = ({ body }: Report): Milestone_Level | undefined =>
  body.case === "milestone" ? body.value.level : undefined;
const sameWords = (one: Text | undefined, other: Text | undefined): boolean =>
  one !== undefined && other !== undefined && equals(TextSchema, one, other);
