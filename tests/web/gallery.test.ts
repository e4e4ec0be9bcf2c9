// The front door: every scenario with its picture and facts, its page, and a briefing before the first answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, look, person, soon, stage } from "./harness.ts";

const table = stage();

test("from the gallery it is three clicks to the first move, past a page and a briefing", async () => {
  const { page, context } = await person(table.browser, { briefed: false });
  await page.goto(table.server.url);
  const cards = page.locator(".gallery li a");
  await cards.first().waitFor();
  assert.equal(await cards.count(), 7 + 6, "PQ-17's and Murmansk Run's");
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await card.locator(".picture .land").waitFor();
    await soon(async () => assert.ok((await card.locator(".picture .piece").count()) > 1, "its own forces are drawn"));
    assert.match(await card.innerText(), /19\d\d[^]*about \d+ turns?, about [\d.]+ (minutes|hours)/);
    assert.match(await card.innerText(), /Difficulty [1-5] of 5/);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await look(page, "home-gallery");

  await page.getByRole("link", { name: "PQ-16: Gathering Storm" }).click();
  const sides = page.locator(".scenario-page .sides");
  await sides.waitFor();
  await soon(async () => assert.match(await sides.innerText(), /Forces: 8?\d+ merchant ships,[^]* CS of aircraft/));
  await soon(async () => assert.equal(await sides.getByText("What must be done:").count(), 2));
  await page.locator(".scenario-page .land").waitFor();
  await look(page, "scenario");

  await page.getByRole("button", { name: "Play Allies against the computer" }).click();
  await asked(page).waitFor();
  const briefing = page.locator(".briefing");
  await briefing.getByRole("heading", { name: "PQ-16: Gathering Storm" }).waitFor();
  await soon(async () => assert.match(await briefing.innerText(), /You: Allies[^]*Against you: Axis/));
  await look(page, "briefing");
  await page.getByRole("button", { name: "As in history" }).click();
  await briefing.waitFor({ state: "detached" });
  await context.close();
});

test("the briefing is closed for good, and a tutorial has none", async () => {
  const { page, context } = await person(table.browser, { briefed: false });
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.getByRole("button", { name: "To the chart" }).click();
  await page.locator(".briefing").waitFor({ state: "detached" });
  await page.reload();
  await asked(page).waitFor();
  await page.locator(".chart svg").first().waitFor();
  await soon(async () => assert.equal(await page.locator(".briefing").count(), 0));

  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Learn it in ten minutes" }).click();
  await page.locator(".coach").waitFor();
  await page.locator(".chart svg").first().waitFor();
  await soon(async () => assert.equal(await page.locator(".briefing").count(), 0));
  await context.close();
});

test("on a phone the briefing leaves the question in sight", async () => {
  const { page, context } = await person(table.browser, { briefed: false, width: 390, height: 844 });
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  const [briefing, hand] = [page.locator(".briefing"), page.locator(".table .side")];
  await briefing.waitFor();
  await hand.waitFor();
  await soon(async () => {
    const [above, below] = [await briefing.boundingBox(), await hand.boundingBox()];
    assert.ok(above && below && above.y + above.height <= below.y + 2);
  });
  await context.close();
});

test("a scenario that nobody offers says so", async () => {
  const { page, context } = await person(table.browser, { briefed: false });
  await page.goto(`${table.server.url}/#/scenario/nothing/none`);
  await page.getByText("This server does not offer that").waitFor();
  await context.close();
});
