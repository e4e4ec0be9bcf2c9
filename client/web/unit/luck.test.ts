import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { ReportSchema, type Report } from "../src/gen/wardroom/v1/play_pb.ts";
import { throwsOf } from "../src/play/events.ts";
import { luckOf, luckTogether, verdictOf } from "../src/play/luck.ts";

const roll = (table: string, seat: number | undefined, fell: number[], needed?: number): Report =>
  create(ReportSchema, {
    body: {
      case: "roll",
      value: {
        table: { id: table },
        dice: fell.map((each) => ({ fell: each, sides: 10 })),
        ...(needed === undefined ? {} : { needed }),
        ...(seat === undefined ? {} : { by: { seat } }),
      },
    },
  });
const chance = ({ body }: Report) => (body.case === "roll" && body.value.needed !== undefined ? 0.5 : undefined);
const luck = (reports: Report[]) => luckOf(throwsOf(reports, chance));

test("throws are added up for each table and side; those for no number are left out", () => {
  const all = luck([
    roll("guns", 0, [9, 0], 5),
    roll("guns", 1, [1], 5),
    roll("guns", 0, [7, 8], 5),
    roll("flak", undefined, [1, 2, 3, 4, 5, 6], 5),
    roll("weather", undefined, [1]),
  ]);
  assert.deepEqual(
    all.map(({ table, seat, dice, hits, expected }) => [table?.id, seat, dice, hits, expected]),
    [
      ["flak", undefined, 6, 2, 3],
      ["guns", 0, 4, 3, 2],
      ["guns", 1, 1, 0, 0.5],
    ],
  );
  const together = luckTogether(all);
  assert.deepEqual([together.dice, together.hits, together.expected], [11, 5, 5.5]);
  assert.ok(Math.abs(together.spread - Math.sqrt(11 / 4)) < 1e-9);
});

test("what is usual is called usual, and only what is rare is called clear", () => {
  const of = (hits: number) => verdictOf({ hits, expected: 10, spread: 2 });
  assert.deepEqual([10, 11, 9, 12, 8, 14, 6].map(of), [
    "expected",
    "expected",
    "expected",
    "more",
    "fewer",
    "much_more",
    "much_fewer",
  ]);
  assert.equal(verdictOf({ hits: 3, expected: 3, spread: 0 }), "none");
});
