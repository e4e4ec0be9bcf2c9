// Set-up on the organisation board: by mouse, by keyboard, on a small screen; sent once, and the forces stand as they were put.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { answering, asked, look, person, play, soon, stage } from "./harness.ts";

const table = stage();

const board = (page: Page) => page.locator(".muster");
const chip = (page: Page, name: string) => board(page).locator(".chip", { hasText: name });
const column = (page: Page, name: string) =>
  board(page)
    .locator(".column")
    .filter({ has: page.locator("h3", { hasText: name }) });
async function open(page: Page): Promise<void> {
  await asked(page).waitFor();
  await page.getByRole("button", { name: "Set up on the organisation board" }).first().click();
  await board(page).getByRole("heading", { name: "Organisation board" }).waitFor();
}
async function send(page: Page): Promise<void> {
  await answering(page, () =>
    board(page)
      .getByRole("button", { name: /Send the set-up/ })
      .click(),
  );
  await board(page).waitFor({ state: "detached" });
  assert.equal(await page.locator(".queue").count(), 0, "nothing of it was held");
}
const forces = async (page: Page) => {
  await page.getByRole("tab", { name: "Forces" }).click();
  return page.locator("ul.cards").innerText();
};

for (const scenario of ["pq16", "pq17", "learning"])
  for (const side of ["Allies", "Axis"] as const)
    test(`${scenario}, ${side}: as in history, from the board, in one sending`, async () => {
      const { page, context } = await person(table.browser);
      await play(page, table.server.url, { scenario: scenario === "learning" ? "" : scenario, side });
      await open(page);
      assert.equal(await column(page, "Pool").locator(".chip").count(), 0, "everyone has a place");
      await send(page);
      await context.close();
    });

test("ships are dragged, split and put into a force of their own", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq17", side: "Allies" });
  await open(page);
  await look(page, "muster");
  // From Seydisfjord to a new force in Reykjavik.
  await chip(page, "Wichita").dragTo(column(page, "Reykjavik").locator(".force.new .zone"));
  await soon(async () =>
    assert.equal(await column(page, "Reykjavik").locator(".chip", { hasText: "Wichita" }).count(), 1),
  );
  // Not where its pool may not be: the drop is not taken.
  await chip(page, "Duke of York").dragTo(column(page, "Reykjavik").locator(".force.new .zone"));
  assert.equal(await column(page, "Reykjavik").locator(".chip", { hasText: "Duke of York" }).count(), 0);
  // Picked and put down by button.
  await chip(page, "Tuscaloosa").click();
  await column(page, "Reykjavik")
    .locator(".force", { hasText: "Wichita" })
    .getByRole("button", { name: /^Here/ })
    .click();
  await send(page);
  assert.match(await forces(page), /USS Wichita[^]*USS Tuscaloosa|Wichita[^]*Tuscaloosa/);
  await context.close();
});

test("by keyboard: picked with Space, aimed with the arrows, put down with Enter", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq17", side: "Axis" });
  await open(page);
  await chip(page, "Type VIIC").first().focus();
  const before = await board(page).locator(".chip").count();
  await page.keyboard.press("Space");
  await soon(async () => assert.ok((await board(page).locator(".zone.aimed").count()) === 1));
  const first = await board(page).locator(".zone.aimed").getAttribute("aria-label");
  await page.keyboard.press("ArrowRight");
  const second = await board(page).locator(".zone.aimed").getAttribute("aria-label");
  assert.notEqual(first, second);
  await page.keyboard.press("Enter");
  await soon(async () => assert.equal(await board(page).locator(".zone.aimed").count(), 0));
  assert.ok((await board(page).locator(".chip").count()) <= before);
  await soon(async () => assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /VIIC/));
  await page.keyboard.press("ArrowUp");
  await board(page)
    .getByRole("button", { name: /Send the set-up/ })
    .focus();
  await answering(page, () => page.keyboard.press("Enter"));
  await board(page).waitFor({ state: "detached" });
  await context.close();
});

test("on a small screen one column at a time, with a menu of where to", async () => {
  const { page, context } = await person(table.browser, { width: 390, height: 844 });
  await play(page, table.server.url, { scenario: "pq16", side: "Allies" });
  await asked(page).waitFor();
  await page.locator(".handle .grip").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Order sheet" }).click();
  await board(page).getByLabel("Shown:").selectOption({ label: "Scapa Flow" });
  const menu = board(page)
    .getByRole("combobox", { name: /Move to:/ })
    .first();
  const ship = await board(page).locator(".chip").first().innerText();
  await menu.selectOption({ label: "Pool" });
  await soon(async () => assert.match(await board(page).getByRole("status").innerText(), /1 unit has no place/));
  await board(page).getByLabel("Shown:").selectOption({ index: 0 });
  assert.equal(await board(page).locator(".chip").first().innerText(), ship);
  await board(page)
    .getByRole("combobox", { name: /Move to:/ })
    .first()
    .selectOption({ index: 1 });
  await answering(page, () =>
    board(page)
      .getByRole("button", { name: /Send the set-up/ })
      .click(),
  );
  await board(page).waitFor({ state: "detached" });
  await context.close();
});
