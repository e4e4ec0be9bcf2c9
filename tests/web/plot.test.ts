// Plans and plotted routes are drawn on the chart.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { person, play, playUntil, screens, stage, violations } from "./harness.ts";

const table = stage();

const choice = (page: Page, words: RegExp) => page.locator(".hand .items button:enabled").filter({ hasText: words });
const spoken = (page: Page) => page.locator(".chart [aria-live]");

test("a route over many hexes is plotted by choosing where it ends, with the keyboard", async () => {
  const { page, troubles, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq16", side: "Allies" });
  await playUntil(page, /Move your forces/);
  await choice(page, /Plot a route for TF 5/).click();
  await page.getByText(/The route ends in/).waitFor();
  await page.getByRole("application", { name: "Chart of the Arctic" }).focus();
  for (let i = 0; i < 30 && !/Plot \d+ hexes farther/.test((await spoken(page).textContent()) ?? ""); ++i) {
    await page.keyboard.press(i % 3 === 0 ? "ArrowDown" : "ArrowRight");
  }
  const [end] = /^\d{4}/.exec((await spoken(page).textContent())!)!;
  await page.screenshot({ path: join(screens, "match-plot-en-desk.png") });
  await page.keyboard.press("Enter");
  await page.getByText(`The route ends in ${end}.`).waitFor();
  assert.deepEqual(await violations(page), []);
  await choice(page, /^Done/).click();
  await choice(page, new RegExp(`TF 5 follows its route to ${end}[^]*There (AM|PM) Day \\d+[^]*under enemy aircraft`)).waitFor();
  await page.screenshot({ path: join(screens, "match-moves-en-desk.png") });

  // One button moves all as plotted.
  await page.getByRole("tab", { name: "Log" }).click();
  await choice(page, /Move all as plotted/).click();
  await choice(page, /Move all as plotted/).waitFor({ state: "hidden" });
  await page.getByRole("tabpanel").getByText(/moves from \d{4} to \d{4}/).first().waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("a convoy is planned beside what history did", async () => {
  const { page, troubles, context } = await person(table.browser);
  await play(page, table.server.url, { scenario: "pq16", side: "Allies" });
  await playUntil(page, /Plan what sails/);
  assert.ok((await page.locator(".chart polyline.history").count()) > 1);
  await choice(page, /By hand/).click();
  await choice(page, /as in history/).first().waitFor();
  await page.screenshot({ path: join(screens, "match-plan-en-desk.png") });
  assert.deepEqual(await violations(page), []);
  for (const next of [/Leaves port/, /Route on to/]) {
    await choice(page, /as in history/).first().click();
    await choice(page, next).first().waitFor();
  }
  await choice(page, /as in history/).first().click();
  await page.locator(".chart polyline.route").first().waitFor({ state: "attached" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(screens, "match-plan-en-phone.png") });
  assert.deepEqual(troubles, []);
  await context.close();
});
