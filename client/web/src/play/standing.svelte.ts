// Standing answers: kinds of questions that a person wants to pass from now on, kept in this browser for a match.
import type { Item, Menu } from "../gen/wardroom/v1/play_pb";
import type { Table } from "./table.svelte";

export class Standing {
  kinds = $state.raw<ReadonlySet<number>>(new Set());
  readonly #key: string;
  #answered = 0n; // serial of the last menu that was passed

  constructor(readonly table: Table) {
    this.#key = `wardroom.standing.${table.match}`;
    const kept = localStorage.getItem(this.#key);
    if (kept) this.kinds = new Set(kept.split(",").map(Number));
  }

  // Once for a menu; what a person does about it afterwards is his own business.
  pass(menu: Menu, item: Item | undefined): void {
    if (menu.reaction || menu.serial === this.#answered || this.table.busy) return;
    if (!item || !this.kinds.has(menu.kind)) return;
    this.#answered = menu.serial;
    void this.table.act(item);
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
