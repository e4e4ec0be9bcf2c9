// Table: one match as this browser follows it, with its view, its question, its reports and everything beside the board.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import {
  MatchState,
  type Action,
  type Ending,
  type Item,
  type Menu,
  type Report,
  type Update,
} from "../gen/wardroom/v1/play_pb";
import type { ChangeMarks, Marks } from "../gen/wardroom/v1/marks_pb";
import type { Order, Queue, StopKind } from "../gen/wardroom/v1/queue_pb";
import { RefusalCode, type Attached, type Chat, type Hint, type Notice } from "../gen/wardroom/v1/wire_pb";
import { desk, reason, type Carried, type Follower } from "../net/desk.svelte";
import { Refused, type Answer, type Question } from "../net/line";
import { speech, type Speech } from "../words/words.svelte";
import { undoable } from "./orders";
import { Plot } from "./plot.svelte";
import { Sight } from "./sight";
import { left, type Standing } from "./standing";
import { tell, type Told } from "./told";

// Somebody who looks over the player's shoulder: a tutorial.
export interface Guide {
  readonly reading: boolean; // no answer is wanted now
  readonly freely: boolean; // one may give orders of one's own
  allows(actions: readonly Pick<Action, "verb" | "arguments">[]): boolean;
  why(): string; // it does not allow others now
  mark(item: Item): string; // a word beside the answer it asks for
}

// An answer that the computer would give, and why; or the one that a lesson asks for.
export interface Advice {
  item: Item;
  from: "computer" | "lesson";
  reason?: Hint["reason"];
}

const mostViews = 200;

export class Table implements Follower {
  info = $state.raw<MatchInfo | undefined>();
  infoAt = 0; // when it came
  latest = $state.raw<Uint8Array | undefined>(); // bytes of the title's View
  #held = $state.raw<Uint8Array | undefined>(); // an earlier one, while what has happened since is being told
  #views: { serial: number; view: Uint8Array }[] = []; // since the person last saw the latest, the oldest first
  menu = $state.raw<Menu | undefined>();
  queue = $state.raw<Queue | undefined>(); // orders given for what will be asked
  marks = $state.raw<Marks | undefined>(); // one's own, on the plotting table
  readonly plot = new Plot(this);
  told = $state.raw<Told[]>([]);
  newest = $state(0); // serial of the newest update
  chat = $state.raw<Chat[]>([]);
  notice = $state.raw<Notice | undefined>();
  waitingFor = $state.raw<number[]>([]);
  state = $state<MatchState>(MatchState.UNSPECIFIED);
  ending = $state.raw<Ending | undefined>();
  busy = $state(false); // an answer is on its way
  trouble = $state(""); // why the last request was refused
  takenOver = $state(false);
  guide = $state.raw<Guide | undefined>();
  advice = $state.raw<Advice | undefined>(); // on the question that is asked now
  asking = $state(false); // for advice
  missing = $state(false); // there is no such match for this person
  readonly followed: boolean; // as it is played
  #sight = new Sight();
  #leave = () => {};
  #saw: ReturnType<typeof setTimeout> | undefined;

  // A match that is followed, or one whose past is laid out by a subclass.
  constructor(
    readonly match: string,
    which: "live" | "past" = "live",
    readonly watch = "", // what a private match is watched by
    readonly memory = match, // what this browser keeps of it is kept under this name
  ) {
    this.followed = which === "live";
    if (!this.followed) return;
    this.#leave = desk.follow(this);
    if (desk.state === "online") this.returned();
  }

  get seat(): number | undefined {
    return this.info?.mySeat;
  }
  // What the chart shows; whatever is asked or answered is about the latest.
  get view(): Uint8Array | undefined {
    return this.#held ?? this.latest;
  }
  // Everything there is to tell.
  get tale(): readonly Told[] {
    return this.told;
  }
  // How its title speaks.
  get speech(): Speech {
    return speech(this.info?.title);
  }
  get over(): boolean {
    return this.state === MatchState.OVER;
  }
  get withComputer(): boolean {
    return this.info?.seats.some((seat, i) => i !== this.seat && seat.bot) ?? false;
  }
  // Between people the server gives no advice.
  get advised(): boolean {
    return this.seat !== undefined && this.withComputer;
  }

  leave(): void {
    this.#leave();
    desk.ask({ case: "detach", value: { match: this.match } }).catch(() => undefined);
  }

  // Attaches again from where this browser is; also takes the match over from another tab.
  returned(): void {
    this.takenOver = false;
    desk
      .askFor("attached", {
        case: "attach",
        value: { match: this.match, lastSerial: this.#sight.serial, watch: this.watch },
      })
      .then((attached) => this.#attached(attached))
      .catch((error: unknown) => {
        const gone = error instanceof Refused && error.refusal.code === RefusalCode.NOT_FOUND;
        if (gone && !this.info) this.missing = true;
        this.trouble = reason(error, this.info?.title);
      });
  }

  frame(body: Answer): void {
    switch (body.case) {
      case "update":
        if (body.value.match === this.match) this.#update(body.value);
        break;
      case "notice":
        if (body.value.match?.id !== this.match) break;
        this.notice = body.value;
        this.#know(body.value.match);
        break;
      case "queue":
        this.#queued(body.value);
        break;
      case "marks":
        this.#marked(body.value);
        break;
      case "chat":
        if (body.value.match === this.match) this.chat = [...this.chat, body.value];
        break;
      case "takenOver":
        if (body.value.match === this.match) this.takenOver = true;
        break;
    }
  }

  // Takes an item of the menu. A second click on the same menu is harmless: it names the menu's serial.
  async act(item: Item): Promise<void> {
    if (item.action) await this.actAll([plain(item.action)]);
  }

  // Several in a row: the server takes them one after the other, as far as each is offered.
  async actAll(actions: readonly Pick<Action, "verb" | "arguments">[]): Promise<void> {
    const menu = this.menu;
    if (!menu || this.busy || actions.length === 0) return;
    if (this.guide && !this.guide.allows(actions)) {
      this.trouble = this.guide.why();
      return;
    }
    this.flush();
    await this.#ask({ case: "act", value: { match: this.match, menuSerial: menu.serial, actions: [...actions] } });
  }

  // These orders instead of all that wait: they are played as their menus are put, or wait until they are told to go on. Those of
  // whoever is not asked now are a turn in advance: they begin only if nothing has happened until then.
  giveOrders(orders: Order[], wait = false, ifUnchanged = !this.menu, stops?: StopKind[]): Promise<void> {
    this.flush();
    const version = this.queue?.version ?? 0n;
    const halts = stops ? { kinds: stops } : this.queue?.stops;
    return this.#ask({
      case: "giveOrders",
      value: { match: this.match, version, orders, stops: halts, wait, ifUnchanged },
    });
  }
  goOn(withoutFirst = false): Promise<void> {
    const version = this.queue?.version ?? 0n;
    return this.#ask({ case: "goOn", value: { match: this.match, version, withoutFirst } });
  }

  // Stops: what halts a queue; none: as before.
  giveStanding(orders: Standing[], stops?: StopKind[]): Promise<void> {
    const value = { match: this.match, orders, ...(stops ? { stops: { kinds: stops } } : {}) };
    return this.#ask({ case: "giveStanding", value });
  }
  stopAt(kinds: StopKind[]): Promise<void> {
    return this.giveStanding(left(this.queue), kinds);
  }

  // Changes what is on one's own plotting table; whether that was taken.
  async mark(change: Partial<Pick<ChangeMarks, "put" | "strike" | "erase">>): Promise<boolean> {
    const marks = await this.learn("marks", { case: "changeMarks", value: { match: this.match, ...change } });
    if (marks) this.#marked(marks);
    return marks !== undefined;
  }
  // How far its person has looked, on whatever device; told to the server when he has come to rest.
  get looked(): number {
    return Number(this.marks?.seen ?? 0n);
  }
  saw(serial: number): void {
    if (this.seat === undefined || !this.followed) return;
    clearTimeout(this.#saw);
    const seen = BigInt(serial);
    const tell = () =>
      void desk.ask({ case: "changeMarks", value: { match: this.match, seen } }).catch(() => undefined);
    this.#saw = setTimeout(tell, 2000);
  }
  // Up to which serial the past is shown.
  get upto(): number {
    return Infinity;
  }

  // What the computer would do in this seat; in a lesson, what the lesson asks for.
  async ask(): Promise<void> {
    const { menu, guide } = this;
    if (!menu || this.asking) return;
    const wanted = guide && menu.items.find((item) => guide.mark(item));
    if (wanted) {
      this.advice = { item: wanted, from: "lesson" };
      return;
    }
    this.asking = true;
    this.trouble = "";
    try {
      const hint = await desk.askFor("hint", { case: "askHint", value: { match: this.match } });
      const item = menu.items.find(({ action }) => action && hint.action && sameAction(action, hint.action));
      if (item && this.menu?.serial === hint.menuSerial) this.advice = { item, from: "computer", reason: hint.reason };
    } catch (error) {
      if (this.menu?.serial === menu.serial) this.trouble = reason(error, this.info?.title);
    } finally {
      this.asking = false;
    }
  }

  // Shows how things stood with this serial, or with the last before it that is still known; without one, how they stand.
  showAt(serial?: number): void {
    this.#held = serial === undefined ? undefined : this.#views.findLast((each) => each.serial <= serial)?.view;
    if (serial === undefined) this.#views = this.#views.slice(-1);
  }
  flush = () => {}; // the person acts: whatever is being told has been

  undo(): Promise<void> {
    this.flush();
    return this.#ask({ case: "undo", value: { match: this.match } });
  }

  // A whole sending at once; else everything of this kind that was answered in a row.
  async undoAll(): Promise<void> {
    const sending = undoable(this.queue);
    if (sending !== undefined) {
      this.flush();
      return this.#ask({ case: "undo", value: { match: this.match, sending } });
    }
    const kind = this.menu?.kind;
    while (this.menu?.canUndo && this.menu.kind === kind && !this.trouble) {
      const { serial } = this.menu;
      await this.undo();
      for (let i = 0; i < 100 && this.menu?.serial === serial; ++i) await new Promise((go) => setTimeout(go, 20));
      if (this.menu?.serial === serial) return;
    }
  }

  // Something that follows from what is known, and changes nothing; none: it was refused.
  learn<C extends NonNullable<Answer["case"]>>(kind: C, question: Question): Promise<Carried<C> | undefined> {
    this.trouble = "";
    return desk.askFor(kind, question).catch((error: unknown): undefined => {
      this.trouble = reason(error, this.info?.title);
    });
  }

  beside(question: Question): Promise<void> {
    return this.#ask(question);
  }

  async #ask(question: Question): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      const answer = await desk.ask(question);
      if (answer.case === "queue") this.#queued(answer.value);
    } catch (error) {
      // After a dropped line the action may have been taken the first time: the update shows how things stand.
      const stale = error instanceof Refused && error.refusal.code === RefusalCode.STALE;
      if (!stale) this.trouble = reason(error, this.info?.title);
    } finally {
      this.busy = false;
    }
  }

  #attached(attached: Attached): void {
    if (this.#sight.serial === 0n) this.told = [];
    const missed = attached.missed.flatMap((past) => tell(past.serial, past.timeMs, past.reports));
    this.chat = attached.chat;
    this.queue = attached.queue;
    this.marks = attached.marks;
    this.#know(attached.match);
    if (!attached.update) return;
    this.#sight = new Sight();
    this.told = [...this.told, ...missed];
    this.#take(attached.update);
  }

  #queued(queue: Queue): void {
    if (queue.match === this.match && queue.version >= (this.queue?.version ?? 0n)) this.queue = queue;
  }

  #marked(marks: Marks): void {
    if (marks.match === this.match && marks.version >= (this.marks?.version ?? 0n)) this.marks = marks;
  }

  // Whoever sat down before the match began has been given none.
  #marksAsked = false;
  #wantMarks(): void {
    const begun = this.state !== MatchState.OPEN && this.state !== MatchState.UNSPECIFIED;
    if (!this.followed || !begun || this.marks || this.seat === undefined || this.#marksAsked) return;
    this.#marksAsked = true;
    desk
      .askFor("marks", { case: "askMarks", value: { match: this.match } })
      .then((marks) => this.#marked(marks))
      .catch(() => (this.#marksAsked = false)); // the next update asks again
  }

  #update(update: Update): void {
    switch (this.#sight.take(update)) {
      case "seen":
        return;
      case "gap":
        return this.returned();
      case "new":
        this.told = [...this.told, ...tell(update.serial, update.timeMs, update.reports)];
        this.#show(update);
    }
  }

  #take(update: Update): void {
    this.#sight.take(update);
    this.#show(update);
  }

  #show(update: Update): void {
    this.latest = this.#sight.bytes();
    this.newest = Number(update.serial);
    this.#views = [...this.#views.slice(-mostViews), { serial: this.newest, view: this.latest }];
    if (update.menu?.serial !== this.menu?.serial) this.advice = undefined;
    this.menu = update.menu;
    this.waitingFor = update.waitingFor;
    this.state = update.state;
    this.ending = update.ending;
    this.#wantMarks();
  }

  #know(info: MatchInfo | undefined): void {
    if (!info) return;
    this.info = info;
    this.infoAt = Date.now();
    if (this.state === MatchState.UNSPECIFIED || info.state === MatchState.OVER) this.state = info.state;
  }
}

// What a seat did, as the whole truth tells it.
export const isDeed = (report: Report): boolean => report.body.case === "deed";

export const sameAction = (
  one: Pick<Action, "verb" | "arguments">,
  other: Pick<Action, "verb" | "arguments">,
): boolean => one.verb === other.verb && String(one.arguments) === String(other.arguments);

const plain = (action: Action) => ({ verb: action.verb, arguments: action.arguments });
