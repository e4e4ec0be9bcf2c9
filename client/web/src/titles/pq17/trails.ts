// Trails: where blocks have come from in the last turns, as this viewer was told.
import type { Told } from "../../play/table.svelte";
import { wordIn } from "../../words/parts";

export interface Trail {
  key: string;
  from: number;
  to: number;
  own: boolean;
  age: number; // turns
}

const longest = 4; // turns

export function trailsOf(told: readonly Told[]): Trail[] {
  const found: Trail[] = [];
  let age = 0;
  for (let i = told.length - 1; i >= 0 && age < longest; --i) {
    const { key, report } = told[i]!;
    const text = report.text;
    if (text?.id === "report.turn") ++age;
    if (text?.id !== "report.moved" && text?.id !== "report.moved.own") continue;
    const from = Number(wordIn(text, "from"));
    const to = Number(wordIn(text, "to"));
    if (from && to && from !== to) found.push({ key, from, to, own: text.id === "report.moved.own", age });
  }
  return found;
}
