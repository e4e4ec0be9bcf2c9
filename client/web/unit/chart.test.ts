// The chart of any title: frames, and the lens over them.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.ts";
import { frameOf, middleOf } from "../src/chart/frame";
import { Lens } from "../src/chart/lens.svelte";

const points = [
  { x: 0, y: 10 },
  { x: 40, y: -10 },
];
const whole = { x: 0, y: 0, width: 20_000, height: 10_000 };

test("a frame has room for its points and a margin around them", () => {
  const frame = frameOf(points, 5)!;
  assert.deepEqual(frame, { x: -5, y: -15, width: 50, height: 30 });
  assert.deepEqual(middleOf(frame), { x: 20, y: 0 });
  assert.equal(frameOf([], 5), undefined);
});

test("what lies under a sheet is not seen: a lens brings things above it", () => {
  const lens = new Lens(whole, 1000);
  lens.covered = 0.5;
  const frame = { x: 4000, y: 3000, width: 9000, height: 2000 };
  lens.fit(frame);
  for (const y of [frame.y, frame.y + frame.height])
    assert.ok(lens.screen({ x: 0, y }).y >= 0 && lens.screen({ x: 0, y }).y <= lens.high / 2 + 1);
  assert.ok(lens.sees(middleOf(frame)));
  const below = { x: lens.middle.x, y: lens.middle.y + lens.tall / 4 };
  assert.ok(!lens.sees(below), "under the sheet");
  lens.bring(below);
  assert.ok(lens.sees(below));
});

test("a lens that fits a frame sees all of it, and comes no closer than its neighbourhood", () => {
  const lens = new Lens(whole, 1000);
  const wide = { x: 2000, y: 3000, width: 12_000, height: 2000 };
  lens.fit(wide);
  assert.deepEqual(lens.middle, middleOf(wide));
  assert.equal(lens.span, 12_000);
  lens.fit({ x: 9000, y: 5000, width: 10, height: 10 });
  assert.equal(lens.span, 8800);
});

test("a glance moves only to what is out of sight", () => {
  const lens = new Lens(whole, 1000);
  lens.fit({ x: 5000, y: 4000, width: 9000, height: 2000 });
  const before = lens.middle;
  lens.glance({ x: 6000, y: 4500, width: 100, height: 100 });
  assert.deepEqual(lens.middle, before);
  lens.glance({ x: 18_000, y: 9000, width: 100, height: 100 });
  assert.notDeepEqual(lens.middle, before);
});

test("zooming keeps the point that is zoomed at where it is seen", () => {
  const lens = new Lens(whole, 1000);
  lens.fit({ x: 5000, y: 3000, width: 10_000, height: 4000 });
  const about = { x: 8000, y: 4500 };
  const seen = () => [(about.x - lens.middle.x) / lens.span, (about.y - lens.middle.y) / lens.tall];
  const before = seen();
  lens.zoom(0.5, about);
  seen().forEach((share, i) => assert.ok(Math.abs(share - before[i]!) < 1e-9));
});
