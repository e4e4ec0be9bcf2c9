// What a title brings to the match screen. A title without an entry is played from the list of its actions.
import type { Component } from "svelte";
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import type { Item, Report } from "../gen/wardroom/v1/play_pb";
import type { Pointer } from "../play/pointer.svelte";
import type { Table } from "../play/table.svelte";

export interface Board {
  readonly table: Table;
  readonly pointer: Pointer;
}

export interface Panel {
  id: string;
  name: string; // text id
  view: Component<{ board: Board }>;
  shown?(board: Board): boolean;
}

export interface Screens {
  open(table: Table, pointer: Pointer, match: MatchInfo): Promise<Board>;
  Strip: Component<{ board: Board }>; // one line above everything: time, weather, score
  Chart: Component<{ board: Board }>;
  panels: readonly Panel[];
  Telling?: Component<{ report: Report }>; // a report as it fell, with dice and cards
  hasFigure?(report: Report): boolean; // more than a sentence
  kinds?: readonly { id: string; name: string }[]; // what reports can be about; names are text ids
  kindOf?(report: Report): string;
  leads?(items: readonly Item[]): Item | undefined; // what most people want most of the time
  passes?(item: Item): boolean; // says that one has nothing (more) to do
  mark?(board: Board, item: Item): string; // a word beside an item of the menu
}

export const screens: Record<string, () => Promise<{ screens: Screens }>> = {
  pq17: () => import("./pq17/screens"),
};
