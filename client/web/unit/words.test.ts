// Catalogs: how they are read when the client is built, and how a text of the wire becomes a sentence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { words } from "../catalogs.ts";
import { TextSchema } from "../src/gen/wardroom/v1/text_pb";
import { Catalog, capital } from "../src/words/catalog";

test("a catalog is protobuf's text format, however it is written", () => {
  const text = `
    language: "en"  # a comment with an entry { id: "no" }
    entry { id: "a" text: "say \\"yes\\"" alias: "b" alias: "c" }
    entry {
      id: 'd'
      text: "two "
            "parts"
    }`;
  assert.deepEqual(words(Buffer.from(text)), { a: 'say "yes"', b: 'say "yes"', c: 'say "yes"', d: "two parts" });
  assert.throws(() => words(Buffer.from('entry { id: "a" words: "b" }')), "a field that is none");
});

test("numbers have the forms of the language", () => {
  const ships = "{count, plural, one {# okręt} few {# okręty} many {# okrętów} other {# okrętu}}";
  const catalog = new Catalog("pl", [["ships", ships]]);
  const said = [1, 2, 5, 22, 112].map((count) => catalog.words("ships", { count }));
  assert.deepEqual(said, ["1 okręt", "2 okręty", "5 okrętów", "22 okręty", "112 okrętów"]);
});

test("a fraction is written as the language does, alone or in a plural; a year has no thousands", () => {
  const patterns = [
    ["luck", "{expected} of {dice, plural, other {#}}, {percent} %"],
    ["hours", "{hours, plural, one {#} few {#} many {#} other {about #}}"],
    ["year", "{year}"],
  ] as const;
  const values = { expected: 0.3, dice: 1.5, percent: 12, hours: 2.5, year: 1942 };
  const said = (language: string) => patterns.map(([id]) => new Catalog(language, patterns).words(id, values));
  assert.deepEqual(said("pl"), ["0,3 of 1,5, 12 %", "about 2,5", "1942"]);
  assert.deepEqual(said("en"), ["0.3 of 1.5, 12 %", "about 2.5", "1942"]);
});

test("a text that is missing, or whose values do not fit, shows as its id", () => {
  const catalog = new Catalog("en", [["sunk", "{ship} is sunk"]]);
  assert.equal(catalog.words("none"), "none");
  assert.equal(catalog.words("sunk", {}), "sunk");
  assert.equal(catalog.words("sunk", { ship: "Edinburgh" }), "Edinburgh is sunk");
  assert.equal(catalog.sentence(undefined), "");
});

test("a title's words lie over the platform's", () => {
  const platform = new Catalog("en", [
    ["side", "a side"],
    ["turn", "your turn"],
  ]);
  const title = new Catalog("en", [["side", "the Allies"]], platform);
  assert.equal(title.words("side"), "the Allies");
  assert.equal(title.words("turn"), "your turn");
  assert.equal(platform.words("side"), "a side");
  assert.ok(title.has("turn") && !title.has("none"));
});

test("a sentence is made of texts in texts, words and numbers", () => {
  const catalog = new Catalog("en", [
    ["moved", "{force} moves to {place} with {count, plural, one {# ship} other {# ships}}"],
    ["force", "{name}'s force"],
  ]);
  const text = create(TextSchema, {
    id: "moved",
    arguments: [
      { name: "count", value: { case: "number", value: 3n } },
      { name: "place", value: { case: "word", value: "0816" } },
      {
        name: "force",
        value: {
          case: "text",
          value: { id: "force", arguments: [{ name: "name", value: { case: "word", value: "Hamilton" } }] },
        },
      },
    ],
  });
  assert.equal(catalog.sentence(text), "Hamilton's force moves to 0816 with 3 ships");
});

test("a sentence begins with a capital", () => {
  assert.equal(capital("łódź"), "Łódź");
  assert.equal(capital(""), "");
});

test("a text with a variant for a seat is told from that seat's side, within others too", () => {
  const catalog = new Catalog("en", [
    ["points", "{n} ahead"],
    ["points.seat_1", "{n} behind"],
    ["score", "Score: {points}."],
  ]);
  assert.equal(catalog.words("points", { n: 3 }), "3 ahead");
  assert.equal(catalog.words("points", { n: 3 }, 0), "3 ahead");
  assert.equal(catalog.words("points", { n: 3 }, 1), "3 behind");
});
