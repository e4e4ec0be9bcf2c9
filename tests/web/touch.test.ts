// Fingers on the chart: two of them zoom and move it, one that stays looks and answers nothing; so does the mouse's other button.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CDPSession, Locator, Page } from "playwright-core";
import { answering, hunt, person, soon, stage } from "./harness.ts";
import { playUntil } from "./wire.ts";

const table = stage();

interface Spot {
  x: number;
  y: number;
}
const fingers = (cdp: CDPSession) => {
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", spots: readonly Spot[]) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: spots.map((spot, id) => ({ ...spot, id })) });
  return {
    down: (...spots: Spot[]) => touch("touchStart", spots),
    move: (...spots: Spot[]) => touch("touchMove", spots),
    up: () => touch("touchEnd", []),
  };
};

// What lies under a spot of the screen, in units of the drawing, and how many of them are as wide as a pixel.
const under = (page: Page, at: Spot) =>
  page.locator(".chart > svg").evaluate((svg: SVGSVGElement, { x, y }) => {
    const matrix = svg.getScreenCTM()!.inverse();
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x, y: point.y, unit: matrix.a };
  }, at);

const question = (page: Page) => page.locator(".hand").getAttribute("data-question");
const middleOf = async (drawn: Locator): Promise<Spot> => {
  const box = (await drawn.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test("two fingers zoom about their middle, and take the chart along", async () => {
  const { page, context } = await person(table.browser, { width: 390, height: 844 });
  await hunt(page, table.server.url);
  const hand = fingers(await context.newCDPSession(page));
  const was = await question(page);
  const middle = { x: 190, y: 260 };
  const before = await under(page, middle);
  const apart = (gap: number, dx = 0, dy = 0) =>
    [-1, 1].map((side) => ({ x: middle.x + dx + (side * gap) / 2, y: middle.y + dy }) satisfies Spot);
  await hand.down(...apart(80));
  for (let gap = 90; gap <= 160; gap += 10) await hand.move(...apart(gap));
  const near = (one: number, other: number, unit: number, what: string) =>
    assert.ok(Math.abs(one - other) < 6 * unit, `${what}: ${one} and ${other}, ${unit} a pixel`);
  await soon(async () => {
    const now = await under(page, middle);
    assert.ok(before.unit / now.unit > 1.7, `${before.unit} then ${now.unit}`);
    near(now.x, before.x, now.unit, "from left to right");
    near(now.y, before.y, now.unit, "up and down");
  });
  for (let by = 8; by <= 40; by += 8) await hand.move(...apart(160, by, 0.5 * by));
  await soon(async () => {
    const now = await under(page, { x: middle.x + 40, y: middle.y + 20 });
    near(now.x, before.x, now.unit, "taken along");
    near(now.y, before.y, now.unit, "taken along");
  });
  await hand.up();
  assert.equal(await question(page), was, "nothing was chosen");
  assert.equal(await page.locator(".chart .beside").count(), 0);
  await context.close();
});

test("a finger that stays opens what is known of a place, and so does the other button; neither answers", async () => {
  const { page, context } = await person(table.browser, { width: 390, height: 844 });
  await hunt(page, table.server.url);
  await playUntil(page, /Move your forces/);
  await page.locator(".grip").press("Enter"); // full
  await page.locator(".grip").press("Enter"); // peek
  const hand = fingers(await context.newCDPSession(page));
  const was = await question(page);
  const at = await middleOf(page.locator(".chart .block.own").first());
  const card = page.locator(".chart .beside");
  await hand.down(at);
  await card.waitFor();
  await hand.up();
  await page.waitForTimeout(200);
  assert.ok(await card.isVisible(), "it stays when the finger goes");
  await card.locator(".shut").click();
  await card.waitFor({ state: "detached" });

  await page.mouse.click(at.x, at.y, { button: "right" });
  await card.waitFor();
  await card.locator(".shut").click();

  await hand.down(at);
  await hand.move({ x: at.x + 30, y: at.y });
  await page.waitForTimeout(600);
  assert.equal(await card.count(), 0, "a finger that moves pans");
  await hand.up();
  assert.equal(await question(page), was);

  // Where a tap answers, a long press only tells of it.
  await page
    .locator(".hand .items button")
    .filter({ hasText: /Plot a route for/ })
    .first()
    .evaluate((button: HTMLElement) => button.click());
  await page
    .getByText(/The route ends in/)
    .first()
    .waitFor({ state: "attached" });
  const plotting = await question(page);
  const there = await middleOf(page.locator(".chart .offer").first());
  await hand.down(there);
  await page.locator(".chart .told").waitFor();
  await hand.up();
  await page.waitForTimeout(300);
  assert.equal(await question(page), plotting);
  await answering(page, async () => {
    await hand.down(there);
    await hand.up();
  });
  await context.close();
});
