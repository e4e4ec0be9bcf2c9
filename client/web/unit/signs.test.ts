// Blocks and names have places of their own, at every size of the chart.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.ts";
import { fontOf, readable, settle } from "../src/chart/settle";
import type { Mark } from "../src/titles/pq17/board.svelte";
import { centre } from "../src/titles/pq17/geometry";
import { fan, pilesOf } from "../src/titles/pq17/signs";

const mark = (id: number, hex: number, flat = false): Mark =>
  ({ key: `b${id}`, hex, side: "axis", kind: "unknown", number: 0, block: { id, hex, flat } }) as unknown as Mark;
const sea = new Map([
  [616, [mark(1, 616), mark(2, 616, true), mark(3, 616)]],
  [617, [mark(4, 617)]],
  [717, [mark(5, 717)]],
]);

test("what comes first has the first choice, and nothing hides another", () => {
  const sign = (key: string, at: { x: number; y: number }[]) => ({ key, width: 10, height: 10, at });
  const found = settle([
    sign("a", [{ x: 0, y: 0 }]),
    sign("b", [
      { x: 5, y: 0 },
      { x: 0, y: 10 },
    ]),
    sign("c", [{ x: 3, y: 3 }]),
  ]);
  assert.deepEqual(
    [...found],
    [
      ["a", { x: 0, y: 0 }],
      ["b", { x: 0, y: 10 }],
    ],
  );
  assert.equal(fontOf(100, 1), 100);
  assert.equal(fontOf(100, 50), readable * 50);
});

test("blocks can be read at every size, and those too near each other on the screen stand on one pile", () => {
  for (const unit of [1, 5, 12, 17, 24, 40, 60, 120]) {
    const piles = pilesOf(sea, unit);
    assert.equal(
      piles.reduce((sum, pile) => sum + pile.marks.length, 0),
      5,
      "none is lost",
    );
    for (const pile of piles)
      for (const { scale } of pile.spots) assert.ok((132 * scale) / unit >= readable - 0.01, `readable at ${unit}`);
    const spots = piles.flatMap((pile) => pile.spots);
    for (const one of spots)
      for (const other of spots)
        assert.ok(
          one === other || Math.abs(one.x - other.x) >= 300 * one.scale || Math.abs(one.y - other.y) >= 240 * one.scale,
          `${one.mark.key} hides ${other.mark.key} at ${unit}`,
        );
  }
  assert.equal(pilesOf(sea, 1).length, 3);
  assert.equal(pilesOf(sea, 120).length, 1);
});

test("a convoy lies upon its pile, and a Dummy beneath what fights", () => {
  const own = (id: number, kind: Mark["kind"]): Mark => ({ ...mark(id, 616), kind });
  const [pile] = pilesOf(
    new Map([[616, [own(1, "dummy"), own(2, "wolfpack"), own(3, "convoy"), own(4, "task_force")]]]),
    60,
  );
  assert.deepEqual(
    pile!.marks.map(({ kind }) => kind),
    ["convoy", "task_force", "wolfpack", "dummy"],
  );
});

test("what lies upon a pile of several hexes stands in its own", () => {
  const [pile, ...others] = pilesOf(
    new Map([
      [716, [mark(1, 716)]],
      [717, [{ ...mark(2, 717), kind: "convoy" as const }]],
    ]),
    40,
  );
  assert.equal(others.length, 0);
  assert.deepEqual(pile!.hexes, [717, 716]);
  assert.equal(pile!.spots[0]!.mark.hex, 717);
  assert.equal(pile!.spots[0]!.x, centre(717).x);
});

test("a pile that is fanned out shows each of its blocks, those that say most first", () => {
  const [pile] = pilesOf(sea, 120);
  const spots = fan(pile!);
  assert.equal(spots.length, 5);
  assert.equal(spots[0]!.mark.key, "b2");
  assert.equal(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, 5);
});
