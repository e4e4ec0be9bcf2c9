// Rolls and cards as they fell, in the facts of the reports that tell of them.
import type { Report } from "../../gen/wardroom/v1/play_pb";
import { say, t } from "./words";

export interface Fallen {
  die: number;
  modified?: number | undefined;
  result: string;
}
export interface Roll {
  table: string;
  row: string;
  column: string;
  needed: number | undefined;
  dice: Fallen[];
  modifiers: { name: string; value: string; rule: string }[];
}
export interface Drawn {
  index: number;
  where: string[]; // section, line, column; or the block that was searched, and where
  result: string;
}

const signed = (value: number): string =>
  t("roll.signed", { sign: value < 0 ? "minus" : "plus", size: Math.abs(value) });

// Dice on a row of a table; those of a plain sentence have none.
export function rollIn({ body }: Report): Roll | undefined {
  if (body.case !== "roll" || !body.value.row) return undefined;
  const { table, row, column, dice, modifiers, needed } = body.value;
  return {
    table: say(table),
    row: say(row),
    column: say(column),
    needed,
    dice: dice.map(({ fell, modified, result }) => ({ die: fell, modified, result: say(result) })),
    modifiers: modifiers.map(({ name, value, rule }) => ({ name: say(name), value: signed(value), rule })),
  };
}

export function cardIn({ body, places }: Report): Drawn | undefined {
  if (body.case !== "card" || body.value.fails) return undefined;
  const { index, where, what, result } = body.value;
  const searched = what ? [say(what), ...places.map((place) => String(place).padStart(4, "0"))] : [];
  return { index, where: [...where.map(say), ...searched], result: say(result) };
}

// Dice that a plain sentence speaks of.
export function diceIn({ body }: Report): number[] {
  if (body.case !== "roll" || body.value.row) return [];
  return body.value.dice.filter(({ sides }) => sides === 10).map(({ fell }) => fell);
}

// That one die succeeds, where the number is told that it needs: its faces are 0 to 9.
export function chanceOf({ body }: Report): number | undefined {
  if (body.case !== "roll" || body.value.needed === undefined || body.value.dice.some(({ sides }) => sides !== 10))
    return undefined;
  const changes = body.value.modifiers.reduce((sum, { value }) => sum + value, 0);
  return Math.min(Math.max(10 - (body.value.needed - changes), 0), 10) / 10;
}
