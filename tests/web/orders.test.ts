// A Player Phase on one sheet: forces and aircraft are told where to go, and everything is sent at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { answering, look, person, play, playUntil, soon, spot, stage } from "./harness.ts";

const table = stage();

const sheet = (page: Page) => page.locator(".order-sheet");
const openSheet = (page: Page) => page.getByRole("tab", { name: "Order sheet" }).click();
async function click(page: Page, x: number, y: number): Promise<void> {
  await page.getByRole("button", { name: "Whole chart" }).click();
  const at = await spot(page, x, y);
  await page.mouse.click(at.x, at.y);
}

test("movement of several forces is put on the sheet and sent once", async () => {
  const { page, troubles, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq16", side: "Allies" });
  await playUntil(page, /Move your forces/);
  await openSheet(page);
  const rows = sheet(page).locator("section", { hasText: "Movement" }).locator("li");
  const forces = await rows.count();
  assert.ok(forces > 1, `${forces} forces on the sheet`);
  // The first two that can go anywhere by water go towards open sea.
  let sent = 0;
  for (let i = 0; i < forces && sent < 2; ++i) {
    await rows.nth(i).getByRole("button").first().click();
    await click(page, 11_000, 7 * 866); // 0711
    if (await rows.nth(i).locator(".to").isVisible()) ++sent;
    else await rows.nth(i).getByRole("button").first().click();
  }
  assert.equal(sent, 2, "two forces have orders");
  await soon(async () =>
    assert.ok((await page.locator(".chart polyline.route.drawn").count()) >= 2, "their ways are drawn"),
  );
  await look(page, "order-sheet");
  await openSheet(page);
  await answering(page, () => page.getByRole("button", { name: /Send movement of 2 forces/ }).click());
  // Either all was played and movement is over, or the queue says why it waits.
  await page
    .locator("#hand-title", { hasNotText: /Move your forces/ })
    .or(page.locator(".queue"))
    .first()
    .waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("orders that cannot be carried out are held, said why, and struck", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq16", side: "Axis" });
  await playUntil(page, /Move your forces/);
  await openSheet(page);
  // A target that no aircraft reaches.
  await sheet(page).locator("fieldset").first().getByRole("checkbox").first().check();
  await page.getByRole("button", { name: /Choose a target for/ }).click();
  await click(page, 1500, 12 * 866);
  await sheet(page).getByText("flies to").first().waitFor();
  await page.getByRole("button", { name: /Send the sheet/ }).click();
  await page.locator(".queue").getByRole("button", { name: "Strike all" }).waitFor();
  await look(page, "order-sheet-held");
  await openSheet(page);
  await page.getByRole("button", { name: "Strike all" }).click();
  await page.locator(".queue").waitFor({ state: "detached" });
  await context.close();
});

test("several answers to one question are ticked and sent together", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq17", side: "Axis" });
  await playUntil(page, /Which ports are photographed/);
  await openSheet(page);
  const boxes = sheet(page).locator(".ticks input");
  await boxes.first().check();
  const before = await page.locator("#hand-title").innerText();
  await answering(page, () => page.getByRole("button", { name: "Send 1 answer" }).click());
  await page.locator("#hand-title", { hasNotText: before }).waitFor();
  await context.close();
});
