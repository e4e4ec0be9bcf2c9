// What was told becomes events, beats and what a battle came to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import "./browser.ts";
import { Loss_Harm, Milestone_Level as Level, ReportSchema } from "../src/gen/wardroom/v1/play_pb";
import {
  decisive,
  dwell,
  eventsOf,
  floors,
  harmOf,
  matters,
  longest,
  rarity,
  roundOf,
  scoreOf,
  throwsOf,
} from "../src/play/events";
import { tell, type Told } from "../src/play/told";

type Init = MessageInitShape<typeof ReportSchema>;
const combat = 4;
const told = (serial: number, ...reports: Init[]): Told[] =>
  tell(
    BigInt(serial),
    0n,
    reports.map((each) => create(ReportSchema, each)),
  );
const words = (id: string): Init => ({ text: { id } });
const note = (topic: number): Init => ({ topic, body: { case: "note", value: {} } });
const time = (level: Level, number = 1): Init => ({
  topic: level >= Level.ENGAGEMENT ? combat : 1,
  body: { case: "milestone", value: { level, number } },
});
const move = (seat: number, from: number, to: number): Init => ({
  topic: 2,
  places: [to],
  body: { case: "move", value: { from, to, seat } },
});
const roll = (needed: number | undefined, ...fell: number[]): Init => ({
  topic: combat,
  step: 16,
  body: {
    case: "roll",
    value: {
      table: { id: "guns" },
      dice: fell.map((each) => ({ fell: each, sides: 10 })),
      ...(needed === undefined ? {} : { needed }),
    },
  },
});
const loss = (seat: number, harm: Loss_Harm, unit: string, count = 1): Init => ({
  topic: combat,
  body: { case: "loss", value: { seat, harm, unit, count, what: { id: unit } } },
});
const card: Init = { topic: 3, body: { case: "card", value: { index: 1 } } };
const sighting: Init = { topic: 3, body: { case: "sighting", value: { subject: 1n } } };
const score = (change: number): Init => ({ topic: 6, body: { case: "score", value: { change } } });

const sorts = (tale: Told[]) => eventsOf(tale).map(({ sort, told: list }) => `${sort} ${list.length}`);

test("marches of one side in a row are one event, of two sides two", () => {
  assert.deepEqual(sorts(told(1, move(0, 1, 2), move(0, 2, 3), move(1, 7, 8))), ["move 2", "move 1"]);
});

test("cards stand with what they found, when it came with them", () => {
  assert.deepEqual(sorts(told(1, card, card, sighting, note(3))), ["news 3", "news 1"]);
  assert.deepEqual(sorts([...told(1, card), ...told(2, sighting)]), ["news 1", "news 1"]);
  assert.equal(eventsOf(told(1, card, sighting))[0]!.weight, 2);
});

test("a battle is one event from its announcement to its end, whatever is said in between", () => {
  const tale = [
    ...told(1, time(Level.PHASE), time(Level.ENGAGEMENT), card),
    ...told(2, time(Level.ROUND), roll(8, 3), note(2), loss(1, Loss_Harm.HIT, "x"), score(-2)),
    ...told(3, time(Level.ROUND, 2), roll(8, 9), time(Level.END_OF_ENGAGEMENT), note(combat)),
  ];
  assert.deepEqual(sorts(tale), ["time 1", "affair 10", "news 1"]);
});

test("a battle that nobody says is over ends where something else begins", () => {
  const tale = [
    ...told(1, time(Level.ENGAGEMENT), card, note(combat), roll(8, 1), score(1), move(0, 1, 2), note(combat)),
    ...told(2, time(Level.ENGAGEMENT), note(combat), time(Level.ENGAGEMENT), time(Level.TURN)),
  ];
  assert.deepEqual(sorts(tale), ["affair 5", "move 1", "news 1", "affair 2", "affair 1", "time 1"]);
  assert.deepEqual(
    eventsOf(tale).map(({ weight }) => weight),
    [3, 0, 1, 1, 1, 1],
  );
});

test("dice that are thrown for something else are no part of a battle that nobody says is over", () => {
  const weather: Init = { ...roll(undefined, 3), topic: 1 };
  assert.deepEqual(sorts(told(1, time(Level.ENGAGEMENT), card, note(combat), weather, note(1))), [
    "affair 3",
    "news 2",
  ]);
});

test("a battle within a battle is a part of it, and its end is not the end of both", () => {
  const tale = [
    ...told(1, time(Level.ENGAGEMENT), roll(8, 1), time(Level.ENGAGEMENT), roll(8, 9), time(Level.END_OF_ENGAGEMENT)),
    ...told(2, roll(8, 9), loss(0, Loss_Harm.LOST, "x"), time(Level.END_OF_ENGAGEMENT), time(Level.TURN)),
  ];
  assert.deepEqual(sorts(tale), ["affair 8", "time 1"]);
  // Of two in a row, the first of which nobody says is over, the second has its own end.
  assert.deepEqual(
    sorts(told(1, time(Level.ENGAGEMENT), card, time(Level.ENGAGEMENT), card, time(Level.END_OF_ENGAGEMENT))),
    ["affair 2", "affair 3"],
  );
});

test("a battle of which nothing came, and in which no number was needed, does not matter", () => {
  const fought = (...reports: Init[]) => matters(eventsOf(told(1, time(Level.ENGAGEMENT), ...reports))[0]!);
  assert.ok(!fought(card, roll(undefined, 3)));
  assert.ok(fought(roll(8, 3)));
  assert.ok(fought(loss(0, Loss_Harm.HIT, "x")));
});

test("a battle grows with what comes of it, and its beats keep their keys", () => {
  const begun = told(5, time(Level.ENGAGEMENT), time(Level.ROUND), roll(8, 9));
  const more = [...begun, ...told(6, loss(0, Loss_Harm.LOST, "x"), time(Level.END_OF_ENGAGEMENT))];
  const [one, other] = [eventsOf(begun)[0]!, eventsOf(more)[0]!];
  assert.equal(one.id, other.id);
  assert.deepEqual(
    other.beats.slice(0, 3).map(({ key }) => key),
    one.beats.map(({ key }) => key),
  );
  assert.deepEqual(
    other.beats.map(({ kind }) => kind),
    ["time", "time", "shot", "loss", "sum", "time"],
  );
});

test("a round in which nothing was rolled has no sum", () => {
  const [event] = eventsOf(
    told(1, time(Level.ENGAGEMENT), time(Level.ROUND), time(Level.ROUND), time(Level.END_OF_ENGAGEMENT)),
  );
  assert.ok(event!.beats.every(({ kind }) => kind !== "sum"));
});

test("reports without a body are lines, and are never lost", () => {
  const tale = told(1, words("a"), words("b"));
  assert.deepEqual(
    eventsOf(tale).flatMap((event) => event.beats.map((beat) => beat.told)),
    tale,
  );
});

test("a beat has its floor and its limit; hurry divides by eight", () => {
  for (const kind of Object.keys(floors) as (keyof typeof floors)[]) {
    assert.equal(dwell(kind, 0, 1000, false), floors[kind]);
    assert.ok(dwell(kind, 100_000, 1, false) <= longest);
    assert.equal(dwell(kind, 40, 1, true) * 8, dwell(kind, 40, 1, false));
  }
});

test("harm is added up by who suffered it, the worst first", () => {
  const harms = harmOf(
    told(1, loss(0, Loss_Harm.HIT, "a"), loss(0, Loss_Harm.HIT, "a"), loss(1, Loss_Harm.LOST, "b", 2)).map(
      ({ report }) => report,
    ),
  );
  assert.deepEqual(
    harms.map(({ unit, count, seat }) => [unit, count, seat]),
    [
      ["b", 2, 1],
      ["a", 2, 0],
    ],
  );
});

test("harm to several of one unit is told by their names", () => {
  const of = (number: bigint): Init => ({
    body: {
      case: "loss",
      value: {
        seat: 1,
        harm: Loss_Harm.DRIVEN_OFF,
        unit: "air",
        count: 1,
        what: { id: "numbered", arguments: [{ name: "number", value: { case: "number", value: number } }] },
      },
    },
  });
  const harms = harmOf(told(1, of(1n), of(2n), of(1n)).map(({ report }) => report));
  assert.deepEqual(
    harms.map(({ count }) => count),
    [2, 1],
  );
});

test("a round's sum is of its own reports; the score of all", () => {
  const reports = told(1, time(Level.ENGAGEMENT), time(Level.ROUND), score(1), time(Level.ROUND, 2), score(-3)).map(
    ({ report }) => report,
  );
  assert.equal(scoreOf(reports), -2);
  assert.equal(scoreOf(roundOf(reports, 5)), -3);
  assert.equal(scoreOf(roundOf(reports, 3)), 1);
});

test("rarity is the tail on the side of what fell", () => {
  assert.ok(Math.abs(rarity(2, 2, 0.2) - 0.04) < 1e-9);
  assert.ok(Math.abs(rarity(2, 0, 0.2) - 0.64) < 1e-9);
  assert.ok(Math.abs(rarity(3, 1, 0.5) - 0.5) < 1e-9);
  assert.equal(rarity(1, 1, 1), 1);
});

test("throws that did harm decide more than those that did not", () => {
  const reports = told(1, roll(8, 9, 9), time(Level.ROUND), roll(8, 9), roll(8, 1), loss(0, Loss_Harm.LOST, "x")).map(
    ({ report }) => report,
  );
  const throws = throwsOf(reports, () => 0.2);
  assert.deepEqual(
    throws.map(({ dice, hits, harm }) => [dice, hits, harm]),
    [
      [2, 2, false],
      [1, 1, true],
      [1, 0, false],
    ],
  );
  assert.deepEqual(
    decisive(throws).map(({ hits }) => hits),
    [1, 2],
  );
});
