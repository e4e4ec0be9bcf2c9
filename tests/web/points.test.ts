// Points are told from one's own side, and the end says plainly who won.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look, person, soon, stage, type Game } from "./harness.ts";
import { Player } from "./wire.ts";

const table = stage();
const number = (words: string) =>
  Number(
    words
      .replace("−", "-")
      .replace("½", ".5")
      .replace(/[^-\d.]/g, ""),
  );

for (const side of ["Allies", "Axis"] satisfies Game["side"][]) {
  test(`a whole match of the ${side}: strip, sheet, end and list agree, from their side`, async () => {
    const { page, context } = await person(table.browser);
    const player = await Player.sitDown(table.server.url, { side });
    assert.ok(!(await player.until(() => false)), "the match is over");
    await player.comesTo(page);
    const sheet = page.locator(".ending");
    const score = number(await sheet.locator("dd").nth(0).innerText());
    const par = number(await sheet.locator("dd").nth(1).innerText());
    assert.equal(par, side === "Allies" ? 5 : -5);
    assert.equal(number(await sheet.locator("dd").nth(2).innerText()), score - par);
    const outcome = score >= 1 ? "You won" : score <= -1 ? "You lost" : "A draw";
    await sheet.getByRole("heading", { name: outcome }).waitFor();
    await sheet.getByText("Par is what the scenario usually comes to").waitFor();
    await look(page, `match-end-${side.toLowerCase()}`);
    await sheet.getByRole("button", { name: "Close" }).click();
    await sheet.waitFor({ state: "detached" });
    await soon(async () =>
      assert.equal(
        number(await page.locator(".strip", { hasText: "Your score" }).locator("dd").last().innerText()),
        score,
      ),
    );
    // Every line of the score sheet says what it is for.
    await page.getByRole("tab", { name: "Conditions" }).click();
    await page
      .getByText(/Day \d+: .+, [+−]?\d*½? VP/)
      .first()
      .waitFor();
    await page.getByText("A loaded merchant is sunk").waitFor();
    const match = page.url().split("/").at(-1)!;

    await page.goto(table.server.url);
    await page.getByText("Finished games").click();
    await page.locator(".finished").getByText(outcome).waitFor();

    // From the other side's eyes the same score has the other sign; the public is told the Allies'.
    const other = side === "Allies" ? "second" : "first";
    for (const [eyes, sign, name] of [
      [other, -1, "Your score"],
      ["public", side === "Allies" ? 1 : -1, "Score of the Allies"],
    ] as const) {
      await page.goto(`${table.server.url}/#/replay/${match}/${eyes}/99999`);
      await soon(async () =>
        assert.equal(
          number(await page.locator(".strip div", { hasText: name }).locator("dd").innerText()),
          sign * score + 0,
        ),
      );
    }
    await context.close();
  });
}
