// The war diary: by turns, the newest first and readable downwards; narrowed, and copied as text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look, person, playUntil, stage } from "./harness.ts";

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
