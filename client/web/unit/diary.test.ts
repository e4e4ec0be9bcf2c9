// The war diary, narrowed and written out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import "./browser.ts";
import { Loss_Harm, Milestone_Level as Level, ReportSchema } from "../src/gen/wardroom/v1/play_pb";
import { Diary_PartSchema, type Diary_Part } from "../src/gen/wardroom/v1/sight_pb";
import { battleIn, chronicleOf, diaryText, narrowed } from "../src/play/diary";
import { tell } from "../src/play/told";

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

test("a moment of the past has the diary of what was told by then, and every line knows when it was told", () => {
  const time = (level: Level, id: string): Init => ({ text: { id }, body: { case: "milestone", value: { level } } });
  const said: Init[] = [
    moved,
    time(Level.TURN, "turn 1"),
    moved,
    time(Level.ENGAGEMENT, "battle"),
    time(Level.ROUND, "round"),
    roll,
    sunk,
    roll,
    time(Level.END_OF_ENGAGEMENT, ""),
    moved,
    time(Level.TURN, "turn 2"),
    roll,
  ];
  const tale = said.flatMap((report, i) => tell(BigInt(i + 1), 0n, [create(ReportSchema, report)]));
  const heading = ({ heading }: Diary_Part) => heading?.id ?? "before";
  const upTo = (count: number) =>
    diaryText(chronicleOf(tale.slice(0, count)).parts, { heading, sentence: ({ text }) => text!.id });
  assert.equal(upTo(0), "\n");
  assert.equal(upTo(3), "before\n  moved\n\nturn 1\n  moved\n");
  const all =
    "before\n  moved\n\nturn 1\n  moved\n  battle\n    round\n      sunk\n      roll\n  moved\n\nturn 2\n  roll\n";
  assert.equal(upTo(12), all);
  const { parts, when } = chronicleOf(tale);
  assert.equal(when.get(parts[1]!.milestone!)?.serial, 2);
  assert.deepEqual(
    tale.map(({ report }) => when.get(report)?.serial),
    tale.map(({ serial }) => serial),
  );
  assert.equal(parts[1]!.losses.length, 1);
});
