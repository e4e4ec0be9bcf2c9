// A whole turn of PQ-17 by the order sheet: photographs, movement, flights, searches, and where one never stops, in one sending;
// by mouse, by keyboard and on a small screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { answering, asked, look, passOn, patience, person, soon, spot, stage, type Look } from "./harness.ts";
import { playTo } from "./wire.ts";

const table = stage();

interface Hands {
  press(control: Locator): Promise<void>; // a button or a box
  hex(page: Page): Promise<void>; // chooses some hex of the open sea, for what is armed
  target(page: Page): Promise<void>; // and one that aircraft reach
}
// The middle of what they reach, in units of the chart.
const middle = (page: Page): Promise<{ x: number; y: number }> =>
  page.locator(".chart path.range").evaluate((drawn: SVGPathElement) => {
    const { x, y, width, height } = drawn.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  });
const mouse: Hands = {
  press: (control) => control.click(),
  hex: async (page) => {
    await page.getByRole("button", { name: "Whole chart" }).click();
    const { x, y } = await spot(page, 12_000, 6 * 866);
    await page.mouse.click(x, y);
  },
  target: async (page) => {
    await page.getByRole("button", { name: "Whole chart" }).click();
    const at = await middle(page);
    const { x, y } = await spot(page, at.x, at.y);
    await page.mouse.click(x, y);
  },
};
const keyboard: Hands = {
  press: async (control) => {
    await control.focus();
    await control.press("Space");
  },
  hex: async (page) => {
    await page.locator(".chart > .glass").focus();
    for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  },
  target: async (page) => {
    const { x, y } = await middle(page);
    const row = Math.round(y / 866);
    const column = Math.round((x - (row % 2 === 0 ? 500 : 0)) / 1000);
    await page.locator(".chart > .glass").focus();
    await page.keyboard.press("ArrowUp");
    for (let steps = 0; steps < 60; ++steps) {
      const at = Number(/^\d{4}/.exec(await page.locator(".chart .told").innerText())?.[0] ?? 0);
      const [down, right] = [row - Math.floor(at / 100), column - (at % 100)];
      if (down === 0 && right === 0) break;
      const [back, on] = down !== 0 ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
      await page.keyboard.press((down || right) < 0 ? back : on);
    }
    await page.keyboard.press("Enter");
  },
};

const sheet = (page: Page) => page.locator(".order-sheet");
const time = (page: Page) => page.locator(".top").innerText();
const row = (page: Page, heading: string) =>
  sheet(page).locator("section", { has: page.getByRole("heading", { name: heading }) });
async function open(page: Page): Promise<void> {
  const tab = page.getByRole("tab", { name: "Order sheet" });
  await tab.focus();
  await tab.press("Enter");
  await sheet(page).waitFor();
}

async function fill(page: Page, hands: Hands): Promise<void> {
  const photograph = sheet(page).locator(".ticks input").first();
  if (await photograph.isVisible()) await hands.press(photograph);
  await hands.press(row(page, "Movement").locator("li button").first());
  await hands.hex(page);
  const base = row(page, "Aircraft").locator("fieldset").first();
  if (await base.isVisible()) {
    await hands.press(base.locator("li input").first());
    await hands.press(row(page, "Aircraft").getByRole("button", { name: /Choose a target/ }));
    await hands.target(page);
    await soon(async () => assert.match(await base.innerText(), /flies to/));
  }
  await hands.press(row(page, "Searches").getByRole("checkbox"));
  const never = sheet(page).getByRole("group", { name: "The sheet goes on without asking me at" });
  for (const box of await never.getByRole("checkbox").all()) if (!(await box.isChecked())) await hands.press(box);
}

// A question that no order is about to answer; orders for later questions may wait beside it.
async function rests(page: Page): Promise<boolean> {
  const question = () => page.locator(".hand").getAttribute("data-question");
  if (!(await asked(page).isVisible())) return false;
  const before = await question();
  await page.waitForTimeout((await page.locator(".queue").isVisible()) ? 5_000 : 400);
  return (await question()) === before && (await asked(page).isVisible());
}

// Whatever cannot be carried out is left out, and the other's questions are answered, until the next turn.
async function finish(page: Page, hands: Hands, before: string): Promise<{ own: string[]; halts: number }> {
  const own: string[] = [];
  let halts = 0;
  const until = Date.now() + patience;
  while ((await time(page)).split("\n")[1] === before.split("\n")[1]) {
    assert.ok(Date.now() < until, `the turn does not end: ${await page.locator("body").innerText()}`);
    const without = page.getByRole("button", { name: /^Go on without: / });
    if (await without.isVisible()) {
      ++halts;
      await hands.press(without);
      await page.waitForTimeout(400);
      continue;
    }
    // A question that no order is about: it is answered by hand, and the sheet goes on by itself.
    if ((await page.locator(".halt .held").isVisible()) && (await asked(page).isVisible())) {
      ++halts;
      await passOn(page);
      continue;
    }
    if (await rests(page)) {
      const words = await page.locator("#hand-title").innerText();
      if (/^your turn/i.test(words)) own.push(words);
      await passOn(page);
    }
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  return { own, halts };
}

const cases: [string, Hands, Look][] = [
  ["by mouse", mouse, {}],
  ["by keyboard", keyboard, {}],
  ["at 390 px", keyboard, { width: 390, height: 844 }],
];
for (const side of ["Axis", "Allies"] as const)
  for (const [name, hands, how] of cases)
    test(`a turn of the ${side} by the sheet alone, ${name}`, async () => {
      const { page, context } = await person(table.browser, how);
      await playTo(page, table.server.url, { scenario: "pq17", side }, /photographed|Split|split|Move your forces/);
      await open(page);
      const before = await time(page);
      await fill(page, hands);
      if (side === "Axis" && name === "by mouse") {
        await sheet(page).locator("summary", { hasText: "Stop me when" }).click();
        await sheet(page).getByLabel("Preset").selectOption("mail");
        await look(page, "sheet-turn");
        await open(page);
      }
      await answering(page, () => hands.press(sheet(page).getByRole("button", { name: /Send the sheet/ })));
      const { own, halts } = await finish(page, hands, before);
      assert.ok(own.length + halts <= 15, `${own.length} questions, ${halts} halts: ${own.join(" | ")}`);
      assert.ok(
        !own.some((words) => /Move your forces|Send out your aircraft|Choose what to search/.test(words)),
        own.join(" | "),
      );
      await context.close();
    });
