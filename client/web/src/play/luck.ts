// Luck: what was to be expected of the dice of a match, and what came of them. A pure function of typed reports.
import type { Report } from "../gen/wardroom/v1/play_pb";
import type { Throw } from "./events";

export interface Luck {
  table: Report["text"];
  seat: number | undefined; // who threw, where that is told
  dice: number;
  hits: number;
  expected: number;
  spread: number; // one standard deviation
}

// What was to be expected of all throws on each table, for each side, and what came; the most dice first.
export function luckOf(throws: readonly Throw[]): Luck[] {
  const found = new Map<string, Luck & { variance: number }>();
  for (const { report, dice, hits, chance } of throws) {
    if (report.body.case !== "roll") continue;
    const { table, by } = report.body.value;
    const key = `${by?.seat ?? ""} ${table?.id ?? ""}`;
    const before = found.get(key) ?? { table, seat: by?.seat, dice: 0, hits: 0, expected: 0, spread: 0, variance: 0 };
    const variance = before.variance + dice * chance * (1 - chance);
    found.set(key, {
      ...before,
      dice: before.dice + dice,
      hits: before.hits + hits,
      expected: before.expected + dice * chance,
      variance,
      spread: Math.sqrt(variance),
    });
  }
  return [...found.values()].map(({ variance: _, ...luck }) => luck).sort((a, b) => b.dice - a.dice);
}

export function luckTogether(all: readonly Luck[]): Omit<Luck, "table" | "seat"> {
  const sum = (of: (luck: Luck) => number) => all.reduce((total, each) => total + of(each), 0);
  return {
    dice: sum(({ dice }) => dice),
    hits: sum(({ hits }) => hits),
    expected: sum(({ expected }) => expected),
    spread: Math.sqrt(sum(({ spread }) => spread ** 2)),
  };
}

// In words: four of ten times a fair run of dice is further off than "as expected" has it, one of twenty further than "much".
export type Verdict = "none" | "expected" | "more" | "fewer" | "much_more" | "much_fewer";
export function verdictOf({ hits, expected, spread }: Pick<Luck, "hits" | "expected" | "spread">): Verdict {
  if (spread === 0) return "none";
  const off = (hits - expected) / spread;
  const size = Math.abs(off);
  if (size < 0.85) return "expected";
  return `${size >= 2 ? "much_" : ""}${off > 0 ? "more" : "fewer"}`;
}
