// Standing answers: kinds of questions that a person wants to pass from now on, kept in this browser for a match.
import type { Item, Menu } from "../gen/wardroom/v1/play_pb";
import type { Table } from "./table.svelte";

export class Standing {
  kinds = $state.raw<ReadonlySet<number>>(new Set());
  readonly #key: string;
  #answered = 0n; // serial of the last menu that was passed
  #once: { kind: number; after: bigint } | undefined; // passed when it is asked again, if nothing else is asked before

  constructor(readonly table: Table) {
    this.#key = `wardroom.standing.${table.match}`;
    const kept = localStorage.getItem(this.#key);
    if (kept) this.kinds = new Set(kept.split(",").map(Number));
  }

  // Once for a menu; what a person does about it afterwards is his own business.
  pass(menu: Menu, item: Item | undefined): void {
    if (menu.reaction || menu.serial === this.#answered || this.table.busy) return;
    const once = this.#once !== undefined && menu.serial !== this.#once.after && menu.kind === this.#once.kind;
    if (menu.serial !== this.#once?.after) this.#once = undefined;
    if (!item || (!once && !this.kinds.has(menu.kind))) return;
    this.#answered = menu.serial;
    void this.table.act(item);
  }

  // Takes this item, and then has nothing more to do here.
  async takeAndPass(menu: Menu, item: Item): Promise<void> {
    this.#once = { kind: menu.kind, after: menu.serial };
    await this.table.act(item);
    if (this.table.trouble) this.#once = undefined;
  }

  add(menu: Menu): void {
    this.#set([...this.kinds, menu.kind]);
  }
  clear(): void {
    this.#set([]);
  }
  #set(kinds: readonly number[]): void {
    this.kinds = new Set(kinds);
    if (kinds.length > 0) localStorage.setItem(this.#key, kinds.join(","));
    else localStorage.removeItem(this.#key);
  }
}
