// The plotting table: what is written and drawn there outlives page and server, is on every device of its owner, and is
// heard of by nobody else.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { forgiveDroppedLines, hunt, look, person, soon, spot, stage, twoAtTable, type Person } from "./harness.ts";
import { playUntil } from "./wire.ts";

const table = stage();
const canary = "CANARY-PLOT: Tirpitz is here";

const openTable = (page: Page) => page.getByRole("tab", { name: "Plot" }).click();
const list = (page: Page) => page.getByRole("list", { name: "On your plotting table" });
async function click(page: Page, x: number, y: number): Promise<void> {
  await page.getByRole("button", { name: "Whole chart" }).click();
  const at = await spot(page, x, y);
  await page.mouse.click(at.x, at.y);
}
const has = (page: Page, words: string | RegExp) => list(page).getByText(words).first().waitFor();
const heard = ({ heard: frames }: Person, words: string) => Buffer.concat(frames).includes(words);

async function write(page: Page, words: string, x: number, y: number): Promise<void> {
  await page.getByLabel("Words of a note").fill(words);
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await click(page, x, y);
  await has(page, words);
}

test("notes survive reload, restart and another device, and the other player hears nothing of them", async () => {
  const [host, guest] = await twoAtTable(table);
  await openTable(host.page);
  await write(host.page, canary, 11_000, 7 * 866);
  await host.page.reload();
  await openTable(host.page);
  await has(host.page, canary);
  await table.server.stop();
  await table.server.start();
  await soon(async () => assert.equal(await host.page.locator(".chart svg").first().isVisible(), true));
  await host.page.reload();
  await openTable(host.page);
  await has(host.page, canary);
  // Another device of the same player has his token.
  const phone = await person(table.browser, { width: 390, height: 844 });
  const token = await host.page.evaluate(() => localStorage.getItem("wardroom.token"));
  await phone.page.goto(table.server.url);
  await phone.page.evaluate((kept) => localStorage.setItem("wardroom.token", kept!), token);
  await phone.page.goto(host.page.url());
  await phone.page.reload();
  await phone.page.locator("button.grip").click();
  await openTable(phone.page);
  await has(phone.page, canary);
  await look(phone.page, "plotting-phone");
  await guest.page.reload();
  await guest.page.locator(".chart svg").first().waitFor();
  assert.ok(heard(host, canary) && heard(phone, canary), "its owner hears it");
  assert.ok(!heard(guest, canary), "nobody else does");
  for (const each of [host, guest, phone]) {
    forgiveDroppedLines(each);
    await each.context.close();
  }
});

test("lines, rulers, rings and guesses are drawn, struck and erased, by mouse and by keyboard", async () => {
  const { page, context } = await person(table.browser);
  await hunt(page, table.server.url);
  await playUntil(page, /Move your forces/);
  await openTable(page);
  await write(page, "Ice edge?", 12_500, 6 * 866);
  for (const tool of ["Pencil line", "Ruler"]) {
    await page.getByRole("button", { name: tool, exact: true }).click();
    await click(page, 10_500, 6 * 866);
    await click(page, 14_500, 6 * 866);
    await page.getByRole("button", { name: "Finish" }).click();
  }
  await has(page, /Line from 0610 to 0614, 4 steps/);
  await has(page, /From 0610 to 0614: 4 steps, 16 hours at 3 a turn/);
  // The ring by keyboard: the tool leads to the chart, arrows walk, Enter takes.
  await page.getByRole("button", { name: "Ring", exact: true }).press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await has(page, /Ring of 3 steps around/);
  await page.keyboard.press("Escape");
  await soon(async () => assert.equal(await page.locator(".plot-bar").count(), 0));
  await page.getByRole("button", { name: "Guess", exact: true }).click();
  await click(page, 17_500, 8 * 866);
  await has(page, /Dummy\?/);
  await page.getByRole("button", { name: "Put away" }).click();
  await page.getByLabel("Rings around my own, in steps").fill("3");
  await soon(async () => {
    assert.equal(await page.locator(".plotted polyline").count(), 2);
    assert.ok((await page.locator(".plotted circle.range").count()) > 0);
  });
  await look(page, "plotting");
  await page
    .getByRole("button", { name: "Strike: Ice edge?" })
    .or(page.getByRole("button", { name: /Strike: .*Ice edge/ }))
    .first()
    .click();
  await soon(async () => assert.equal(await list(page).getByText("Ice edge?").count(), 0));
  await page.getByLabel("Struck ones, too").check();
  await has(page, "Ice edge?");
  await page.getByRole("button", { name: /Erase: Line from/ }).click();
  await soon(async () => assert.equal(await page.locator(".plotted polyline").count(), 1));
  await page.getByLabel("Show on the chart").uncheck();
  await soon(async () => assert.equal(await page.locator(".plotted polyline").count(), 0));
  await context.close();
});
