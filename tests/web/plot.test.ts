// Plans and plotted routes are drawn on the chart.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { answering, look, person, soon, spot, stage } from "./harness.ts";
import { playTo, playUntil } from "./wire.ts";

const table = stage();

const choice = (page: Page, words: RegExp) => page.locator(".hand .items button:enabled").filter({ hasText: words });

test("a route over many hexes is plotted by choosing where it ends", async () => {
  const { page, troubles, context } = await person(table.browser);
  await playTo(page, table.server.url, { scenario: "pq16", side: "Allies" }, /Move your forces/);
  const plot = choice(page, /Plot a route for Allied TF \d+/).first(); // who is at sea depends on when play begins
  const [force] = /TF \d+/.exec(await plot.innerText())!;
  await plot.click();
  await page.getByText(/The route ends in/).waitFor();
  const end = "0711"; // open sea; where hexes lie is in client/web/src/titles/pq17/geometry.ts
  await page.getByRole("button", { name: "Whole chart" }).click();
  const at = await spot(page, 11_000, 7 * 866);
  await page.mouse.move(at.x, at.y);
  await page.locator(".chart .told").filter({ hasText: end }).waitFor();
  await page.mouse.click(at.x, at.y);
  await page.getByText(`The route ends in ${end}.`).waitFor();
  await look(page, "match-plot");
  await choice(page, /^Done/).click();
  await choice(
    page,
    new RegExp(`${force} follows its route to ${end}[^]*There (AM|PM) Day \\d+[^]*under enemy aircraft`),
  ).waitFor();
  await look(page, "match-moves");

  // One button moves all as plotted.
  await answering(page, () =>
    choice(page, /Move (all )?as plotted/)
      .first()
      .click(),
  );
  assert.deepEqual(troubles, []);
  await context.close();
});

test("a convoy is planned beside what history did", async () => {
  const { page, troubles, context } = await person(table.browser);
  await playTo(page, table.server.url, { scenario: "pq16", side: "Allies" }, /Plan what sails/);
  await soon(async () => assert.ok((await page.locator(".chart polyline.history").count()) > 1));
  await choice(page, /By hand/).click();
  await choice(page, /as in history/)
    .first()
    .waitFor();
  await look(page, "match-plan");
  for (const next of [/Leaves port/, /Route on to/]) {
    await choice(page, /as in history/)
      .first()
      .click();
    await choice(page, next).first().waitFor();
  }
  await choice(page, /as in history/)
    .first()
    .click();
  await page.locator(".chart polyline.route").first().waitFor({ state: "attached" });
  // A hex that is farther off is planned with one click, and the line goes there.
  const hexes = async () =>
    (await page.locator(".chart polyline.route:not(.drawn)").first().getAttribute("points"))!.split(" ").length;
  await choice(page, /Route on to/)
    .first()
    .waitFor();
  const before = await hexes();
  const end = "0607"; // open sea
  await page.getByRole("button", { name: "Whole chart" }).click();
  const at = await spot(page, 7500, 6 * 866);
  await page.mouse.move(at.x, at.y);
  await page
    .locator(".chart .told")
    .filter({ hasText: new RegExp(`${end}.*Plot \\d+ hexes farther`) })
    .waitFor();
  await page.mouse.click(at.x, at.y);
  await page.waitForFunction(
    (was) =>
      document.querySelector(".chart polyline.route:not(.drawn)")!.getAttribute("points")!.split(" ").length > was + 1,
    before,
  );
  await look(page, "match-plan-route");
  assert.deepEqual(troubles, []);
  await context.close();
});

test("one button moves all as plotted and goes on", async () => {
  const { page, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.locator(".chart svg").first().waitFor();
  await playUntil(page, /Move your forces/);
  await choice(page, /Plot a route for Axis Wolfpack/)
    .first()
    .click();
  await choice(page, /^On to/)
    .first()
    .click();
  await choice(page, /^Done/).click();
  await page
    .getByRole("button", { name: /^Move as plotted: 1 force, then go on/ })
    .first()
    .click();
  await page
    .locator("#hand-title")
    .filter({ hasNotText: /Move your forces|Which way shall/ })
    .waitFor();
  await context.close();
});
