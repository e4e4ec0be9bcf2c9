// Murmansk Run in the browser: found among the games, played to its end as the computer advises, and looked at on the way.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { answering, asked, look, person, soon, stage } from "./harness.ts";

const table = stage();

async function open(page: Page, button: string): Promise<void> {
  await page.goto(table.server.url);
  await page.getByRole("group", { name: "Game" }).getByRole("button", { name: "Murmansk Run" }).click();
  await page.getByRole("button", { name: button }).click();
  await page.locator(".chart svg").first().waitFor();
  await asked(page).waitFor();
}

// Answers as the computer would; false: the game is over.
async function follow(page: Page): Promise<boolean> {
  const over = page.getByRole("heading", { name: "The match is over" });
  await asked(page).or(over).first().waitFor();
  if (await over.isVisible()) return false;
  await page.getByRole("button", { name: "What would you do?" }).click();
  const advised = page.locator(".hand .items .advised button");
  await advised.waitFor();
  await answering(page, () => advised.click());
  return true;
}

test("a convoy is brought in, from the first question to the verdict", async () => {
  const { page, troubles, context } = await person(table.browser);
  await open(page, "Play Allies");
  await look(page, "murmansk-opening");
  let questions = 0;
  let fought = false;
  while (await follow(page)) {
    ++questions;
    assert.ok(questions < 400, "it comes to an end");
    if (questions === 12) await look(page, "murmansk-at-sea");
    if (!fought && (await page.getByRole("tab", { name: "The battle board" }).count()) > 0) {
      fought = true;
      await look(page, "murmansk-battle");
    }
  }
  await soon(async () => assert.match(await page.locator(".hand").innerText(), /seasons? to/));
  await look(page, "murmansk-over");
  console.log(`# ${questions} questions`);
  assert.deepEqual(troubles, []);
  await context.close();
});
