// What can still be undone and why not further; and the luck of the dice when a match is over.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, look, person, play, soon, stage } from "./harness.ts";
import { answerInstead } from "./instead.ts";

const table = stage();

test("one sees what can still be undone, and why not further", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { side: "Axis" });
  const reach = page.locator(".undo-reach");
  for (let i = 0; ; ++i) {
    await asked(page).waitFor();
    if (await page.getByRole("button", { name: "Undo", exact: true }).isVisible()) break;
    assert.ok(i < 40, "something could be undone by now");
    await asked(page).click();
    await soon(async () => assert.ok(!(await page.locator(".hand button:disabled").count())));
  }
  await reach.getByText("What can be undone?").click();
  await soon(async () => assert.match(await reach.innerText(), /Your newest answer[^]*dice or cards decided/));
  await look(page, "undo-reach");
  await context.close();
});

test("when a match is over, its dice are held against the odds", async () => {
  const { page, context } = await person(table.browser);
  // What fell must not hang on this match: two throws are laid into its past.
  const throws = (seat: number, fell: number[]) =>
    `reports { roll { table { id: "web.match" } needed: 5 by { seat: ${seat} }
      ${fell.map((each) => `dice { fell: ${each} sides: 10 }`).join(" ")} } }`;
  await answerInstead(page, {}, (told) =>
    /^replay \{$/m.test(told)
      ? told.replace(/^  updates \{$/m, `  updates { ${throws(0, [9, 9, 1])} ${throws(1, [0, 1, 2, 3, 4, 0, 0, 0])}`)
      : told,
  );
  await play(page, table.server.url, { side: "Axis" });
  await asked(page).waitFor();
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  const over = page.locator(".ending");
  await over.getByText("Luck of the dice").click();
  await over.getByRole("columnheader", { name: "To be expected" }).first().waitFor();
  const said = await over.innerText();
  assert.match(said, /2 successes with 3 dice, 1\.5 to be expected: about as the odds would have it/);
  assert.match(said, /0 successes with 8 dice, 4 to be expected: clearly fewer/);
  assert.match(said, /Reckoned in your browser/);
  await look(page, "luck");
  const match = page.url().split("/").at(-1)!;
  await page.goto(`${table.server.url}/#/replay/${match}`);
  await page.getByRole("tab", { name: "Dice" }).click();
  await page.getByText("Luck of the dice").click();
  await page.getByRole("columnheader", { name: "To be expected" }).first().waitFor();
  await context.close();
});
