// What can still be undone and why not further; and the luck of the dice when a match is over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, look, passOn, person, play, soon, stage } from "./harness.ts";

const table = stage();

test("one sees what can still be undone, and why not further", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { side: "Axis" });
  const reach = page.locator(".undo-reach");
  for (let i = 0; ; ++i) {
    await asked(page).waitFor();
    if (await page.getByRole("button", { name: "Undo", exact: true }).isVisible()) break;
    assert.ok(i < 40, "something could be undone by now");
    await passOn(page);
  }
  await reach.getByText("What can be undone?").click();
  await soon(async () => assert.match(await reach.innerText(), /Your newest answer[^]*dice or cards decided/));
  await look(page, "undo-reach");
  await context.close();
});

test("when a match is over, its dice are held against the odds", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { side: "Axis", quickPasses: true });
  const over = page.locator(".ending");
  for (let i = 0; i < 400; ++i) {
    await asked(page).or(over).first().waitFor();
    if (await over.isVisible()) break;
    await passOn(page);
  }
  await over.getByText("Luck of the dice").click();
  await over.getByRole("columnheader", { name: "To be expected" }).first().waitFor();
  const said = await over.innerText();
  assert.match(said, /\d+ success(es)? with \d+ d(ie|ice), [\d.]+ to be expected/);
  assert.match(said, /Reckoned in your browser/);
  await look(page, "luck");
  const match = page.url().split("/").at(-1)!;
  await page.goto(`${table.server.url}/#/replay/${match}`);
  await page.getByRole("tab", { name: "Dice" }).click();
  await page.getByText("Luck of the dice").click();
  await page.getByRole("columnheader", { name: "To be expected" }).first().waitFor();
  await context.close();
});
