// Past: a match once more, update by update, as one viewer was sent it.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import { Viewpoint, type Menu, type Report, type Update } from "../gen/wardroom/v1/play_pb";
import type { Chapter, Proof, Replay } from "../gen/wardroom/v1/wire_pb";
import { desk, reason } from "../net/desk.svelte";
import type { Eyes } from "../route.svelte";
import { Sight } from "./sight";
import { Table } from "./table.svelte";
import { tell, type Told } from "./told";

export const viewpoints: Record<Eyes, Viewpoint> = {
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

// Everything that was told in a match that is over, as the whole truth tells it.
export async function everyReport(match: string): Promise<Report[]> {
  const reports: Report[] = [];
  for (let after = 0n; ;) {
    const page = await desk.askFor("replay", {
      case: "askReplay",
      value: { match, viewpoint: Viewpoint.TRUTH, afterSerial: after },
    });
    reports.push(...page.updates.flatMap((update) => update.reports));
    const last = page.updates.at(-1)?.serial ?? 0n;
    if (last <= after || (page.lastSerial > 0n && last >= page.lastSerial)) return reports;
    after = last;
  }
}

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
  chapters = $state.raw<readonly Chapter[]>([]);
  chapter = $state(-1); // which of them is held here, where there is more than one; -1: the whole match
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

  override get upto(): number {
    return this.serial;
  }

  override leave(): void {
    this.#left = true;
  }

  // Fetches everything, of a match of several chapters the one with this serial, and shows the moment with it when it has come;
  // without one, the last.
  async load(serial: number): Promise<void> {
    this.#forget();
    try {
      let page = await this.#page(0n);
      const last = page.chapters.findLastIndex((each) => serial === 0 || Number(each.serial) <= serial);
      this.chapters = page.chapters;
      this.chapter = page.chapters.length > 1 ? Math.max(last, 0) : -1;
      const begins = this.chapter > 0 ? page.chapters[this.chapter]!.serial : 0n;
      const ends = this.chapter < 0 ? undefined : page.chapters[this.chapter + 1]?.serial; // the next one begins
      if (begins > 0n) page = await this.#page(0n, begins);
      this.first = Number(begins || page.firstSerial);
      while (!this.#left) {
        const upto = ends ? ends - 1n : page.lastSerial;
        if (upto > 0n) this.expected = Number(upto) - this.first + 1;
        const updates = page.updates.filter((update) => ends === undefined || update.serial < ends);
        for (const update of updates) this.#take(update);
        const after = updates.at(-1)?.serial ?? 0n;
        if (this.at < 0 && serial > 0 && after >= BigInt(serial)) this.goTo(serial - this.first);
        if (updates.length < page.updates.length || after === 0n || (upto > 0n && after >= upto)) break;
        page = await this.#page(after);
      }
    } catch (error) {
      this.trouble = reason(error, this.info?.title);
      if (this.#moments.length === 0) this.missing = true;
      return;
    }
    this.whole = true;
    // Marks are numbered by their owner's own serials, and told to nobody else.
    if (this.seat !== undefined && this.seat === this.info?.mySeat)
      this.marks = await this.learn("marks", { case: "askMarks", value: { match: this.match } });
    if (this.at < 0) this.goTo(this.moments - 1);
  }

  async #page(afterSerial: bigint, chapter = 0n): Promise<Replay> {
    const page = await desk.askFor("replay", {
      case: "askReplay",
      value: { match: this.match, viewpoint: viewpoints[this.eyes], afterSerial, chapter },
    });
    this.eyes = eyes[page.viewpoint] ?? "public";
    this.info ??= page.about as MatchInfo;
    this.proof ??= page.proof;
    return page;
  }

  // Another chapter takes the place of the one that is here.
  #forget(): void {
    for (const list of [this.#moments, this.#told, this.#toldUpTo]) list.length = 0;
    this.moments = this.expected = 0;
    this.whole = false;
    this.at = -1;
  }

  goTo(at: number): void {
    const to = Math.min(Math.max(at, 0), this.#moments.length - 1);
    const moment = this.#moments[to];
    if (!moment) return;
    this.at = to;
    this.latest = moment.sight.bytes();
    this.question = moment.update.menu;
    this.time = Number(moment.update.timeMs);
    this.epoch = moment.update.epoch;
    this.waitingFor = moment.update.waitingFor;
    this.state = moment.update.state;
    this.ending = moment.update.ending;
    this.told = this.#told.slice(0, this.#toldUpTo[to]);
  }

  override get tale(): readonly Told[] {
    void this.moments;
    return this.#told;
  }
  override showAt(serial = this.first): void {
    this.goTo(serial - this.first);
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
