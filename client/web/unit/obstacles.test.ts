// Why something cannot be ordered, and what is left of a voyage of several turns.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.ts";
import { create } from "@bufbuild/protobuf";
import { AirModelSchema } from "../src/gen/wardroom/pq17/v1/counters_pb.ts";
import { WeatherEffectSchema } from "../src/gen/wardroom/pq17/v1/environment_pb.ts";
import { NumbersSchema } from "../src/gen/wardroom/pq17/v1/numbers_pb.ts";
import {
  AirType_Kind,
  BlockKind_Kind,
  Nation_Kind,
  Speed_Kind,
  Weather_Kind,
} from "../src/gen/wardroom/pq17/v1/types_pb.ts";
import {
  Air_UnitSchema,
  Clock_Segment,
  EnvironmentSchema,
  Force_FuelStatus,
  ForceSchema,
  ViewSchema,
} from "../src/gen/wardroom/pq17/v1/view_pb.ts";
import { hasNoTarget, weatherIn, whyGrounded, whyStays } from "../src/titles/pq17/obstacles.ts";
import { pace, remaining, turnsFor } from "../src/titles/pq17/voyage.ts";

const { TASK_FORCE, CONVOY, WOLFPACK } = BlockKind_Kind;
const moving = { segment: Clock_Segment.NAVAL_MOVEMENT };
const tirpitz = create(ForceSchema, {
  key: 1,
  kind: TASK_FORCE,
  place: "place.trondheim",
  ship: [{ unit: "ship.tirpitz" }],
});

test("a force that cannot be ordered says why, and whether that may change before it moves", () => {
  const view = create(ViewSchema, { clock: moving, own: { force: [tirpitz] } });
  assert.deepEqual(whyStays(tirpitz, view, true, undefined), { why: "tirpitz", certain: false });
  assert.deepEqual(whyStays(tirpitz, view, true, false), { why: "tirpitz", certain: true }, "the menu has her not");
  assert.equal(whyStays(tirpitz, view, true, true), undefined, "the menu has her");
  const free = create(ViewSchema, { clock: moving, own: { force: [tirpitz], tirpitzMaySail: true } });
  assert.equal(whyStays(tirpitz, free, true, undefined), undefined);
  assert.equal(whyStays(tirpitz, free, true, false)?.why, "unknown");
});

test("parts of a Dispersed convoy, forces that Gales hold and shadowers stay", () => {
  const convoy = create(ForceSchema, { key: 3, kind: CONVOY, block: 30 });
  const part = create(ForceSchema, { key: 4, kind: CONVOY, block: 31, dispersedFrom: 3 });
  const held = create(ForceSchema, { key: 5, kind: TASK_FORCE, block: 32, heldByGales: true });
  const pack = create(ForceSchema, { key: 6, kind: WOLFPACK, block: 33 });
  const view = create(ViewSchema, {
    clock: moving,
    own: { force: [convoy, part, held, pack] },
    sea: { block: [{ id: 90, shadow: [{ block: 33 }] }] },
  });
  assert.equal(whyStays(convoy, view, true, undefined), undefined);
  assert.deepEqual(whyStays(part, view, true, undefined), { why: "dispersed", certain: true });
  assert.deepEqual(
    whyStays(part, view, false, undefined),
    { why: "dispersed", certain: false },
    "it may rejoin before",
  );
  assert.deepEqual(whyStays(held, view, true, undefined), { why: "gales", certain: true });
  assert.equal(whyStays(pack, view, true, false)?.why, "shadows");
  const whole = create(ForceSchema, { key: 4, kind: CONVOY, block: 31, dispersedFrom: 4 });
  assert.equal(whyStays(whole, view, true, undefined), undefined, "all of it is Dispersed, and moves");
});

test("what has moved, has arrived or has no points to sail with says so", () => {
  const moved = create(ForceSchema, { key: 7, kind: TASK_FORCE, block: 40, done: true });
  const arrived = create(ForceSchema, { key: 8, kind: CONVOY, place: "place.murmansk", destination: "place.murmansk" });
  const port = create(ForceSchema, { key: 9, kind: TASK_FORCE, place: "place.scapa_flow" });
  const own = { force: [moved, arrived, port], command: [{ points: 4, spent: 4 }] };
  const view = create(ViewSchema, { clock: moving, own });
  assert.equal(whyStays(moved, view, true, undefined)?.why, "moved");
  assert.equal(whyStays(moved, create(ViewSchema, { own }), true, undefined), undefined, "that was the turn before");
  assert.deepEqual(whyStays(arrived, view, false, undefined), { why: "arrived", certain: true });
  assert.equal(whyStays(port, view, true, undefined), undefined);
  assert.equal(whyStays(port, view, true, false)?.why, "points");
});

test("aircraft stay at base in weather in which none take off, at Night, and where there is nothing for them", () => {
  const unit = create(Air_UnitSchema, { base: "place.banak" });
  const bomber = create(AirModelSchema, { type: AirType_Kind.MEDIUM_BOMBER, nation: Nation_Kind.GERMAN });
  const scout = create(AirModelSchema, { type: AirType_Kind.MEDIUM_BOMBER, recon: true });
  const fair = create(WeatherEffectSchema, { landTakeOff: true });
  const storms = create(WeatherEffectSchema, { landTakeOff: true, carrierLaunch: false });
  const fog = create(WeatherEffectSchema, {});
  const view = create(ViewSchema, {});
  const at = { unit, model: bomber, effect: fair, night: false };
  assert.equal(whyGrounded(at, view, undefined), undefined);
  assert.equal(whyGrounded({ ...at, effect: fog }, view, undefined), "weather");
  assert.equal(whyGrounded({ ...at, effect: storms }, view, undefined), undefined);
  const aboard = create(Air_UnitSchema, { base: "ship.victorious" });
  assert.equal(whyGrounded({ ...at, unit: aboard, effect: storms }, view, undefined), "weather");
  assert.equal(whyGrounded({ ...at, effect: undefined }, view, undefined), undefined, "not known, nothing said");
  assert.equal(whyGrounded({ ...at, night: true }, view, undefined), "night");
  assert.equal(whyGrounded({ ...at, model: scout, night: true }, view, undefined), undefined);
  const event = create(ViewSchema, { standing: { event: [{ event: "event.any" }] } });
  assert.equal(whyGrounded({ ...at, night: true }, event, undefined), undefined, "an event may let it fly");
  assert.equal(whyGrounded(at, view, false), "no_target");
  assert.equal(whyGrounded({ ...at, effect: fog }, view, true), undefined, "the menu has it");
  assert.equal(hasNoTarget(bomber, 0, false), true);
  assert.equal(hasNoTarget(bomber, 1, false), false);
  assert.equal(hasNoTarget(scout, 0, false), false, "it searches");
  assert.equal(hasNoTarget(undefined, 0, false), false);
});

test("weather is that of the place", () => {
  const { FAIR, FOG } = Weather_Kind;
  const environment = create(EnvironmentSchema, { weather: FAIR, local: [{ hex: [611], weather: FOG }] });
  assert.deepEqual([weatherIn(environment, 611), weatherIn(environment, 612)], [FOG, FAIR]);
});

test("a voyage of several turns goes on from where the force is, until it is there", () => {
  const none = () => [];
  const voyage = { way: [611, 612, 613], intoPort: true, sent: true };
  assert.deepEqual(remaining(voyage, 611, false, none)?.way, [612, 613]);
  assert.deepEqual(remaining(voyage, 613, false, none)?.way, [], "it still has to enter port");
  assert.equal(remaining(voyage, 613, true, none), undefined, "it is in port");
  assert.equal(remaining({ ...voyage, intoPort: false }, 613, false, none), undefined, "it has arrived");
  assert.deepEqual(remaining(voyage, 510, false, (to) => [511, to])?.way, [511, 613], "it was driven off its way");
  assert.equal(remaining(voyage, 510, false, none), undefined, "and there is none from there");
  const drawn = { way: [611, 612, 611], intoPort: false };
  assert.equal(remaining(drawn, 611, false, none), drawn, "what was not sent stays as it was drawn");
});

test("when a voyage ends is reckoned from its speed, leaving and entering port", () => {
  const numbers = create(NumbersSchema, {
    movement: { highHexes: 3, moderateHexes: 2, slowHexes: 1, crawlPmHexes: 1, portHexes: 1 },
  });
  const force = create(ForceSchema, { kind: TASK_FORCE });
  const { HIGH, MODERATE, SLOW } = Speed_Kind;
  assert.equal(pace(force, [HIGH, HIGH], false, numbers), 3);
  assert.equal(pace(force, [HIGH, SLOW], false, numbers), 1, "the slowest counts");
  assert.equal(pace(force, [HIGH], true, numbers), 2, "it spares its fuel");
  assert.equal(pace(create(ForceSchema, { kind: WOLFPACK }), [HIGH], false, numbers), 2);
  assert.equal(pace(create(ForceSchema, { kind: CONVOY }), [MODERATE], false, numbers), 1);
  const critical = create(ForceSchema, { kind: TASK_FORCE, fuel: Force_FuelStatus.CRITICAL });
  assert.equal(pace(critical, [HIGH], false, numbers), 1);
  const voyage = { way: [1, 2, 3], intoPort: false };
  assert.equal(turnsFor(voyage, false, 2, numbers), 2);
  assert.equal(turnsFor({ ...voyage, intoPort: true }, true, 2, numbers), 3);
  assert.equal(turnsFor({ way: [], intoPort: true }, false, 2, numbers), 1);
  assert.equal(turnsFor(voyage, false, 0, numbers), Infinity);
});
