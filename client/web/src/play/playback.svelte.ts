// Playback: what has happened since the person last looked, one report after the other. How far he has looked is kept in this
// browser.
import type { Pointer } from "./pointer.svelte";
import type { Table, Told } from "./table.svelte";

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Playback {
  steps = $state.raw<readonly Told[]>([]);
  at = $state(0);
  running = $state(false);
  #seen: number;
  readonly #key: string;

  constructor(
    readonly table: Table,
    readonly pointer: Pointer,
  ) {
    this.#key = `wardroom.seen.${table.match}`;
    this.#seen = Number(localStorage.getItem(this.#key) ?? 0);
  }

  get now(): Told | undefined {
    return this.steps[this.at];
  }

  // Something new is there, or somebody looks again.
  look(): void {
    const serial = this.table.newest;
    if (document.visibilityState !== "visible" || serial === 0 || this.table.takenOver) return;
    const missed = this.#seen > 0 && !this.#present ? this.table.told.filter((told) => told.serial > this.#seen) : [];
    this.#present = true;
    if (serial > this.#seen) {
      this.#seen = serial;
      localStorage.setItem(this.#key, String(serial));
    }
    if (missed.length > 0) this.#begin(missed);
  }
  away(): void {
    this.#present = false;
  }
  #present = false;

  #begin(steps: readonly Told[]): void {
    this.steps = steps;
    this.running = !still.matches;
    this.go(0);
  }

  go(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1);
    const places = this.now?.report.places ?? [];
    this.pointer.played = places;
    this.pointer.glance(places);
    if (this.at === this.steps.length - 1) this.running = false;
  }

  end(): void {
    this.running = false;
    this.steps = [];
    this.pointer.played = [];
  }
}
