// PQ-17's chart: where hexes lie, and courses by water.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import "./browser.ts";
import { HexSchema, Hex_Feature, Hex_Terrain, type Hex } from "../src/gen/wardroom/pq17/v1/map_pb";
import { MenuKind_Kind, Verb_Kind } from "../src/gen/wardroom/pq17/v1/view_pb";
import { ItemSchema, MenuSchema, Milestone_Level, ReportSchema } from "../src/gen/wardroom/v1/play_pb";
import type { Told } from "../src/play/told";
import type { Box } from "../src/titles/pq17/box";
import { course, hexesTo, isWater } from "../src/titles/pq17/course";
import { border, centre, hexAt, nameOf, neighbours, placesOf } from "../src/titles/pq17/geometry";
import { rest } from "../src/titles/pq17/rest";
import { trailsOf } from "../src/titles/pq17/trails";

const rows = [1, 2, 3, 4, 5, 6];
const hexes = rows.flatMap((row) => rows.map((column) => 100 * row + column));

test("a hex lies where it is found, and is called by four digits", () => {
  for (const hex of hexes) {
    assert.equal(hexAt(centre(hex)), hex);
    const { x, y } = centre(hex);
    assert.equal(hexAt({ x: x + 400, y: y + 150 }), hex);
  }
  assert.equal(nameOf(816), "0816");
});

test("neighbours are mutual, six, and one hex's width away", () => {
  for (const hex of hexes) {
    const around = neighbours(hex);
    assert.equal(new Set(around).size, 6);
    for (const other of around) {
      assert.ok(neighbours(other).includes(hex), `${hex} and ${other}`);
      const [a, b] = [centre(hex), centre(other)];
      assert.ok(Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1000) < 1, `${hex} and ${other}`);
    }
  }
});

test("arrow keys lead to neighbours and back", () => {
  const { step } = placesOf(new Map());
  for (const hex of hexes) {
    assert.equal(step(step(hex, "ArrowRight")!, "ArrowLeft"), hex);
    assert.equal(step(step(hex, "ArrowUp")!, "ArrowDown"), hex);
  }
});

test("the border of an area has its outer sides only", () => {
  const sides = (area: number[]) => border(new Set(area)).split("M").length - 1;
  assert.equal(sides([303]), 6);
  assert.equal(sides([303, 304]), 10);
  assert.equal(sides([303, ...neighbours(303)]), 18);
});

// A sea of 6 by 6 hexes with some that are not as the others.
function box(others: Record<number, Partial<Hex>> = {}): Box {
  const sea = hexes.map((hex) =>
    create(HexSchema, { hex: nameOf(hex), terrain: Hex_Terrain.SEA, ...others[hex] } as Hex),
  );
  return { hexes: new Map(sea.map((hex) => [Number(hex.hex), hex])) } as unknown as Box;
}
const free = new Set<number>();

test("a course is the shortest way by water", () => {
  assert.deepEqual(course(box(), 301, 305, free), [302, 303, 304, 305]);
  assert.deepEqual(course(box(), 301, 301, free), []);
  const land = { 303: { terrain: Hex_Terrain.LAND }, 203: { feature: [Hex_Feature.PACK] } };
  const around = course(box(land), 301, 305, free);
  assert.equal(around.length, 5);
  assert.ok(!around.includes(303) && !around.includes(203));
  assert.ok(!isWater(box(land), 203) && !isWater(box(land), 999));
});

test("a course leaves out what is to be avoided, unless it ends there", () => {
  assert.ok(!course(box(), 301, 305, new Set([303])).includes(303));
  assert.equal(course(box(), 301, 303, new Set([303])).at(-1), 303);
});

test("the nearest of several places is counted by water", () => {
  assert.equal(hexesTo(box(), 301, new Set([305, 303]), free), 2);
  assert.equal(hexesTo(box(), 301, new Set([301]), free), 0);
  assert.equal(hexesTo(box({ 303: { terrain: Hex_Terrain.LAND } }), 301, new Set([305]), free), 5);
  assert.equal(hexesTo(box(), 101, new Set([305]), new Set(neighbours(101))), Infinity);
});

test("there is no course across a blocked side or onto land", () => {
  const alone = { 101: { blocked: neighbours(101).map(nameOf) } };
  for (const hex of neighbours(101)) Object.assign(alone, { [hex]: { blocked: ["0101"] } });
  assert.deepEqual(course(box(alone), 101, 104, free), []);
  assert.deepEqual(course(box({ 305: { terrain: Hex_Terrain.LAND } }), 301, 305, free), []);
});

test("one target for all aircraft: the same aim for those with later numbers, as far as they are asked", () => {
  const menu = (kind: MenuKind_Kind) => create(MenuSchema, { kind });
  const item = (verb: Verb_Kind) => create(ItemSchema, { action: { verb, arguments: [3n, 2n, 1n, 1n] } });
  const [next, ...others] = rest(menu(MenuKind_Kind.STRIKE_TARGETS), item(Verb_Kind.TARGET));
  assert.deepEqual(next, {
    kind: MenuKind_Kind.STRIKE_TARGETS,
    verb: Verb_Kind.TARGET,
    arguments: [4n, 2n, 1n, 1n],
    optional: true,
  });
  assert.ok(others.every(({ optional, arguments: values }) => optional && String(values?.slice(1)) === "2,1,1"));
  assert.deepEqual(rest(menu(MenuKind_Kind.STRIKE_TARGETS), item(Verb_Kind.FORGO)), []);
  assert.deepEqual(rest(menu(MenuKind_Kind.GUNNERY), item(Verb_Kind.TARGET)), []);
});

test("trails are of the last turns, and fade with each", () => {
  const told = (key: string, body: object): Told => ({
    key,
    serial: 1,
    time: 0,
    report: create(ReportSchema, { body } as never),
  });
  const move = (key: string, seat: number, from: number, to: number) =>
    told(key, { case: "move", value: { seat, from, to } });
  const turn = (key: string) => told(key, { case: "milestone", value: { level: Milestone_Level.TURN } });
  const all = [
    move("old", 0, 301, 302),
    turn("1"),
    turn("2"),
    turn("3"),
    move("a", 0, 302, 303),
    turn("4"),
    move("b", 1, 404, 404),
    move("c", 1, 401, 402),
  ];
  assert.deepEqual(trailsOf(all, 0), [
    { key: "c", from: 401, to: 402, own: false, age: 0 },
    { key: "a", from: 302, to: 303, own: true, age: 1 },
  ]);
});
