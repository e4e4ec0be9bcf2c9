// Attacks on one sheet: beneath the sea and on it, ticked while air combat is asked and sent once. Who lies in one hex with whom is
// laid over what the server says: the dice would not do it for a test. What is sent goes to the server, and it tells what waits.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { hunt, look, person, soon, stage } from "./harness.ts";
import { layOn } from "./lay_over.ts";

const table = stage();

const clock = "turn: 2 phase: PLAYER active: AXIS segment: AIR_COMBAT";
const sea = `block { id: 801 side: AXIS hex: 616 } block { id: 802 side: AXIS hex: 616 }
  block { id: 803 side: AXIS hex: 616 moved: true }
  block { id: 906 side: ALLIED hex: 616 flat: true level: 2 kind: CONVOY number: 3 }
  block { id: 907 side: ALLIED hex: 616 flat: true level: 2 kind: TASK_FORCE number: 7 }
  block { id: 908 side: ALLIED hex: 616 }`;
const own = `force { key: 41 kind: WOLFPACK number: 1 block: 801 ship { unit: "class.type_viic" cs: 3 } }
  force { key: 42 kind: TASK_FORCE number: 2 block: 802 ship { unit: "class.type_36a" cs: 3 } }
  force { key: 43 kind: WOLFPACK number: 3 block: 803 ship { unit: "class.type_viic" cs: 1 } }`;
const airCombat = `menu { kind: 110 prompt { id: "prompt.air_attack" } }`;

const attacks = (page: Page) =>
  page.locator(".order-sheet section", { has: page.getByRole("heading", { name: "Contacts and attacks" }) });
const openSheet = (page: Page) => page.getByRole("tab", { name: "Order sheet" }).click();

test("attacks of segments to come are ticked in any order, and sent once", async () => {
  const { page, context } = await person(table.browser);
  const sections = [
    { number: 1, message: "Clock", text: clock },
    { number: 3, message: "Sea", text: sea },
    { number: 6, message: "Own", text: own },
  ];
  await layOn(page, sections, "", airCombat);
  await hunt(page, table.server.url);
  await openSheet(page);
  const row = (name: RegExp) => attacks(page).getByRole("checkbox", { name });
  await row(/TF 2 fights Convoy 3, 0616/).check();
  await row(/Wolfpack 1 torpedoes Convoy 3, 0616/).check();
  await soon(async () => assert.equal(await row(/torpedoes/).count(), 2, "one for each enemy that is identified"));
  assert.equal(await row(/Wolfpack 3/).count(), 0, "it has moved");
  await attacks(page).getByLabel("What Wolfpack 1 aims at").selectOption({ label: "aim at: Convoy Ship" });
  await look(page, "attack-sheet");
  await openSheet(page);
  assert.equal(
    await page.locator(".order-sheet").getByRole("button", { name: /^Send/ }).count(),
    1,
    "one way of sending",
  );
  assert.equal(await page.getByRole("heading", { name: "Movement" }).count(), 0, "what is over is out of the way");
  await page.locator(".order-sheet").getByRole("button", { name: "Send 2 answers" }).click();

  const queue = page.locator(".queue li");
  await queue.first().waitFor();
  const waits = (await queue.allInnerTexts()).map((words) => words.split("\n")[0]);
  assert.match(
    waits.join(" | "),
    /Wolfpack 1 against Convoy 3, 0616.*Attacks end.*1 force against Convoy 3, 0616.*Attacks end/,
    "beneath the sea first, whatever was ticked first",
  );
  await context.close();
});
