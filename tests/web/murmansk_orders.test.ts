// The order sheet of Murmansk Run: groups are arranged and courses plotted on it, and each is sent once.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { answering, asked, look, person, play, soon, spot, stage } from "./harness.ts";

const table = stage();
const sheet = (page: Page) => page.locator(".order-sheet");
const openSheet = (page: Page) => page.getByRole("tab", { name: "Order sheet" }).click();
const question = (page: Page) => page.locator("#hand-title").innerText();

// The first answer until a question has these words.
async function until(page: Page, words: RegExp): Promise<void> {
  await asked(page).waitFor();
  for (let i = 0; i < 30 && !words.test(await question(page)); ++i) {
    await answering(page, () => page.locator(".hand .items button:enabled").first().click());
    await asked(page).waitFor();
  }
}
async function click(page: Page, x: number, y: number): Promise<void> {
  await page.getByRole("button", { name: "Whole chart" }).click();
  const at = await spot(page, x, y);
  await page.mouse.click(at.x, at.y);
}
const period = async (page: Page) =>
  Number(/Period\s+(\d+)/.exec(await page.locator(".mr-strip").innerText())?.[1] ?? 0);

test("ships are put together and courses plotted, and each is sent once", async () => {
  const { page, troubles, context } = await person(table.browser);
  await play(page, table.server.url, { game: "Murmansk Run", scenario: "summer42", side: "Allies" });
  await until(page, /Arrange your groups/);
  await openSheet(page);
  const victorious = sheet(page).getByLabel("Victorious");
  await victorious.selectOption({ label: "The Convoy" });
  await look(page, "murmansk-muster");
  await openSheet(page);
  await answering(page, () => sheet(page).getByRole("button", { name: "The groups are ready" }).click());
  await soon(async () => assert.match(await question(page), /A new period begins/));

  await openSheet(page);
  const convoy = sheet(page).locator(".rows li", { hasText: "Convoy" });
  assert.match(await convoy.innerText(), /to Murmansk/, "it follows the lane by itself");
  const cover = sheet(page)
    .locator(".rows li", { hasText: /^Group/ })
    .first();
  await cover.getByRole("button").first().click();
  await click(page, -2657, 9206); // R05
  await cover.locator(".to").waitFor();
  await soon(async () => assert.ok((await page.locator(".chart polyline.route").count()) >= 2, "courses are drawn"));
  await look(page, "murmansk-orders");
  await openSheet(page);
  await sheet(page)
    .getByRole("button", { name: /^Send for \d periods/ })
    .click();
  await soon(async () => {
    const held = await page.locator(".halt .held").count();
    assert.ok((await period(page)) > 1 || held > 0, "it is sailed until something happens");
  });
  await look(page, "murmansk-sailing");
  assert.deepEqual(troubles, []);
  await context.close();
});
