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
  await sheet(page).getByRole("group", { name: "Wait for me before" }).getByLabel("flights").check();
  await sheet(page)
    .getByText(/Without orders: \d+ forces?, \d+ air units\./)
    .waitFor();
  assert.equal(await sheet(page).getByRole("button", { name: /^Send/ }).count(), 1, "one way of sending");
  await answering(page, () => page.getByRole("button", { name: "Send the sheet: 2 orders" }).click());
  // Either all was played and movement is over, or the queue says why it waits.
  await page
    .locator("#hand-title", { hasNotText: /Move your forces/ })
    .or(page.locator(".halt p"))
    .first()
    .waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("the sheet says what aircraft are, how far they fly, and who does not reach a target", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq16", side: "Axis" });
  await playUntil(page, /Move your forces/);
  await openSheet(page);
  const bombers = sheet(page).getByRole("checkbox", {
    name: /^II\/KG 30 No\. 1 Ju 88 A-4 · Medium bomber · 2 CS · range 5$/,
  });
  await bombers.check();
  assert.equal(await sheet(page).getByText("1.(F)/22").count(), 0, "it photographs, and has no other use");
  await page.getByRole("button", { name: /Choose a target for/ }).click();
  await page.locator(".chart path.range").waitFor({ state: "attached" });
  await click(page, 1500, 12 * 866); // 1201
  await sheet(page).getByText("1 air unit does not reach 1201.").waitFor();
  assert.equal(await sheet(page).getByText("flies to").count(), 0);
  await look(page, "order-sheet-range");
  await openSheet(page);
  // A nearer one is chosen with the next click.
  await click(page, 14_000, 7 * 866); // 0714
  await sheet(page).getByText("flies to 0714").waitFor();
  assert.equal(
    await sheet(page)
      .getByText(/does not reach/)
      .count(),
    0,
  );
  await context.close();
});

test("orders that cannot be carried out are held, said why, and struck", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq16", side: "Axis" });
  await playUntil(page, /Move your forces/);
  await openSheet(page);
  // Where no enemy is, bombers are not sent.
  await sheet(page).locator("fieldset").first().getByRole("checkbox").nth(1).check();
  await page.getByRole("button", { name: /Choose a target for/ }).click();
  await click(page, 14_000, 7 * 866);
  await sheet(page).getByText("flies to").first().waitFor();
  await page.getByRole("button", { name: /Send the sheet/ }).click();
  // Whatever paper lies open, it is said, with how to go on.
  await page.locator(".halt").getByText("The next is:").waitFor();
  await page.getByRole("tab", { name: "Forces" }).click();
  await page.locator(".halt").getByRole("button", { name: "Go on without the first" }).waitFor();
  await openSheet(page);
  await look(page, "order-sheet-held");
  await openSheet(page);
  await page.getByRole("button", { name: "Strike all" }).click();
  await page.locator(".queue").waitFor({ state: "detached" });
  await soon(async () => assert.equal(await page.locator(".halt p").count(), 0));
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
