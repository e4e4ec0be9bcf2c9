// Quick passes: usual against the computer and not between people, chosen in the form, told to whoever waits; and undo of all that
// was sent together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, passOn, person, play, soon, stage } from "./harness.ts";

const table = stage();

test("the form offers them, on against the computer and off between people, and the waiting room says so", async () => {
  const { page } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByText("Another scenario").click();
  const tick = page.getByLabel("Quick passes");
  assert.equal(await tick.isChecked(), false);
  await page.getByLabel("Opponent").selectOption({ index: 1 });
  await soon(async () => assert.equal(await tick.isChecked(), true));
  await page.getByLabel("Opponent").selectOption({ index: 0 });
  await soon(async () => assert.equal(await tick.isChecked(), false));
  await tick.check();
  await page.getByRole("button", { name: "Set up this game" }).click();
  await page.getByText("on: questions with one single answer").waitFor();
});

test("with them nobody is asked what has one single answer", async () => {
  const { page } = await person(table.browser);
  await play(page, table.server.url, { side: "Axis", quickPasses: true });
  for (let i = 0; i < 25; ++i) {
    await asked(page).waitFor();
    const answers = await page.evaluate(() => document.querySelectorAll(".hand.mine .items button").length);
    assert.notEqual(answers, 1);
    if (!(await passOn(page))) continue;
  }
});
