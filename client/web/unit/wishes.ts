// What a captain wishes: how a title's answers stand on its sheets.
import type { Menu } from "../src/gen/wardroom/v1/play_pb";
import type { Group } from "../src/play/orders";

export interface Answered {
  turn: number;
  menu: Menu;
  verb: number;
  arguments: bigint[];
  view: Uint8Array; // when he was asked
}

export interface Wishes {
  turnOf(view: Uint8Array): number;
  begins(menu: Menu): boolean; // a turn is under way
  needed(all: readonly Answered[]): Answered[]; // without what a sheet makes needless
  sheet(all: readonly Answered[]): Group[] | undefined; // what he would put on it at the first of these; none: he just answers
  isMove(answered: Answered): boolean;
  comesBetween(menu: Menu): boolean; // what waits goes on after its sheet
  lapse: boolean; // what may be left out does not wait for another turn
  answersTogether(kind: number): boolean; // several answers to a reaction go in one sending
  kindName(kind: number): string;
}

// Answers to one menu that follow each other. A list of answers to a reaction ends where something was decided by chance.
export function run(all: readonly Answered[]): Answered[] {
  const { kind, reaction } = all[0]!.menu;
  const end = all.findIndex(({ menu }, i) => menu.kind !== kind || (i > 0 && reaction && !menu.canUndo));
  return all.slice(0, end >>> 0);
}
