// What halts a queue: chosen from a list or as a preset, kept for its match.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { emptyStorage } from "./browser.ts";
import { StopKind } from "../src/gen/wardroom/v1/queue_pb.ts";
import { keepStops, keptStops, presetOf, presets, stopsOf } from "../src/play/stops.ts";

beforeEach(emptyStorage);

test("a preset is known again, and a change makes it one's own", () => {
  assert.equal(presetOf(new Set(presets.admiral)), "admiral");
  assert.equal(presetOf(new Set([...presets.admiral, StopKind.SCORE])), undefined);
});

test("stops belong to one match, and go with its queues", () => {
  keepStops("a", presets.battle);
  assert.deepEqual(keptStops("a"), [StopKind.ENGAGEMENT]);
  assert.deepEqual(stopsOf("a").kinds, [StopKind.ENGAGEMENT]);
  assert.deepEqual(stopsOf("b").kinds, []);
});
