// Past: a match once more, update by update, as one viewer was sent it.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import { type Menu, type Update } from "../gen/wardroom/v1/play_pb";
import { Viewpoint, type Proof } from "../gen/wardroom/v1/wire_pb";
import { desk, reason } from "../net/desk.svelte";
import type { Eyes } from "../route.svelte";
import { Sight } from "./sight";
import { Table, tell, type Told } from "./table.svelte";

const viewpoints: Record<Eyes, Viewpoint> = {
  own: Viewpoint.OWN,
  first: Viewpoint.FIRST,
  second: Viewpoint.SECOND,
  public: Viewpoint.PUBLIC,
  truth: Viewpoint.TRUTH,
};
const eyes: Partial<Record<Viewpoint, Eyes>> = {
  [Viewpoint.FIRST]: "first",
  [Viewpoint.SECOND]: "second",
  [Viewpoint.PUBLIC]: "public",
  [Viewpoint.TRUTH]: "truth",
};

interface Moment {
  update: Update;
  sight: Sight;
}

export class Past extends Table {
  moments = $state(0); // how many have come so far
  expected = $state(0); // how many there are; 0: not known yet
  whole = $state(false);
  first = $state(1); // serial of the first: later than 1 when the beginning cannot be shown
  at = $state(-1);
  question = $state.raw<Menu | undefined>(); // what this viewer was asked then
  time = $state(0);
  epoch = $state(0);
  proof = $state.raw<Proof | undefined>();
  eyes = $state<Eyes>("own"); // never "own" once the first page has come
  readonly #moments: Moment[] = [];
  readonly #told: Told[] = [];
  readonly #toldUpTo: number[] = [];
  #left = false;

  constructor(match: string, which: Eyes) {
    super(match, "past");
    this.eyes = which;
  }

  override get seat(): number | undefined {
    return this.eyes === "first" ? 0 : this.eyes === "second" ? 1 : undefined;
  }
  get serial(): number {
    return Number(this.#moments[this.at]?.update.serial ?? 0n);
  }

  override leave(): void {
    this.#left = true;
  }

  // Fetches everything, and shows the moment with this serial when it has come; without one, the last.
  async load(serial: number): Promise<void> {
    const viewpoint = viewpoints[this.eyes];
    let after = 0n;
    try {
      while (!this.#left) {
        const page = await desk.askFor("replay", { case: "askReplay", value: { match: this.match, viewpoint, afterSerial: after } });
        this.eyes = eyes[page.viewpoint] ?? "public";
        this.info ??= page.about as MatchInfo;
        this.proof ??= page.proof;
        this.first = Number(page.firstSerial);
        if (page.lastSerial > 0n) this.expected = Number(page.lastSerial - page.firstSerial) + 1;
        if (page.updates.length === 0) break;
        for (const update of page.updates) this.#take(update);
        after = page.updates.at(-1)!.serial;
        if (this.at < 0 && serial > 0 && after >= BigInt(serial)) this.goTo(serial - this.first);
        if (page.lastSerial > 0n && after >= page.lastSerial) break;
      }
    } catch (error) {
      this.trouble = reason(error);
      if (this.#moments.length === 0) this.missing = true;
      return;
    }
    this.whole = true;
    if (this.at < 0) this.goTo(this.moments - 1);
  }

  goTo(at: number): void {
    const to = Math.min(Math.max(at, 0), this.#moments.length - 1);
    const moment = this.#moments[to];
    if (!moment) return;
    this.at = to;
    this.view = moment.sight.bytes();
    this.question = moment.update.menu;
    this.time = Number(moment.update.timeMs);
    this.epoch = moment.update.epoch;
    this.waitingFor = moment.update.waitingFor;
    this.state = moment.update.state;
    this.ending = moment.update.ending;
    this.told = this.#told.slice(0, this.#toldUpTo[to]);
  }

  // What was reported at this moment.
  get news(): readonly Told[] {
    return this.#told.slice(this.at > 0 ? this.#toldUpTo[this.at - 1] : 0, this.#toldUpTo[this.at]);
  }

  // The next moment, in this direction, at which anything was reported.
  nextNews(step: 1 | -1): number {
    const has = (at: number) => this.#toldUpTo[at] !== (at > 0 ? this.#toldUpTo[at - 1] : 0);
    for (let at = this.at + step; at > 0 && at < this.#moments.length; at += step) if (has(at)) return at;
    return step > 0 ? this.#moments.length - 1 : 0;
  }

  #take(update: Update): void {
    const sight = new Sight(this.#moments.at(-1)?.sight);
    sight.take(update);
    this.#moments.push({ update, sight });
    this.#told.push(...tell(update.serial, update.timeMs, update.reports));
    this.#toldUpTo.push(this.#told.length);
    this.moments = this.#moments.length;
  }
}
