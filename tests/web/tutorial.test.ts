// A guest finishes the tutorial: every lesson in order, nothing else lets him go astray, and then a real game.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { answering, look, person, soon, spot, stage } from "./harness.ts";

const table = stage();

// Something else than the lesson asks for is refused with a reason, where something else is offered.
async function refuses(page: Page): Promise<boolean> {
  const other = page
    .locator(".hand .items button:enabled")
    .filter({ hasNot: page.locator(".badge") })
    .last();
  if (!(await other.isVisible())) return false;
  await other.click();
  await page.getByText("Another time: this lesson asks for the answer that is marked.").waitFor();
  return true;
}

// All lessons but the last, one after another, doing what each asks; before each, the page as it stands may be looked at.
async function learn(page: Page, name: string, before = async () => {}): Promise<void> {
  const coach = page.locator(".coach");
  await coach.waitFor();
  const head = () => coach.locator(".turn").innerText();
  const [, count] = /LESSON 1 OF (\d+)/i.exec(await head())!;

  let refused = false;
  let reloaded = false;
  for (let last = 1; ;) {
    const at = Number(/lesson (\d+) of/i.exec(await head())![1]);
    assert.ok(at === last || at === last + 1, `lesson ${at} after ${last}`);
    last = at;
    if (at === Number(count)) break;
    const next = coach.getByRole("button", { name: "Go on", exact: true });
    const marked = page
      .locator(".hand .items button:enabled", { has: page.locator(".badge", { hasText: "this one" }) })
      .first();
    await next.or(marked).first().waitFor();
    if (at === 8) await look(page, name);
    await before();
    await soon(async () =>
      assert.ok((await page.locator(".hand .items .badge", { hasText: "this one" }).count()) <= 1, `lesson ${at}`),
    );
    if (await next.isVisible()) {
      await next.click();
    } else {
      refused ||= await refuses(page);
      if (at === 6 && !reloaded) {
        reloaded = true;
        await page.reload();
        await coach.waitFor();
        continue;
      }
      await answering(page, () => marked.click());
    }
    await coach.waitFor();
  }
  assert.ok(refused && reloaded);
  await look(page, `${name}-end`);
}

// The order sheet has come with the lesson about it: the bombers get their target there, and it is sent.
async function ordersAreSent(page: Page): Promise<void> {
  const sheet = page.locator(".order-sheet");
  await sheet.waitFor();
  await page.getByRole("button", { name: "Close the report" }).click();
  await sheet.getByRole("checkbox", { name: /^III\/KG 30 No\. 1 / }).check();
  await page.getByRole("button", { name: /Choose a target for/ }).click();
  await page.getByRole("button", { name: "Whole chart" }).click();
  const at = await spot(page, 17_000, 7 * 866); // 0717
  await page.mouse.click(at.x, at.y);
  await sheet.getByText("flies to 0717").waitFor();
  await look(page, "tutorial-orders");
  await answering(page, () => page.getByRole("button", { name: /^Send the sheet: 1 order/ }).click());
}

test("a guest finishes the tutorial, through a battle to the final score", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Learn it in ten minutes" }).click();
  await learn(page, "tutorial");
  await page.getByRole("button", { name: "A real game against the computer" }).click();
  await page.getByRole("button", { name: "As in history" }).waitFor();
  await soon(async () => assert.equal(await page.locator(".coach").count(), 0));
  assert.deepEqual(troubles, []);
  await context.close();
});

test("a guest finishes the second tutorial", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Routes and aircraft: the second lessons" }).click();
  await learn(page, "tutorial-air");
  await ordersAreSent(page);
  assert.deepEqual(troubles, []);
  await context.close();
});

test("a guest finishes the tutorial of Murmansk Run, to the arrival of the Convoy", async () => {
  const { page, troubles, context } = await person(table.browser);
  // In its battle every panel has something to show.
  const panels = ["The battle board", "Groups", "The enemy", "Season"];
  let looked = false;
  const inBattle = async () => {
    if (looked || !(await page.getByRole("tab", { name: panels[0]! }).isVisible())) return;
    looked = true;
    for (const panel of panels) {
      await page.getByRole("tab", { name: panel, exact: true }).click();
      await look(page, `murmansk-panel-${panel.toLowerCase().replaceAll(" ", "-")}`);
    }
  };
  await page.goto(table.server.url);
  await page.getByRole("group", { name: "Game" }).getByRole("button", { name: "Murmansk Run" }).click();
  await page.getByRole("button", { name: "Learn it in ten minutes" }).click();
  await learn(page, "tutorial-murmansk", inBattle);
  assert.ok(looked);
  await page.getByText("The season is yours").first().waitFor();
  await page.getByRole("button", { name: "A real game against the computer" }).click();
  await page.getByText("Where is KG 30 based?").first().waitFor();
  await soon(async () => assert.equal(await page.locator(".coach").count(), 0));
  assert.deepEqual(troubles, []);
  await context.close();
});
