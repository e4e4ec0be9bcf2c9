// What this viewer has been told of a match, section by section.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { UpdateSchema, type Update } from "../src/gen/wardroom/v1/play_pb";
import { Sight } from "../src/play/sight";

const update = (serial: number, sections: Record<number, number[]>, full = false): Update =>
  create(UpdateSchema, {
    serial: BigInt(serial),
    full,
    sections: Object.entries(sections).map(([number, body]) => ({
      number: Number(number),
      body: Uint8Array.from(body),
    })),
  });

test("the newest body of each section makes the view, in the order of their numbers", () => {
  const sight = new Sight();
  assert.equal(sight.take(update(4, { 2: [7, 8], 1: [9] }, true)), "new");
  assert.equal(sight.take(update(5, { 2: [6] })), "new");
  assert.deepEqual([...sight.bytes()], [0x0a, 1, 9, 0x12, 1, 6]);
  assert.equal(sight.take(update(6, { 1: [] })), "new");
  assert.deepEqual([...sight.bytes()], [0x12, 1, 6], "an empty section is none");
});

test("what has been seen changes nothing, and a gap is told", () => {
  const sight = new Sight();
  sight.take(update(4, { 1: [1] }, true));
  assert.equal(sight.take(update(4, { 1: [2] })), "seen");
  assert.equal(sight.take(update(6, { 1: [3] })), "gap");
  assert.equal(sight.serial, 4n);
  assert.deepEqual([...sight.bytes()], [0x0a, 1, 1]);
  assert.equal(sight.take(update(9, { 2: [4] }, true)), "new", "a full one closes every gap");
  assert.deepEqual([...sight.bytes()], [0x12, 1, 4], "and leaves nothing of before");
});

test("a copy goes on by itself", () => {
  const sight = new Sight();
  sight.take(update(1, { 1: [1] }, true));
  const copy = new Sight(sight);
  copy.take(update(2, { 1: [2] }));
  assert.deepEqual([...sight.bytes()], [0x0a, 1, 1]);
  assert.equal(sight.serial, 1n);
  assert.equal(copy.serial, 2n);
});
