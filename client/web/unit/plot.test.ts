// A rating over time lies on its paper, whatever it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { plotOf } from "../src/events/plot.ts";

const point = (rating: number, deviation = 100) => ({ rating, deviation, timeMs: 0n });

void test("the higher the rating, the higher its point, from left to right", () => {
  const { points, marks, width, height } = plotOf([point(1500), point(1700), point(1400)]);
  assert.equal(points.length, 3);
  assert.ok(points[1]!.y < points[0]!.y && points[0]!.y < points[2]!.y);
  assert.ok(points[0]!.x < points[1]!.x && points[1]!.x < points[2]!.x);
  assert.ok(points.every(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height));
  assert.ok(marks.some(({ rating }) => rating === 1500));
});

void test("one match is a point in the middle, and none is nothing", () => {
  const one = plotOf([point(1600)]);
  assert.equal(one.points.length, 1);
  assert.ok(one.points[0]!.x > one.left);
  assert.equal(plotOf([]).line, "");
});

void test("what is not sure is cut at the edges", () => {
  const { band, height } = plotOf([point(1500, 350), point(1510, 340)]);
  for (const pair of band.split(" ")) {
    const y = Number(pair.split(",")[1]);
    assert.ok(y >= 0 && y <= height, pair);
  }
});
