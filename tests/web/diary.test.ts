// The war diary: by turns, the newest first and readable downwards; narrowed, and copied as text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hunt, look, person, soon, stage } from "./harness.ts";
import { playUntil } from "./wire.ts";

const table = stage();

test("the diary tells the turns, folds rolls out, can be narrowed and copied", async () => {
  const { page, context } = await person(table.browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.locator(".chart svg").first().waitFor();
  for (let turns = 0; turns < 2; ++turns) await playUntil(page, /All moves are made/);
  const turns = page.locator(".diary h3");
  await page.getByRole("tab", { name: "Diary" }).click();
  await turns.getByText("AM Day 1").waitFor();
  const names = await turns.allInnerTexts();
  if (names.length > 1) assert.match(names.at(-1)!, /Before|AM Day 1/);
  await page
    .locator(".diary")
    .getByText(/^Weather: /)
    .first()
    .waitFor();
  await look(page, "diary");

  await page.getByRole("button", { name: "Copy as text" }).click();
  await page.getByText("Copied.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /AM Day 1[^\n]*\n {2}\S/);

  await page.getByLabel("Find:").fill("weather");
  await page.waitForFunction(() => {
    const lines = [...document.querySelectorAll<HTMLElement>(".diary li:not(.part)")];
    return lines.length > 0 && lines.every((line) => /weather/i.test(line.innerText));
  });
  await page.getByRole("button", { name: "losses only" }).click();
  await page.getByText("Nothing has happened yet.").waitFor();
  await context.close();
});

test("in the replay the diary is told up to the moment shown, and a line leads to its moment", async () => {
  const { page, context } = await person(table.browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await hunt(page, table.server.url);
  for (let turns = 0; turns < 2; ++turns) await playUntil(page, /All moves are made/);
  const copied = async () => {
    await page.getByRole("button", { name: "Copy as text" }).click();
    await page.getByText("Copied.").waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await page.getByRole("tab", { name: "Diary" }).click();
  await page.locator(".diary h3").first().waitFor();
  const live = await copied();

  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("link", { name: "Look back" }).click();
  await page.locator(".slider").waitFor();
  await page.getByRole("tab", { name: "Diary" }).click();
  await page.locator(".diary h3").first().waitFor();
  assert.equal(await copied(), live, "at the last moment it is what the server keeps");

  const turns = page.locator(".diary h3");
  const before = await turns.count();
  assert.ok(before > 1);
  const last = page.locator(".diary section").last().locator("li:not(.part) .link").last();
  const words = await last.innerText();
  await last.click();
  await soon(async () => assert.equal(await turns.count(), 1, "later turns are not told yet"));
  await soon(async () => assert.equal(await page.locator(".diary li:not(.part) .link").last().innerText(), words));
  await page.locator(".reel .now").getByText(words.replace(/\.$/, "")).first().waitFor();
  await look(page, "replay-diary");
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await page.getByText("Nothing has happened yet.").waitFor();
  await page.keyboard.press("End");
  await soon(async () => assert.equal(await turns.count(), before));
  await context.close();
});
