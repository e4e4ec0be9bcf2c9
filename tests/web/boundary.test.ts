// The platform names none of its titles: no screen, word or schema outside a title's own folder speaks of a title, a side or a hex,
// and imports go one way: a title to the chart and the platform, never back, never to another title.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = join(root, "client/web/src");

function files(folder: string, ends: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((each) => join(root, folder, each))
    .filter((each) => ends.test(each) && statSync(each).isFile());
}
const text = (file: string) => readFileSync(file, "utf8");
const where = (file: string) => relative(root, file);
const folders = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map((each) => each.name);

const titles = [...new Set([...folders("scenarios"), ...folders("client/web/src/titles")])];

// "pq17" is also PQ-17 and PQ 17.
const named = titles.map((title) => title.replace(/(\D)(\d)/g, "$1[- ]?$2"));
// The sides of all titles, as their texts call them: seat.allied.name.
const sides = titles.flatMap((title) => {
  const folder = join(root, "scenarios", title, "text");
  if (!existsSync(folder)) return [];
  const words = readdirSync(folder)
    .map((each) => text(join(folder, each)))
    .join("\n");
  return [...words.matchAll(/id: "seat\.(\w+)\.name" text: "([^"]+)"/g)].flatMap(([, id, name]) => [id!, name!]);
});
// A word alone, or as a part of a name: allied, ALLIED, play_allied, alliedBase, isAllied.
function anyOf(words: readonly string[]): RegExp {
  const alone = words.flatMap((each) => [each, each.toUpperCase()]).map((each) => `(?<![\\p{L}\\p{N}])${each}`);
  const inside = words.map((each) => `(?<!\\p{Lu})${each.charAt(0).toUpperCase()}${each.slice(1)}`);
  return new RegExp(`(?:${[...alone, ...inside].join("|")})(?![\\p{Ll}\\p{N}])`, "gu");
}
const titlesAndSides = [...named, ...new Set(sides.map((each) => each.toLowerCase()))];
const hexes = ["hex", "hexes", "heks", "heksu", "heksy", "heksów", "heksie"];
const oneTitles = [
  "d10",
  "ten-sided",
  "historical",
  "ahistorical",
  "historyczny",
  "historyczna",
  "historyczne",
  "historycznych",
];

function speaksOf(list: readonly string[], words: RegExp): string[] {
  return list.flatMap((file) =>
    text(file)
      .split("\n")
      .flatMap((line, i) => [...line.matchAll(words)].map(([word]) => `${where(file)}:${i + 1}: ${word}`)),
  );
}

test("the titles and their sides are known", () => {
  assert.ok(titles.includes("pq17"));
  assert.ok(sides.includes("allied") && sides.includes("axis"), String(sides));
});

test("no screen of the platform speaks of a title, a side or a hex", () => {
  const own = files("client/web/src", /\.(ts|svelte|css)$/).filter(
    (file) => !/src\/(gen\/|titles\/[^/]+\/)/.test(file.replaceAll(sep, "/")),
  );
  const pages = [
    ...files("client/web/static", /\.(html|js|css)$/),
    ...["index.html", "catalogs.ts", "generate.mjs", "vite.config.ts"].map((each) => join(root, "client/web", each)),
  ];
  assert.ok(own.length > 50);
  assert.deepEqual(speaksOf([...own, ...pages], anyOf([...titlesAndSides, ...hexes, ...oneTitles])), []);
  assert.deepEqual(speaksOf(own, /padStart\(4/g), [], "a place is called as its title calls it");
});

test("no text of the platform speaks of a title, a side or a hex", () => {
  const catalogs = files("common/text", /\.textproto$/);
  assert.ok(catalogs.length > 20);
  assert.deepEqual(speaksOf(catalogs, anyOf([...titlesAndSides, ...hexes, ...oneTitles])), []);
});

test("no schema of the platform speaks of a title, a side or a hex", () => {
  const schemas = files("proto/wardroom/v1", /\.proto$/);
  assert.ok(schemas.length > 5);
  assert.deepEqual(speaksOf(schemas, anyOf([...titlesAndSides, ...hexes])), []);
});

test("imports go one way", () => {
  const wrong: string[] = [];
  const titleOf = (file: string) =>
    /^titles\/([^/]+)\//.exec(file)?.[1] ?? /^gen\/wardroom\/(?!v1\/)([^/]+)\//.exec(file)?.[1];
  for (const file of files("client/web/src", /\.(ts|svelte)$/)) {
    const from = relative(source, file).replaceAll(sep, "/");
    if (from.startsWith("gen/")) continue;
    for (const [, what, to] of text(file).matchAll(
      /(?:import|export)\s+(?:type\s+)?([^"';]*?)(?:\s*from\s*)?\(?"(\.[^"]+)"/g,
    )) {
      const target = relative(source, resolve(dirname(file), to!)).replaceAll(sep, "/");
      const theirs = titleOf(target);
      if (theirs && theirs !== titleOf(from)) wrong.push(`${from} imports ${target}`);
      // A title has its own words over the platform's.
      if (titleOf(from) && target === "words/words.svelte" && /\b(t|say|sayCapital)\b/.test(what!))
        wrong.push(`${from} speaks with the platform's words only`);
    }
  }
  assert.deepEqual(wrong, []);
});
