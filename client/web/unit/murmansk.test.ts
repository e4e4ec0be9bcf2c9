// Murmansk Run's chart: where positions lie, which one a finger means, and where the arrow keys lead.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placesOf, project, sheet, width } from "../src/titles/murmansk/geometry.ts";

// Three of a row, two of the next, as the data have them: hundredths of a degree.
const positions: [number, number][] = [
  [7310, 580],
  [7330, 1190],
  [7330, 1810],
  [7170, 930],
  [7180, 1500],
];
const points = positions.map(([latitude, longitude]) => project(latitude, longitude));
const places = placesOf(points);

test("neighbours are about as far apart on the chart as a convoy goes in twelve hours", () => {
  for (const [a, b] of [
    [1, 2],
    [2, 3],
    [4, 5],
    [1, 4],
    [2, 5],
  ] as const) {
    const [from, to] = [places.centre(a), places.centre(b)];
    const far = Math.hypot(from.x - to.x, from.y - to.y);
    assert.ok(far > 0.8 * width && far < 1.2 * width, `${a} to ${b}: ${far}`);
  }
  for (const { x, y } of points)
    assert.ok(x > sheet.x && x < sheet.x + sheet.width && y > sheet.y && y < sheet.y + sheet.height);
});

test("a finger means the nearest position, and nothing between far ones", () => {
  const { x, y } = places.centre(2);
  assert.equal(places.at({ x: x + 200, y: y - 150 }), 2);
  assert.equal(places.at({ x, y: y - 2 * width }), undefined);
  assert.ok(places.has(5) && !places.has(6) && !places.has(0));
});

test("arrow keys go along a row and from row to row", () => {
  assert.equal(places.step(1, "ArrowRight"), 2);
  assert.equal(places.step(3, "ArrowLeft"), 2);
  assert.equal(places.step(5, "ArrowLeft"), 4);
  assert.ok([4, 5].includes(places.step(2, "ArrowDown") ?? 0));
  assert.ok([1, 2].includes(places.step(4, "ArrowUp") ?? 0));
  assert.equal(places.step(3, "ArrowRight"), undefined);
});
