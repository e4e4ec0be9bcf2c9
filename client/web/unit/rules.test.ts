// What a rule's number leads to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import "./browser.ts";
import { SheetSchema } from "../src/gen/wardroom/v1/sheet_pb";
import { nearness } from "../src/play/sheets";

const sheet = (rule: string[], cells: string[] = []) =>
  create(SheetSchema, {
    id: "s",
    rule,
    table: [
      {
        row: cells.map((word) => ({
          cell: [{ text: { id: "data.plain", arguments: [{ name: "word", value: { case: "word", value: word } }] } }],
        })),
      },
    ],
  } as never);

test("a sheet is near a rule that it, a part of it or its chapter names", () => {
  assert.equal(nearness(sheet(["7.2.5"]), "7.2.5"), 0);
  assert.equal(nearness(sheet(["7.2.5"]), "7.2"), 1);
  assert.equal(nearness(sheet(["7.2"]), "7.2.5"), 2);
  assert.equal(nearness(sheet(["7.2.6", "7.25"]), "7.2.5"), undefined);
});

test("a table is found by the rule of one of its modifiers", () => {
  assert.equal(nearness(sheet(["7.2.6"], ["+1", "[7.2.5]"]), "7.2.5"), 0);
  assert.equal(nearness(sheet([], ["[1.4.3, 7.2.5]"]), "7.2.5"), 0);
  assert.equal(nearness(sheet([], ["1-7", "[note]"]), "7"), undefined);
});
