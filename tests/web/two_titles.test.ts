// Two titles on one server: each is offered, and each speaks with its own words where both call something by one id. The second is
// made up here: it is added to what the server lists.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { look, person, soon, stage } from "./harness.ts";

const table = stage();

// ---- protobuf by hand: a field that is text or a message ----

const bytes = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));
function field(number: number, ...parts: (string | Buffer)[]): Buffer {
  const body = bytes(...parts);
  const varint = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)]);
  return bytes(Buffer.from([...varint((number << 3) | 2), ...varint(body.length)]), body);
}
const text = (id: string) => field(1, id);
const title = bytes(
  field(1, "duel"),
  field(2, text("duel.name")),
  field(3, text("seat.allied.name")),
  field(3, text("seat.axis.name")),
  field(4, field(1, "short"), field(2, text("scenario.learning.name"))),
);
const catalog = (language: string, words: Record<string, string>) =>
  bytes(field(1, language), ...Object.entries(words).map(([id, its]) => field(2, field(1, id), field(2, its))));
const words: Record<string, Record<string, string>> = {
  en: {
    "duel.name": "A Duel",
    "seat.allied.name": "Greens",
    "seat.axis.name": "Yellows",
    "scenario.learning.name": "The short one",
  },
  pl: {
    "duel.name": "Pojedynek",
    "seat.allied.name": "Zieloni",
    "seat.axis.name": "Żółci",
    "scenario.learning.name": "Ten krótki",
  },
};

const titlesField = 40; // of ServerFrame
// A list of titles has one more: of two messages of one field, the second is added to the first.
async function addTitle(page: Page): Promise<void> {
  const head = field(titlesField, "").subarray(0, -1);
  await page.routeWebSocket(/\/ws$/, (line) => {
    const server = line.connectToServer();
    server.onMessage((message) =>
      line.send(
        typeof message !== "string" &&
          message.indexOf(head) >= 0 &&
          message.includes("pq17") &&
          message.includes("jw51b")
          ? bytes(message, field(titlesField, field(1, title)))
          : message,
      ),
    );
  });
  await page.route(/\/data\/duel\/text\/(en|pl)\.pb$/, (route, request) => {
    const language = /(en|pl)\.pb$/.exec(request.url())![1]!;
    return route.fulfill({ body: catalog(language, words[language]!), contentType: "application/octet-stream" });
  });
}

test("two titles are offered, each in its own words", async () => {
  const { page, context } = await person(table.browser);
  await addTitle(page);
  await page.goto(table.server.url);
  const choice = page.getByRole("group", { name: "Game" });
  await choice.getByRole("button", { name: "A Duel" }).waitFor();
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).waitFor();
  const sides = async () => (await page.getByLabel("Your side").locator("option").allInnerTexts()).slice(1, 3);
  await page.getByText("Another scenario").click();
  await soon(async () => assert.deepEqual(await sides(), ["Allies", "Axis"]));

  await choice.getByRole("button", { name: "A Duel" }).click();
  await page.getByRole("button", { name: "Play Yellows" }).waitFor();
  await soon(async () => assert.deepEqual(await sides(), ["Greens", "Yellows"]));
  await soon(async () =>
    assert.match(await page.locator(".way.first").innerText(), /The short one, against the computer/),
  );
  await look(page, "home-two-titles");

  await choice.getByRole("button", { name: "PQ-17" }).click();
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).waitFor();
  await soon(async () => assert.deepEqual(await sides(), ["Allies", "Axis"]));
  await context.close();
});
