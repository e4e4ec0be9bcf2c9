// What the order sheet knows beforehand: who cannot be ordered and why, and voyages of several turns, which it keeps until they end. The
// forces are laid over what the server says.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { hunt, look, person, soon, spot, stage } from "./harness.ts";
import { layOn } from "./lay_over.ts";

const table = stage();

const clock = { number: 1, message: "Clock", text: "turn: 4 phase: PLAYER active: AXIS segment: NAVAL_MOVEMENT" };
const tirpitz = `force { key: 43 kind: TASK_FORCE number: 3 place: "port.trondheim" ship { unit: "ship.tirpitz" cs: 9 } }`;
const sections = (hex: number) => [
  clock,
  {
    number: 3,
    message: "Sea",
    text: `block { id: 802 side: AXIS hex: ${hex} } block { id: 803 side: AXIS hex: 1111 }`,
  },
  {
    number: 6,
    message: "Own",
    text: `force { key: 42 kind: TASK_FORCE number: 2 block: 802 fuel_turn: 5 ship { unit: "class.type_36a" cs: 3 } }
      force { key: 44 kind: TASK_FORCE number: 4 block: 803 ship { unit: "class.type_36a" cs: 3 } } ${tirpitz}`,
  },
];
const begins = (key: number) => `items { action { verb: 10 arguments: ${key} } label { id: "choice.hex" } }`;
const movement = `menu { kind: 17 prompt { id: "prompt.move" } ${begins(42)} ${begins(44)} }`;

const sheet = (page: Page) => page.locator(".order-sheet");
const openSheet = (page: Page) => page.getByRole("tab", { name: "Order sheet" }).click();
const row = (page: Page, force: string) =>
  sheet(page)
    .locator("li")
    .filter({ has: page.getByRole("button", { name: force, exact: true }) });

test("a voyage of several turns is kept until it ends, with what is left of it and when it ends", async () => {
  const { page, context } = await person(table.browser);
  await layOn(page, sections(616), "", movement);
  await hunt(page, table.server.url);
  await openSheet(page);
  await row(page, "TF 2").getByRole("button", { name: "TF 2", exact: true }).click();
  await page.getByRole("button", { name: "Whole chart" }).click();
  const { x, y } = await spot(page, 12_500, 6 * 866); // 0612
  await page.mouse.click(x, y);
  await row(page, "TF 2").getByText("to 0612, 4 hexes").waitFor();
  await soon(async () => assert.match(await row(page, "TF 2").innerText(), /there (AM|PM) Day 3/));
  await look(page, "sheet-voyage");
  await openSheet(page);
  await page.getByRole("button", { name: /Send the sheet: 1 order/ }).click(); // the question is laid over: nothing comes of it
  await soon(async () => assert.match(await page.evaluate(() => JSON.stringify(localStorage)), /voyages.*sent/));
  await row(page, "TF 2").getByText("to 0612, 4 hexes").waitFor();

  // Two hexes on, after a reload: the rest of it stands there, and goes when the sheet is sent.
  await layOn(page, sections(614), "", movement);
  await page.reload();
  await openSheet(page);
  await row(page, "TF 2").getByText("to 0612, 2 hexes").waitFor();
  await page.getByRole("button", { name: /Send the sheet: 1 order/ }).waitFor();
  await row(page, "TF 2").getByRole("button", { name: "Clear: TF 2" }).click();
  await page.reload();
  await openSheet(page);
  await row(page, "TF 2").waitFor();
  assert.equal(await row(page, "TF 2").getByText("to 0612").count(), 0, "what was cleared is gone");

  await context.close();
});

test("a force outside a port is told to go in, and one that may not sail says why", async () => {
  const { page, context } = await person(table.browser);
  await layOn(page, sections(616), "", movement);
  await hunt(page, table.server.url);
  await openSheet(page);
  await row(page, "TF 4").getByRole("button", { name: "TF 4", exact: true }).click();
  await row(page, "TF 4").getByRole("button", { name: "Into port here" }).click();
  await row(page, "TF 4").getByText("into port at 1111").waitFor();
  const held = row(page, "TF 3");
  await held.getByText("Tirpitz may not sail yet").waitFor();
  assert.ok(await held.getByRole("button", { name: "TF 3", exact: true }).isDisabled());
  await look(page, "sheet-barred");
  await context.close();
});

test("aircraft that cannot take off are not offered, and it is said why", async () => {
  const { page, context } = await person(table.browser);
  const air = `unit { key: 7 unit: "air.ju88a4.ii_kg30" side: AXIS cs: 2 base: "airbase.banak" }`;
  const gales = [
    clock,
    { number: 2, message: "Environment", text: "weather: GALES" },
    { number: 4, message: "Air", text: air },
  ];
  await layOn(page, gales, "", movement);
  await hunt(page, table.server.url);
  await openSheet(page);
  await sheet(page).getByText("No aircraft stand ready.").waitFor();
  await sheet(page)
    .getByText(/air units? cannot fly now/)
    .click();
  await sheet(page).getByText("no take-off in this weather").first().waitFor();
  await look(page, "sheet-grounded");
  await context.close();
});
