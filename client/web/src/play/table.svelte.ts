// Table: one match as this browser follows it, with its view, its question, its reports and everything beside the board.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import { MatchState, type Action, type Ending, type Item, type Menu, type Report, type Update } from "../gen/wardroom/v1/play_pb";
import { RefusalCode, type Attached, type Chat, type Hint, type Notice } from "../gen/wardroom/v1/wire_pb";
import { desk, reason, type Follower } from "../net/desk.svelte";
import { Refused, type Answer, type Question } from "../net/line";
import { Sight } from "./sight";

export interface Told {
  key: string;
  serial: number; // of the update it came with
  time: number;
  report: Report;
}

// Somebody who looks over the player's shoulder: a tutorial.
export interface Guide {
  readonly reading: boolean; // no answer is wanted now
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

export class Table implements Follower {
  info = $state.raw<MatchInfo | undefined>();
  infoAt = 0; // when it came
  view = $state.raw<Uint8Array | undefined>(); // bytes of the title's View
  menu = $state.raw<Menu | undefined>();
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
  #sight = new Sight();
  #leave = () => {};

  // A match that is followed, or one whose past is laid out by a subclass.
  constructor(readonly match: string, which: "live" | "past" = "live") {
    if (which === "past") return;
    this.#leave = desk.follow(this);
    if (desk.state === "online") this.returned();
  }

  get seat(): number | undefined {
    return this.info?.mySeat;
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
      .askFor("attached", { case: "attach", value: { match: this.match, lastSerial: this.#sight.serial } })
      .then((attached) => this.#attached(attached))
      .catch((error: unknown) => {
        const gone = error instanceof Refused && error.refusal.code === RefusalCode.NOT_FOUND;
        if (gone && !this.info) this.missing = true;
        this.trouble = reason(error);
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
    await this.#ask({ case: "act", value: { match: this.match, menuSerial: menu.serial, actions: [...actions] } });
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
      if (this.menu?.serial === menu.serial) this.trouble = reason(error);
    } finally {
      this.asking = false;
    }
  }

  undo(): Promise<void> {
    return this.#ask({ case: "undo", value: { match: this.match } });
  }

  beside(question: Question): Promise<void> {
    return this.#ask(question);
  }

  async #ask(question: Question): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await desk.ask(question);
    } catch (error) {
      // After a dropped line the action may have been taken the first time: the update shows how things stand.
      const stale = error instanceof Refused && error.refusal.code === RefusalCode.STALE;
      if (!stale) this.trouble = reason(error);
    } finally {
      this.busy = false;
    }
  }

  #attached(attached: Attached): void {
    if (this.#sight.serial === 0n) this.told = [];
    const missed = attached.missed.flatMap((past) => tell(past.serial, past.timeMs, past.reports));
    this.chat = attached.chat;
    this.#know(attached.match);
    if (!attached.update) return;
    this.#sight = new Sight();
    this.told = [...this.told, ...missed];
    this.#take(attached.update);
  }

  #update(update: Update): void {
    switch (this.#sight.take(update)) {
      case "seen": return;
      case "gap": return this.returned();
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
    this.view = this.#sight.bytes();
    this.newest = Number(update.serial);
    if (update.menu?.serial !== this.menu?.serial) this.advice = undefined;
    this.menu = update.menu;
    this.waitingFor = update.waitingFor;
    this.state = update.state;
    this.ending = update.ending;
  }

  #know(info: MatchInfo | undefined): void {
    if (!info) return;
    this.info = info;
    this.infoAt = Date.now();
    if (this.state === MatchState.UNSPECIFIED || info.state === MatchState.OVER) this.state = info.state;
  }
}

// What a seat did, as the whole truth tells it.
export const isDeed = (report: Report): boolean => /^replay\.deed/.test(report.text?.id ?? "");

export function tell(serial: bigint, timeMs: bigint, reports: readonly Report[]): Told[] {
  return reports.map((report, i) => ({ key: `${serial}.${i}`, serial: Number(serial), time: Number(timeMs), report }));
}

export const sameAction = (one: Pick<Action, "verb" | "arguments">, other: Pick<Action, "verb" | "arguments">): boolean =>
  one.verb === other.verb && String(one.arguments) === String(other.arguments);

const plain = (action: Action) => ({ verb: action.verb, arguments: action.arguments });
