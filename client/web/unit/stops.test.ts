// What halts a queue: chosen from a list or as a preset.
import assert from "node:assert/strict";
import { test } from "node:test";
import { StopKind } from "../src/gen/wardroom/v1/queue_pb.ts";
import { presetOf, presets } from "../src/play/stops.ts";

test("a preset is known again, and a change makes it one's own", () => {
  assert.equal(presetOf(new Set(presets.admiral)), "admiral");
  assert.equal(presetOf(new Set([...presets.admiral, StopKind.SCORE])), undefined);
});
