// A Player Phase on one sheet: forces and aircraft are told where to go, and everything is sent at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { answering, look, passOn, person, soon, spot, stage } from "./harness.ts";
import { layOn } from "./lay_over.ts";
import { playTo, whereAsked } from "./wire.ts";

const table = stage();
// Laid over whatever weather is drawn: aircraft that cannot take off are not on the sheet.
const fair = [{ number: 2, message: "Environment", text: "weather: FAIR" }];

const sheet = (page: Page) => page.locator(".order-sheet");
const openSheet = (page: Page) => page.getByRole("tab", { name: "Order sheet" }).click();
async function click(page: Page, x: number, y: number): Promise<void> {
  await page.getByRole("button", { name: "Whole chart" }).click();
  const at = await spot(page, x, y);
  await page.mouse.click(at.x, at.y);
}

test("movement of several forces is put on the sheet and sent once", async () => {
  const { page, troubles, context } = await person(table.browser);
  await playTo(page, table.server.url, { scenario: "pq16", side: "Allies" }, /Move your forces/);
  await openSheet(page);
  const rows = sheet(page).locator("section", { hasText: "Movement" }).locator("li");
  const forces = await rows.count();
  assert.ok(forces > 1, `${forces} forces on the sheet`);
  // The first two that can go anywhere by water go towards open sea.
  let sent = 0;
  for (let i = 0; i < forces && sent < 2; ++i) {
    await rows.nth(i).getByRole("button").first().click();
    await click(page, 11_000, 7 * 866); // 0711
    const ordered = rows.nth(i).locator(".to").waitFor({ timeout: 5_000 });
    if (
      await ordered.then(
        () => true,
        () => false,
      )
    )
      ++sent;
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
    .getByText(/Without orders: \d+ forces?, (\d+ air units?|no air unit)\./)
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
  await layOn(page, fair);
  await playTo(page, table.server.url, { scenario: "pq16", side: "Axis" }, /Move your forces/);
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

// All bombers of the first base that has any are sent where no enemy is; how many.
async function sendInVain(page: Page): Promise<number> {
  const base = sheet(page).locator("section", { hasText: "Aircraft" }).locator("fieldset").first();
  const units = await base.locator("li input").count();
  await base.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: /Choose a target for/ }).click();
  await click(page, 14_000, 7 * 866);
  await sheet(page).getByText("flies to").first().waitFor();
  return units;
}

// Fair in truth: where nobody can take off, nobody is asked for flights, and orders for them wait for the end of the phase.
const movesInFairWeather = () =>
  whereAsked(table.browser, { scenario: "pq16", side: "Axis" }, /Move your forces/, async (page) =>
    (await page.locator(".strip").innerText()).includes("Fair"),
  );

test("a flight that cannot be flown says so on the sheet, keeps nothing else, and its owner is told", async () => {
  const { page, context } = await movesInFairWeather();
  await openSheet(page);
  await sendInVain(page);
  await sheet(page).getByText("no enemy there: it will stay at its base").first().waitFor();
  await look(page, "order-sheet-vain");
  await openSheet(page);
  await page.getByRole("button", { name: /Send the sheet/ }).click();
  // Whatever paper lies open, it is said; and nothing of it waits.
  await page.getByRole("tab", { name: "Forces" }).click();
  await page.locator(".halt").getByText("Left out, or not wholly carried out").waitFor();
  await page.locator("#hand-title", { hasNotText: /Move your forces|Send out your aircraft/ }).waitFor();
  assert.equal(await page.locator(".halt .held").count(), 0);
  await openSheet(page);
  await look(page, "order-sheet-left-out");
  await page.locator(".halt").getByRole("button", { name: "Noted" }).click();
  await soon(async () => assert.equal(await page.locator(".halt p").count(), 0));
  await context.close();
});

test("orders that are held are left out one by one, all of a kind, or all at once", async () => {
  const { page, context } = await movesInFairWeather();
  await openSheet(page);
  await sheet(page).getByRole("group", { name: "Wait for me before" }).getByLabel("flights").check();
  const flights = await sendInVain(page);
  assert.ok(flights > 2, `${flights} flights`);
  await answering(page, () => page.getByRole("button", { name: /Send the sheet/ }).click());
  await page.locator(".halt").getByText("Your orders wait here for you.").waitFor();
  const rows = sheet(page).locator(".queue li");
  const before = await rows.count();
  await look(page, "order-sheet-held");
  await openSheet(page);
  // One flight is one row, and goes as a whole.
  await rows
    .first()
    .getByRole("button", { name: /^Remove: / })
    .click();
  await soon(async () => assert.equal(await rows.count(), before - 1));
  // All flights that are left: what ends them stays, so that nobody asks for them.
  await page
    .locator(".halt")
    .getByRole("button", { name: `Go on without all ${flights - 1} of this kind` })
    .click();
  await page.locator("#hand-title", { hasNotText: /Send out your aircraft/ }).waitFor();
  await context.close();
});

test("after a question that no order is about, the orders go on by themselves", async () => {
  const { page, context } = await whereAsked(
    table.browser,
    { scenario: "pq17", side: "Axis" },
    /Which ports are photographed|Split or scatter forces/,
  );
  await openSheet(page);
  const passed = sheet(page).getByRole("group", { name: "The sheet goes on without asking me at" });
  assert.equal(await passed.getByLabel("refuelling and rearming").isChecked(), false, "who can rearm is asked");
  await passed.getByLabel("splitting forces").uncheck();
  await sheet(page).getByRole("group", { name: "Wait for me before" }).getByLabel("flights").check();
  await sheet(page).locator("section", { hasText: "Movement" }).locator("li button").first().click();
  await click(page, 12_000, 6 * 866);
  await page.getByRole("button", { name: /Send the sheet/ }).click(); // what is asked may be what no order is about
  const halt = page.locator(".halt");
  await halt.getByText("None of your orders answers this question").waitFor();
  assert.equal(await halt.getByRole("button", { name: "Go on", exact: true }).count(), 0, "that would do nothing");
  await look(page, "order-sheet-question");
  // However many such questions come, it is enough to answer them.
  const rest = halt.getByText("Your orders wait here for you.");
  for (let i = 0; i < 8 && !(await rest.isVisible()); ++i) {
    await halt.getByText(/None of your orders|Your orders wait here/).waitFor();
    if (await halt.getByText("None of your orders").isVisible()) await passOn(page);
    await page.waitForTimeout(500);
  }
  await rest.waitFor();
  await page.locator("#hand-title", { hasText: /Combine your forces|Send out your aircraft/ }).waitFor();
  await openSheet(page);
  await page.getByRole("button", { name: "Remove all" }).click();
  await page.locator(".queue").waitFor({ state: "detached" });
  await context.close();
});

test("several answers to one question are ticked and sent together", async () => {
  const { page, context } = await whereAsked(
    table.browser,
    { scenario: "pq17", side: "Axis" },
    /Which ports are photographed/,
  );
  await openSheet(page);
  const boxes = sheet(page).locator(".ticks input");
  await boxes.first().check();
  const before = await page.locator("#hand-title").innerText();
  await answering(page, () => page.getByRole("button", { name: "Send 1 answer" }).click());
  await page.locator("#hand-title", { hasNotText: before }).waitFor();
  await context.close();
});
