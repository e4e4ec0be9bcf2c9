// One event as it stands, looked at again while somebody reads it; and what one does there.
import type { EventPage, EventDeed } from "../gen/wardroom/v1/event_pb";
import { RefusalCode } from "../gen/wardroom/v1/wire_pb";
import { desk, reason } from "../net/desk.svelte";
import { Refused, type Question } from "../net/line";
import { deedsSince } from "./shown";

type Ask<C> = Extract<NonNullable<Question>, { case: C }>["value"];
export type Part = NonNullable<Ask<"takePart">["act"]>;
export type Order = NonNullable<Ask<"direct">["act"]>;

const lookEvery = 5000;
let orders = 0;
// The same order sent twice is done once; another one never has its key.
const newKey = (): string => `${Date.now().toString(36)}-${++orders}-${Math.random().toString(36).slice(2)}`;

export class EventWatch {
  page = $state.raw<EventPage | undefined>();
  trouble = $state("");
  changed = $state.raw<EventDeed[]>([]); // by others, while one was about to give an order
  busy = $state(false);

  constructor(readonly id: string) {}

  // Looks until the answer is called.
  follow(): () => void {
    const look = () => document.visibilityState === "visible" && void this.look();
    void this.look();
    const timer = setInterval(look, lookEvery);
    const unfollow = desk.follow({
      frame: (body) => body.case === "event" && this.#take(body.value),
      returned: look,
    });
    return () => {
      clearInterval(timer);
      unfollow();
    };
  }

  async look(): Promise<void> {
    try {
      this.#take(await desk.askFor("event", { case: "askEvent", value: { event: this.id } }));
    } catch (error) {
      if (!this.page) this.trouble = reason(error);
    }
  }

  // By whoever takes part.
  takePart(act: Part): Promise<boolean> {
    return this.#attempt({ case: "takePart", value: { event: this.id, act } });
  }

  // By a director.
  direct(act: Order): Promise<boolean> {
    const version = this.page?.version ?? 0n;
    return this.#attempt({ case: "direct", value: { event: this.id, version, key: newKey(), act } });
  }

  // The reader has seen why.
  putAway(): void {
    this.trouble = "";
    this.changed = [];
  }

  async #attempt(question: Question): Promise<boolean> {
    if (this.busy) return false;
    const before = this.page;
    this.busy = true;
    this.putAway();
    try {
      this.#take(await desk.askFor("event", question));
      return true;
    } catch (error) {
      await this.#refused(error, before);
      return false;
    } finally {
      this.busy = false;
    }
  }

  // Somebody else was quicker: what he did is shown, and nothing of ours was done.
  async #refused(error: unknown, before: EventPage | undefined): Promise<void> {
    this.trouble = reason(error);
    if (!(error instanceof Refused) || error.refusal.code !== RefusalCode.STALE) return;
    await this.look();
    if (this.page) this.changed = deedsSince(before, this.page);
  }

  #take(page: EventPage): void {
    if (page.info?.id === this.id && page.version >= (this.page?.version ?? 0n)) this.page = page;
  }
}
