// Which cells of a table a roll points at.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.ts";
import { lightUp } from "../src/play/sheets";

const none = { results: [], modifiers: [] };
const shown = (lit: boolean[][]) => lit.map((row) => row.map((each) => (each ? "x" : ".")).join("")).join(" ");

test("the rows that the dice fell on, by their range and result", () => {
  const rows = [
    ["4-", "none"],
    ["5 - 7", "held"],
    ["8", "held"],
    ["9+", "sunk"],
  ];
  const lit = (value: number, result: string) => shown(lightUp([], rows, { ...none, results: [{ value, result }] }));
  assert.equal(lit(-2, "none"), "xx .. .. ..");
  assert.equal(lit(7, "held"), ".. xx .. ..");
  assert.equal(lit(8, "held"), ".. .. xx ..");
  assert.equal(lit(12, "sunk"), ".. .. .. xx");
  assert.equal(lit(12, "held"), ".. .. .. ..", "another table's");
});

test("the cell of a row and a column; without a row, the number needed in its column", () => {
  const head = ["", "BB", "DD"];
  const rows = [
    ["BB", "8", "9"],
    ["DD", "9", "8"],
  ];
  assert.equal(shown(lightUp(head, rows, { ...none, row: "DD", column: "BB" })), "... .x.");
  assert.equal(shown(lightUp(head, rows, { ...none, column: "DD", needed: 8 })), "... ..x");
  assert.equal(shown(lightUp(head, rows, { ...none, needed: 8 })), "... ...");
});

test("the number needed where there is but one, and the modifiers that counted", () => {
  assert.equal(shown(lightUp([], [["Succeeds on", "8+"]], { ...none, needed: 8 })), ".x");
  assert.equal(
    shown(
      lightUp(
        [],
        [
          ["+1", "night"],
          ["-1", "gales"],
        ],
        { ...none, modifiers: ["gales"] },
      ),
    ),
    ".. xx",
  );
});
