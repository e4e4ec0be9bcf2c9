import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.ts";
import { create } from "@bufbuild/protobuf";
import { StandingInfoSchema } from "../src/gen/wardroom/v1/lobby_pb.ts";
import { allAt, forSeat, orderFor, standingOf, usual, withRule, withWay } from "../src/play/standing.ts";

const ways = (...numbers: number[]) => numbers.map((number) => ({ number }));
const scramble = create(StandingInfoSchema, {
  order: 9,
  kinds: [113],
  ways: ways(0, 1, 21, 22),
  usual: 1,
  seats: [0, 1],
});
const guns = create(StandingInfoSchema, {
  order: 24,
  kinds: [168],
  own: true,
  ways: ways(0, 49),
  usual: 0,
  seats: [0],
});
const all = [scramble, guns];

test("a menu is left to the order of its kind, in the other's turn or always", () => {
  assert.equal(orderFor(all, { kind: 113, reaction: true }), scramble);
  assert.equal(orderFor(all, { kind: 113, reaction: false }), undefined);
  assert.equal(orderFor(all, { kind: 168, reaction: false }), guns);
  assert.deepEqual(forSeat(all, 1), [scramble]);
});

test("a way replaces the one before; whoever wants to be asked has neither order nor rules", () => {
  const one = withWay([], 9, 21);
  assert.deepEqual(one, [{ order: 9, way: 21, rules: [] }]);
  const ruled = withRule(one, 9, { fact: 2, atLeast: 3, way: 22 });
  assert.deepEqual(standingOf(ruled, 9).rules, [{ fact: 2, atLeast: 3, way: 22 }]);
  assert.deepEqual(standingOf(withWay(ruled, 9, 22), 9).rules, []);
  assert.deepEqual(withWay(ruled, 9, 0), []);
  assert.deepEqual(standingOf([], 24), { order: 24, way: 0, rules: [] });
});

test("usual orders, and all that can be left to one", () => {
  assert.deepEqual(usual(all), [{ order: 9, way: 1, rules: [] }]);
  assert.deepEqual(allAt(all, 49), [{ order: 24, way: 49, rules: [] }]);
});
