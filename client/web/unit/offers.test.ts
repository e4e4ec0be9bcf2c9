// What a title offers, what is taken where nobody chose, and what can be looked up by a rule.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import "./browser.ts";
import { OptionalRuleSchema, ScenarioSchema, TitleInfoSchema } from "../src/gen/wardroom/v1/lobby_pb";
import { SheetSchema } from "../src/gen/wardroom/v1/sheet_pb";
import { choose, firstScenario, optionsOf, seatsOf, usualOpponent, usualValue } from "../src/net/offers";
import { nearness } from "../src/play/sheets";

const option = (id: string, more: object = {}) => create(OptionalRuleSchema, { id, values: ["off", "on"], ...more });
const long = create(ScenarioSchema, { id: "long", defaults: [{ id: "fog", value: "on" }] });
const short = create(ScenarioSchema, { id: "short", first: true, played: [1] });
const options = [
  option("fog"),
  option("ice", { needs: [{ id: "fog", value: "on" }] }),
  option("calm", { excludes: [{ id: "fog", value: "on" }] }),
  option("only_short", { scenarios: ["short"] }),
];
const title = create(TitleInfoSchema, {
  id: "t",
  seats: [{ id: "a" }, { id: "b" }],
  scenarios: [long, short],
  options,
});

test("a newcomer plays the scenario that is meant for him, or the first", () => {
  assert.equal(firstScenario(title)?.id, "short");
  assert.equal(firstScenario(create(TitleInfoSchema, { scenarios: [long] }))?.id, "long");
  assert.equal(firstScenario(undefined), undefined);
});

test("all seats are played unless the scenario says which", () => {
  assert.deepEqual(seatsOf(title, long), [0, 1]);
  assert.deepEqual(seatsOf(title, short), [1]);
});

test("the usual opponent plays by a plan", () => {
  assert.equal(usualOpponent(["random", "standard"]), "standard");
  assert.equal(usualOpponent(["cautious"]), "cautious");
  assert.equal(usualOpponent([]), "random");
});

test("options are those of the scenario, and begin as it says", () => {
  assert.deepEqual(
    optionsOf(title, long).map(({ id }) => id),
    ["fog", "ice", "calm"],
  );
  assert.equal(optionsOf(title, short).length, 4);
  assert.equal(usualValue(options[0]!, long), "on");
  assert.equal(usualValue(options[0]!, short), "off");
});

test("with an option comes what it needs, and goes what it excludes; what is usual is not written down", () => {
  assert.deepEqual(choose(options, short, {}, "ice", "on"), { ice: "on", fog: "on" });
  assert.deepEqual(choose(options, long, {}, "ice", "on"), { ice: "on" });
  assert.deepEqual(choose(options, long, {}, "calm", "on"), { calm: "on", fog: "off" });
  assert.deepEqual(choose(options, short, { ice: "on" }, "ice", "off"), {});
});

test("a sheet is near a rule that it names, then one of its parts, then a chapter above it", () => {
  const sheet = (...rule: string[]) => create(SheetSchema, { rule });
  assert.equal(nearness(sheet("7.4"), "7.4"), 0);
  assert.equal(nearness(sheet("7.4.1"), "7.4"), 1);
  assert.equal(nearness(sheet("7"), "7.4"), 2);
  assert.equal(nearness(sheet("7", "7.4"), "7.4"), 0);
  assert.equal(nearness(sheet("7.41"), "7.4"), undefined);
});
