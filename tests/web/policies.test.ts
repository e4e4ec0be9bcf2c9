// What a force does about fuel and enemy aircraft, chosen on its row of the movement sheet; and where a sheet waits for its owner. The
// forces are laid over what the server says.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { answering, hunt, look, person, soon, spot, stage } from "./harness.ts";
import { layOn } from "./lay_over.ts";
import { playTo } from "./wire.ts";

const table = stage();

const sections = [
  { number: 1, message: "Clock", text: "turn: 4 phase: PLAYER active: AXIS segment: NAVAL_MOVEMENT" },
  { number: 3, message: "Sea", text: "block { id: 801 side: AXIS hex: 616 } block { id: 802 side: AXIS hex: 616 }" },
  {
    number: 6,
    message: "Own",
    text: `force { key: 41 kind: WOLFPACK number: 1 block: 801 ship { unit: "class.type_viic" cs: 3 } }
      force { key: 42 kind: TASK_FORCE number: 2 block: 802 fuel_turn: 5 ship { unit: "class.type_36a" cs: 3 } }`,
  },
];
const begins = (key: number) => `items { action { verb: 10 arguments: ${key} } label { id: "prompt.move" } }`;
const movement = `menu { kind: 17 prompt { id: "prompt.move" } ${begins(41)} ${begins(42)} }`;

const sheet = (page: Page) => page.locator(".order-sheet");
const openSheet = (page: Page) => page.getByRole("tab", { name: "Order sheet" }).click();
const row = (page: Page, force: string) =>
  sheet(page)
    .locator("li")
    .filter({ has: page.getByRole("button", { name: force, exact: true }) });
async function order(page: Page, force: string): Promise<void> {
  const choose = row(page, force).getByRole("button", { name: force, exact: true });
  await choose.click();
  await page.getByRole("button", { name: "Whole chart" }).click();
  const { x, y } = await spot(page, 12_500, 6 * 866); // 0612
  await page.mouse.click(x, y);
  await row(page, force).getByText("to 0612").waitFor();
  await choose.click();
}

test("a force spares its fuel, and a Wolfpack is told what to do under enemy aircraft", async () => {
  const { page, context } = await person(table.browser);
  await layOn(page, sections, "", movement);
  await hunt(page, table.server.url);
  await openSheet(page);
  await order(page, "TF 2");
  await order(page, "Wolfpack 1");
  const fuel = row(page, "TF 2").getByLabel("TF 2 and its fuel");
  await fuel.selectOption({ label: "never at High Speed" });
  await row(page, "TF 2").getByText("no farther than 0614 this turn").waitFor();
  await fuel.selectOption({ label: "keep fuel for home" });
  await row(page, "TF 2").getByText("stays, to spare fuel").waitFor();
  await row(page, "Wolfpack 1")
    .getByLabel("Wolfpack 1 under enemy aircraft")
    .selectOption({ label: "where aircraft patrol: one hex only" });
  assert.equal(await row(page, "Wolfpack 1").getByLabel(/fuel/).count(), 0, "it has no fuel marker");
  await look(page, "sheet-policies");
  await context.close();
});

test("a sheet waits for its owner before flights, if he said so", async () => {
  const { page, context } = await person(table.browser);
  await playTo(page, table.server.url, { scenario: "pq16", side: "Allies" }, /Move your forces/);
  await openSheet(page);
  await sheet(page).getByRole("group", { name: "Wait for me before" }).getByLabel("flights").check();
  await order(page, await firstForce(page));
  await answering(page, () => page.getByRole("button", { name: /Send the sheet/ }).click());
  await page.locator(".halt").getByText("Your orders wait here for you.").waitFor();
  await soon(async () => assert.match(await page.locator("#hand-title").innerText(), /Send out your aircraft/));
  await context.close();
});

// The first that goes anywhere by water.
const firstForce = (page: Page): Promise<string> =>
  sheet(page).locator("section", { hasText: "Movement" }).locator("li button").first().innerText();
