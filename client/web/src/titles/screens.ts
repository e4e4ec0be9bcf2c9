// What a title brings to the match screen, in a folder of its own: `<title>/screens.ts`. A title without one is played from the list
// of its actions.
import type { Component } from "svelte";
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import type { Item, Menu, Report } from "../gen/wardroom/v1/play_pb";
import type { Beat, Event, Harm } from "../play/events";
import type { Wanted } from "../play/orders";
import type { Pointer } from "../play/pointer.svelte";
import type { Table } from "../play/table.svelte";
import { words } from "../words/words.svelte";

// What a title's chart brings to the plotting table.
export interface Plotting {
  readonly hours: number; // of a turn
  steps(from: number, to: number): number; // from a place to another
  subjects(place: number): readonly number[]; // blocks of the other's that a guess can be pinned to
  own(): readonly number[]; // where one's own pieces are
}

export interface Board {
  readonly table: Table;
  readonly pointer: Pointer;
  readonly plotting?: Plotting;
}

export interface Panel {
  id: string;
  name: string; // text id
  view: Component<{ board: Board }>;
  shown?(board: Board): boolean;
  first?: boolean; // lies open when one sits down
  calls?: boolean; // comes to the front when it appears,
  stays?: boolean; // unless this lies there
}

export interface Screens {
  open(table: Table, pointer: Pointer, match: MatchInfo): Promise<Board>;
  Strip: Component<{ board: Board }>; // one line above everything: time, weather, score
  Chart: Component<{ board: Board }>;
  panels: readonly Panel[];
  place?(place: number): string; // how a place is called in lists
  Telling?: Component<{ report: Report }>; // a report as it fell, with dice and cards
  hasFigure?(report: Report): boolean; // more than a sentence
  kinds?: readonly { id: string; name: string }[]; // what reports can be about; names are text ids
  kindOf?(report: Report): string;
  // A battle as it is told: who stands there at a beat, and the shot that falls.
  Scene?: () => Promise<{ default: Component<{ board: Board; event: Event; beat: Beat }> }>;
  engaged?(board: Board): boolean; // a battle goes on
  act?(event: Event, report: Report): string; // what the step of a battle is called that a report belongs to
  chance?(report: Report): number | undefined; // that one die of a roll succeeds
  points?(change: number): string; // a change of the score, in words
  amount?(harm: Harm): string; // how much of it was harmed, in words; empty: it is one thing
  leads?(items: readonly Item[]): Item | undefined; // what most people want most of the time
  passes?(item: Item): boolean; // says that one has nothing (more) to do
  rest?(menu: Menu, item: Item): readonly Wanted[]; // the same answer for those that are asked about next
  weighs?(item: Item): boolean; // the server can say what may come of it
  Stakes?: () => Promise<{ default: Component<{ board: Board }> }>; // what counts, and when it is over
  settingUp?(board: Board): boolean; // nobody has moved yet
  next?(board: Board): void; // shows the next of one's own pieces on the chart
  mark?(board: Board, item: Item): string; // a word beside an item of the menu
}

// The answer to a question of one's own turn that one has nothing (more) to do.
export const passingOf = (title: Screens | undefined, menu: Menu | undefined): Item | undefined =>
  title?.passes && menu && !menu.reaction ? menu.items.find((item) => title.passes!(item)) : undefined;

// A scenario's picture, in `<title>/Picture.svelte`; a title need not have any.
const pictures = import.meta.glob<{ default: Component<{ scenario: string }> }>("./*/Picture.svelte");
export const pictureOf = (title: string) => pictures[`./${title}/Picture.svelte`];

const found = import.meta.glob<{ screens: Screens }>("./*/screens.ts");

// A match on a board with its title's screens, whose words are there; none for a title without screens.
export async function openBoard(
  table: Table,
  pointer: Pointer,
  match: MatchInfo,
): Promise<{ title: Screens; board: Board } | undefined> {
  await words.know(match.title);
  const title = (await found[`./${match.title}/screens.ts`]?.())?.screens;
  return title && { title, board: await title.open(table, pointer, match) };
}
