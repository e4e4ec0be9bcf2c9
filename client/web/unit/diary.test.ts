// The war diary, narrowed and written out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import "./browser.ts";
import { Loss_Harm, Milestone_Level as Level, type ReportSchema } from "../src/gen/wardroom/v1/play_pb";
import { Diary_PartSchema, type Diary_Part } from "../src/gen/wardroom/v1/sight_pb";
import { battleIn, diaryText, narrowed } from "../src/play/diary";

type Init = MessageInitShape<typeof ReportSchema>;
type PartInit = MessageInitShape<typeof Diary_PartSchema>;
const line = (report: Init, ...details: Init[]) => ({ what: { case: "line" as const, value: { report, details } } });
const part = (value: PartInit) => ({ what: { case: "part" as const, value } });
const roll: Init = {
  text: { id: "roll" },
  topic: 4,
  body: { case: "roll", value: { dice: [{ fell: 9 }], needed: 8 } },
};
const sunk: Init = {
  text: { id: "sunk" },
  topic: 4,
  body: { case: "loss", value: { harm: Loss_Harm.LOST, unit: "x" } },
};
const moved: Init = { text: { id: "moved" }, topic: 2, body: { case: "move", value: { from: 1, to: 2 } } };

const turn = (number: number, ...entries: NonNullable<PartInit["entries"]>): Diary_Part =>
  create(Diary_PartSchema, { milestone: { level: Level.TURN, number }, heading: { id: `turn ${number}` }, entries });
const battle = {
  milestone: { level: Level.ENGAGEMENT, number: 3 },
  heading: { id: "battle" },
  entries: [
    part({
      milestone: { level: Level.ROUND, number: 1 },
      heading: { id: "round" },
      entries: [line(sunk, roll)],
    }),
    line(moved),
  ],
};
const diary = [turn(1, line(moved)), turn(2, line(moved), part(battle))];
const everything = () => true;
const written = (parts: readonly Diary_Part[]) =>
  diaryText(parts, { heading: ({ heading }) => heading!.id, sentence: ({ text }) => text!.id });

test("it is written out, deeper parts further in", () => {
  assert.equal(written(diary), "turn 1\n  moved\n\nturn 2\n  moved\n  battle\n    round\n      sunk\n    moved\n");
});

test("narrowed to battles, to losses, to some lines: turns without any are gone", () => {
  assert.equal(
    written(narrowed(diary, { only: "battles", line: everything })),
    "turn 2\n  battle\n    round\n      sunk\n    moved\n",
  );
  assert.equal(
    written(narrowed(diary, { only: "harm", line: everything })),
    "turn 2\n  battle\n    round\n      sunk\n",
  );
  assert.equal(
    written(narrowed(diary, { only: "", line: ({ body }) => body.case === "move" })),
    "turn 1\n  moved\n\nturn 2\n  moved\n  battle\n    moved\n",
  );
  assert.deepEqual(narrowed(diary, { only: "", line: () => false }), []);
});

test("a battle's report has its rolls before what came of them, and nothing that came after it", () => {
  assert.deepEqual(
    battleIn(create(Diary_PartSchema, battle)).map(({ text }) => text!.id),
    ["battle", "round", "roll", "sunk"],
  );
  assert.deepEqual(battleIn(diary[0]!), []);
});
