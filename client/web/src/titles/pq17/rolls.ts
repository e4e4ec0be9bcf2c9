// Rolls and cards as they fell, read out of the reports that tell of them.
import type { Text } from "../../gen/wardroom/v1/text_pb";
import { numberIn, textIn, wordIn } from "../../words/parts";
import { say } from "../../words/words.svelte";

export interface Fallen {
  die: number;
  modified?: number | undefined;
  result: string;
}
export interface Roll {
  table: string; // text id
  row: string;
  dice: Fallen[];
  modifiers: { name: string; value: string; rule: string }[];
}
export interface Drawn {
  index: number;
  where: string[]; // section, line, column; or the block and hex that were searched
  result: string;
}

// The parts of a list in a sentence.
function parts(text: Text | undefined): Text[] {
  if (!text) return [];
  if (text.id === "list.last") return [textIn(text, "first"), textIn(text, "second")].flatMap(parts);
  if (text.id === "list.more") return [textIn(text, "first"), textIn(text, "rest")].flatMap(parts);
  return [text];
}

export function rollIn(text: Text | undefined): Roll | undefined {
  if (text?.id !== "report.roll" && text?.id !== "report.roll.modified") return undefined;
  return {
    table: textIn(text, "table")?.id ?? "",
    row: say(textIn(text, "row")),
    dice: parts(textIn(text, "dice")).map((each) => ({
      die: numberIn(each, "die") ?? 0,
      modified: numberIn(each, "modified"),
      result: say(textIn(each, "result")),
    })),
    modifiers: parts(textIn(text, "modifiers")).map((each) => ({
      name: say(textIn(each, "name")),
      value: say(textIn(each, "value")),
      rule: wordIn(each, "rule") ?? "",
    })),
  };
}

export function cardIn(text: Text | undefined): Drawn | undefined {
  if (text?.id !== "report.search.card" && text?.id !== "report.search.card.own") return undefined;
  const where = ["section", "line", "column", "block"].flatMap((name) => textIn(text, name) ?? []).map(say);
  const hex = wordIn(text, "hex");
  return { index: numberIn(text, "index") ?? 0, where: hex ? [...where, hex] : where, result: say(textIn(text, "result")) };
}

// Dice that a plain sentence speaks of.
export function diceIn(text: Text | undefined): number[] {
  if (!text || rollIn(text)) return [];
  return ["die", "first", "second"].flatMap((name) => numberIn(text, name) ?? []);
}
