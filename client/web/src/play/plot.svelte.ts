// Plot: the plotting table of a match: what its owner has written and drawn on the chart, and the tool in his hand.
import { create } from "@bufbuild/protobuf";
import { MarkSchema, type Mark, type Mark_Guess } from "../gen/wardroom/v1/marks_pb";
import type { Table } from "./table.svelte";

export const tools = ["note", "line", "ruler", "ring", "guess"] as const;
export type Tool = (typeof tools)[number];
type What = NonNullable<Parameters<typeof create<typeof MarkSchema>>[1]>["what"];
type Guess = Mark & { what: { case: "guess"; value: Mark_Guess } };

export class Plot {
  tool = $state<Tool | undefined>();
  points = $state.raw<readonly number[]>([]); // of a line or ruler that is being drawn
  text = $state(""); // of the next note
  radius = $state(3); // of the next ring
  speed = $state(3); // of the next ruler, in steps a turn
  says = $state(1); // the next guess
  shown = $state(true);
  all = $state(false); // those that are struck, and in the past those that were made later, too
  range = $state(0); // rings of so many steps around one's own pieces; 0: none

  constructor(readonly table: Table) {}

  // A mark is as old as it is in the owner's own count of updates.
  struck(mark: Mark): boolean {
    return mark.struck !== undefined && (this.all || Number(mark.struck.serial) <= this.table.upto);
  }
  #there(mark: Mark): boolean {
    return this.all || (Number(mark.made?.serial ?? 0n) <= this.table.upto && !this.struck(mark));
  }
  get listed(): readonly Mark[] {
    return (this.table.marks?.marks ?? []).filter((mark) => this.#there(mark));
  }
  get drawn(): readonly Mark[] {
    return this.shown ? this.listed : [];
  }
  get draws(): boolean {
    return this.tool === "line" || this.tool === "ruler";
  }
  get writable(): boolean {
    return this.table.followed && this.table.marks !== undefined;
  }

  arm(tool: Tool): void {
    this.points = [];
    this.tool = this.tool === tool ? undefined : tool;
    this.shown = true;
  }
  drop(): void {
    this.tool = undefined;
    this.points = [];
  }

  // A place of the chart was chosen; whether the tool in hand has used it.
  take(place: number, subjects: readonly number[] = []): boolean {
    switch (this.tool) {
      case undefined:
        return false;
      case "note":
        this.note(place);
        break;
      case "ring":
        void this.#put({ case: "ring", value: { place, radius: this.radius } });
        break;
      case "guess":
        this.#guess(place, subjects.length === 1 ? subjects[0]! : 0, this.says);
        break;
      default:
        if (this.points.at(-1) !== place) this.points = [...this.points, place];
    }
    return true;
  }
  // What is written, at a place or, without one, of the match.
  note(place: number): void {
    const text = this.text.trim();
    if (text === "") return;
    void this.#put({ case: "note", value: { place, text } }).then((taken) => taken && (this.text = ""));
    this.tool = undefined;
  }
  finish(): void {
    const places = [...this.points];
    if (places.length < 2) return;
    const kept = this.tool === "ruler" ? { case: "ruler" as const, value: { places, speed: this.speed } } : undefined;
    void this.#put(kept ?? { case: "line", value: { places } });
    this.drop();
  }

  // The guess that is pinned to a block and stands.
  guessOn(subject: number): Guess | undefined {
    return this.table.marks?.marks.find(
      (mark): mark is Guess =>
        mark.what.case === "guess" && Number(mark.what.value.subject) === subject && !mark.struck,
    );
  }
  // Takes a block for this; 0: for nothing any more.
  pin(subject: number, says: number): void {
    const before = this.guessOn(subject);
    if (says === 0) return void (before && this.erase(before));
    this.#guess(0, subject, says, before?.id);
  }
  #guess(place: number, subject: number, says: number, id?: bigint): void {
    void this.#put({ case: "guess", value: { place, subject: BigInt(subject), says } }, id);
  }

  strike(mark: Mark): Promise<boolean> {
    return this.table.mark({ strike: [mark.id] });
  }
  erase(mark: Mark): Promise<boolean> {
    return this.table.mark({ erase: [mark.id] });
  }
  #put(what: What, id = BigInt(Date.now()) * 1000n + BigInt(Math.floor(Math.random() * 1000))): Promise<boolean> {
    return this.table.mark({ put: [create(MarkSchema, { id, what })] });
  }

  // What a mark says, in the title's words.
  saying({ what }: Mark): string {
    if (what.case === "note") return what.value.text;
    if (what.case === "guess")
      return this.table.speech.sayCapital(this.table.marks?.guesses[what.value.says - 1]) + "?";
    return "";
  }
  wordsAt(place: number): string[] {
    return this.drawn.filter((mark) => placeOf(mark) === place && this.saying(mark)).map((mark) => this.saying(mark));
  }
}

// Where a mark stands that has one place; 0: none.
export const placeOf = ({ what }: Mark): number =>
  what.case === "note" || what.case === "ring" || what.case === "guess" ? what.value.place : 0;
export const placesOf = (mark: Mark): readonly number[] =>
  mark.what.case === "line" || mark.what.case === "ruler"
    ? mark.what.value.places
    : [placeOf(mark)].filter((place) => place > 0);

// How long a way is, leg by leg.
export const lengthOf = (places: readonly number[], steps: (from: number, to: number) => number): number =>
  places.slice(1).reduce((sum, place, i) => sum + steps(places[i]!, place), 0);
