// Tournaments as pages show them: points, crosstable, bracket, one's own matches, what a director has to do, and what the form says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import "./browser.ts";
import { draftOf, minutesOf, newDraft, paceOf, clockOf, rulesOf, spanOf } from "../src/events/draft";
import { dutiesOf, lateGames } from "../src/events/duties";
import { doubtsOf, lengthOf, playersNeeded, roundsOf, type Plan } from "../src/events/plan";
import {
  against,
  bracketColumns,
  crosstable,
  deedsSince,
  fromField,
  mayChallenge,
  ownMatches,
  points,
  toField,
} from "../src/events/shown";
import {
  EventFormat,
  EventPageSchema,
  EventResult_Kind,
  EventRound_State,
  EventRulesSchema,
  EventRules_Entering,
  EventRules_Watching,
  EventSides,
  EventState,
  EventTieBreak,
  type EventPage,
} from "../src/gen/wardroom/v1/event_pb";

const won = { kind: EventResult_Kind.PLAYED, firstHalves: 2, secondHalves: 0, margin: 4 };
const drawn = { kind: EventResult_Kind.AGREED, firstHalves: 1, secondHalves: 1 };
const entry = (number: number, name: string) => ({ entry: number, name, present: true });
const closed = {
  number: 1,
  state: EventRound_State.CLOSED,
  pairings: [
    { board: 1, one: 1, two: 2, games: [{ match: "a", first: 2, second: 1, result: won }] },
    { board: 2, one: 3, two: 0 },
  ],
};
const playing = {
  number: 2,
  state: EventRound_State.PLAYING,
  deadlineMs: 2000n,
  pairings: [
    { board: 1, one: 1, two: 3, games: [{ match: "b", first: 1, second: 3 }] },
    { board: 2, one: 2, two: 0 },
  ],
};
const event = (more: object): EventPage =>
  create(EventPageSchema, {
    rules: { format: EventFormat.SWISS, rounds: 3 },
    info: { state: EventState.PLAYING, round: 2, rounds: 3 },
    entries: [entry(1, "Anna"), entry(2, "Bert"), entry(3, "Clara")],
    rounds: [closed, playing],
    standings: [
      { place: 1, entry: 2, halves: 4 },
      { place: 2, entry: 3, halves: 2 },
      { place: 3, entry: 1, halves: 0 },
    ],
    ...more,
  });

test("half points are written as people write them", () => {
  assert.deepEqual([0, 1, 2, 5].map(points), ["0", "½", "1", "2½"]);
});

test("the crosstable has a row for each place and a cell for each round", () => {
  const [bert, clara, anna] = crosstable(event({}));
  assert.deepEqual([bert!.name, clara!.name, anna!.name], ["Bert", "Clara", "Anna"]);
  assert.deepEqual(bert!.meetings[0], [{ round: 1, opponent: 1, place: 3, seat: 0, result: "1", kind: "played" }]);
  assert.deepEqual(anna!.meetings[0]![0]!.result, "0");
  assert.equal(clara!.meetings[0]![0]!.kind, "bye");
  assert.equal(anna!.meetings[1]![0]!.kind, "open");
  assert.deepEqual(
    against(bert!, 1).map((each) => each.result),
    ["1"],
  );
  assert.equal(against(bert!, 3).length, 0);
});

test("a forfeit, a void match, an absence and sides that are bid for are told apart", () => {
  const game = (result: object, more: object = {}) => ({ first: 1, second: 2, result, ...more });
  const kinds = [
    { kind: EventResult_Kind.FORFEIT, firstHalves: 2 },
    { kind: EventResult_Kind.VOID },
    { kind: EventResult_Kind.NONE },
  ].map((result) => ({
    ...closed,
    absent: [3],
    pairings: [{ board: 1, one: 1, two: 2, games: [game(result, { waitingForBids: result.kind === 0 })] }],
  }));
  const [bert, clara, anna] = crosstable(event({ rounds: kinds }));
  assert.deepEqual(
    anna!.meetings.flat().map((each) => [each.kind, each.result, each.seat]),
    [
      ["forfeit", "+", 0],
      ["void", "", 0],
      ["open", "", undefined],
    ],
  );
  assert.equal(bert!.meetings[0]![0]!.result, "−");
  assert.equal(clara!.meetings[0]![0]!.kind, "absent");
});

test("one's own match is shown while it has no result", () => {
  assert.deepEqual(ownMatches(event({})), []);
  const [own] = ownMatches(event({ myEntry: 3 }));
  assert.equal(own!.opponent, 1);
  assert.equal(own!.seat, 1);
  assert.deepEqual(ownMatches(event({ myEntry: 2 })), []);
});

test("a bracket has columns for its rounds, the lower half apart", () => {
  const bracket = [
    { slot: 1, round: 1 },
    { slot: 2, round: 1 },
    { slot: 3, round: 2 },
    { slot: 4, round: 2, lower: true },
  ];
  const page = event({ bracket });
  assert.deepEqual(
    bracketColumns(page, false).map(({ round, slots }) => [round, slots.length]),
    [
      [1, 2],
      [2, 1],
    ],
  );
  assert.equal(bracketColumns(page, true).length, 1);
});

test("on a ladder one challenges those above oneself", () => {
  const page = event({ ladder: [1, 2, 3].map((each, i) => ({ rung: i + 1, entry: each })), myEntry: 2 });
  assert.ok(mayChallenge(page, 1));
  assert.ok(!mayChallenge(page, 2) && !mayChallenge(page, 3));
});

test("a director whose page was old is shown what others did meanwhile", () => {
  const before = event({ deeds: [{ number: 1 }, { number: 2 }] });
  const now = event({ deeds: [{ number: 3 }, { number: 2, undone: true }, { number: 1 }] });
  assert.deepEqual(
    deedsSince(before, now).map((each) => each.number),
    [2, 3],
  );
});

test("the next step follows from how the tournament stands", () => {
  const at = (state: EventState, more: object = {}) =>
    dutiesOf(event({ info: { state, round: 0, rounds: 3 }, rounds: [], ...more }))[0];
  assert.equal(at(EventState.DRAFT), "announce");
  assert.equal(at(EventState.OPEN), "closeEntries");
  assert.equal(at(EventState.OPEN, { rules: { checkIn: true } }), "callIn");
  assert.equal(at(EventState.OPEN, { entries: [entry(1, "Anna")] }), undefined);
  assert.equal(at(EventState.READY), "draw");
  assert.equal(at(EventState.READY, { rounds: [{ number: 1, state: EventRound_State.DRAWN }] }), "publish");
  assert.equal(at(EventState.READY, { rules: { format: EventFormat.LADDER } }), "publish");
  assert.equal(at(EventState.FINISHED), undefined);
});

test("while matches are played nothing is drawn; after the last round it is finished", () => {
  assert.deepEqual(dutiesOf(event({})), ["unpublish"]);
  const round = { ...closed, state: EventRound_State.PLAYING };
  assert.equal(dutiesOf(event({ rounds: [round] }))[0], "draw");
  assert.equal(
    dutiesOf(event({ rounds: [round], info: { state: EventState.PLAYING, round: 3, rounds: 3 } }))[0],
    "finish",
  );
  assert.deepEqual(dutiesOf(event({ info: { state: EventState.PLAYING, paused: true } })), []);
});

test("a game without a result is late after its deadline, its own before the round's", () => {
  assert.equal(lateGames(event({}), 1999n).length, 0);
  const [late] = lateGames(event({}), 2001n);
  assert.deepEqual([late!.round.number, late!.pairing.board, late!.number, late!.what], [2, 1, 1, "deadline"]);
  const own = { ...playing, pairings: [{ ...playing.pairings[0]!, deadlineMs: 3000n }] };
  assert.equal(lateGames(event({ rounds: [own] }), 2001n).length, 0);
  const decided = {
    ...playing,
    pairings: [{ board: 1, one: 1, two: 3, games: [{ first: 1, second: 3, result: drawn }] }],
  };
  assert.equal(lateGames(event({ rounds: [decided] }), 9999n).length, 0);
});

const plan = (more: Partial<Plan>): Plan => ({
  format: EventFormat.SWISS,
  sides: EventSides.BALANCED,
  rounds: 5,
  players: 12,
  roundMinutes: 0,
  minutes: 60,
  live: true,
  ...more,
});

test("rounds that are too many or too few for the players are doubted", () => {
  assert.deepEqual([5, 7, 9].map(playersNeeded), [12, 20, 28]);
  const doubts = (more: Partial<Plan>) => doubtsOf(plan(more)).map((each) => each.id.split(".").at(-1));
  assert.deepEqual(doubts({}), []);
  assert.deepEqual(doubts({ players: 11 }), ["rounds"]);
  assert.deepEqual(doubts({ players: 7 }), ["rounds", "round_robin"]);
  assert.deepEqual(doubts({ players: 7, sides: EventSides.SWAPPED, rounds: 3 }), []);
  assert.deepEqual(doubts({ players: 64 }), ["few"]);
  assert.deepEqual(doubts({ players: 1 }), ["players"]);
  assert.deepEqual(doubts({ format: EventFormat.ROUND_ROBIN, players: 4 }), []);
  assert.deepEqual(doubts({ format: EventFormat.TEAM_MATCH, players: 7 }), ["teams"]);
});

test("the end is estimated from rounds and their length", () => {
  assert.equal(roundsOf(plan({ format: EventFormat.ROUND_ROBIN, players: 7 })), 7);
  assert.equal(roundsOf(plan({ format: EventFormat.DOUBLE_ROUND_ROBIN, players: 6 })), 10);
  assert.equal(roundsOf(plan({ format: EventFormat.SINGLE_ELIMINATION, players: 13 })), 4);
  assert.equal(lengthOf(plan({})), 300);
  assert.equal(lengthOf(plan({ sides: EventSides.SWAPPED })), 600);
  assert.equal(lengthOf(plan({ roundMinutes: 1440 })), 7200);
  assert.equal(lengthOf(plan({ live: false })), 0);
  assert.equal(lengthOf(plan({ format: EventFormat.LADDER })), 0);
});

test("lengths of time keep the unit that people would say", () => {
  assert.deepEqual(spanOf(0), { count: 0, unit: "minutes" });
  assert.deepEqual(spanOf(90), { count: 90, unit: "minutes" });
  assert.deepEqual(spanOf(180), { count: 3, unit: "hours" });
  assert.deepEqual(spanOf(4320), { count: 3, unit: "days" });
  assert.equal(minutesOf({ count: 2, unit: "days" }), 2880);
});

test("a time goes through its field in the reader's zone", () => {
  const at = BigInt(new Date(2026, 10, 17, 18, 30).getTime());
  assert.equal(toField(at), "2026-11-17T18:30");
  assert.equal(fromField(toField(at)), at);
  assert.deepEqual([toField(0n), fromField("")], ["", 0n]);
});

test("rules that stand are not changed by a form that nobody touched", () => {
  const rules = create(EventRulesSchema, {
    name: "Murmansk Cup",
    about: "All are welcome.",
    title: "t",
    scenarios: ["s", "r"],
    options: [{ id: "fog", value: "on" }],
    clock: { bankSeconds: 1234, incrementSeconds: 5 },
    rounds: 5,
    entering: EventRules_Entering.INVITED,
    invited: ["Anna", "Bert"],
    ratingLeast: 0,
    startMinutes: 15,
    roundMinutes: 4321,
    watching: EventRules_Watching.DELAYED,
    observerDelay: 3,
    tieBreaks: [EventTieBreak.BUCHHOLZ, EventTieBreak.LOT],
    startsMs: 1_800_000_012_345n,
  });
  assert.deepEqual(rulesOf(draftOf(rules), rules), rules);
});

test("a form that was filled in becomes rules", () => {
  const draft = {
    ...newDraft("t", "s"),
    name: " Cup ",
    invited: "Anna, Bert;Clara",
    pace: "hour" as const,
    ratingMost: 1600,
  };
  const rules = rulesOf(draft);
  assert.equal(rules.name, "Cup");
  assert.deepEqual(rules.invited, ["Anna", "Bert", "Clara"]);
  assert.equal(rules.clock?.bankSeconds, 3600);
  assert.deepEqual([rules.ratingLeast, rules.ratingMost], [undefined, 1600]);
  assert.deepEqual([rules.rounds, rules.roundMinutes, rules.startMinutes], [3, 180, 15]);
  assert.equal(rules.boards, 0);
  assert.equal(paceOf(clockOf("post")), "post");
});
