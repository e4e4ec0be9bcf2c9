import assert from "node:assert/strict";
import { test } from "node:test";
import { between, likely } from "../src/play/odds.ts";

test("a figure that depends on nothing hidden is one figure, another is two", () => {
  assert.equal(between({ least: 400, most: 400 }, 10, "en", "percent"), "40%");
  assert.equal(between({ least: 251, most: 604 }, 10, "en", "percent"), "25% – 60%");
  assert.equal(between({ least: 125, most: 125 }, 100, "en", "decimal"), "1.3");
  assert.equal(between(undefined, 10, "en", "percent"), "");
});

test("what hardly ever happens is not listed", () => {
  const rows = [900, 500, 200, 60, 30, 4].map((most, i) => ({ count: i + 1, permille: { least: 0, most } }));
  assert.deepEqual(
    likely(rows).map(({ count }) => count),
    [1, 2, 3, 4],
  );
});
