// A match looked at once more: one's own past while it is played, everything when it is over, and the proof of the dice.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { asked, look, person, playOn, soon, stage } from "./harness.ts";

const table = stage();

const moment = async (page: Page): Promise<number> =>
  Number(/Moment (\d+) of/.exec(await page.locator(".slider").innerText())?.[1]);

test("one's own past while the match is played, step by step, and back to the table", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.locator(".chart svg").first().waitFor();
  await playOn(page, 8);
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("link", { name: "Look back" }).click();
  await page.getByRole("heading", { name: "Replay", exact: true }).waitFor();
  await page.locator(".chart svg").first().waitFor();
  await soon(async () =>
    assert.equal(await page.getByRole("button", { name: "Allies", exact: true }).count(), 0, "not the other side's"),
  );
  await soon(async () => assert.equal(await page.getByRole("button", { name: "The whole truth" }).count(), 0));
  const last = await moment(page);
  assert.ok(last > 5);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await soon(async () => assert.equal(await moment(page), last - 1));
  await page.locator("body").press("ArrowLeft");
  await soon(async () => assert.equal(await moment(page), last - 2));
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await soon(async () => assert.equal(await moment(page), 1));
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await soon(async () => assert.ok((await moment(page)) > 1));
  await soon(async () => assert.notEqual(await page.locator(".reel .now").innerText(), ""));

  // Its address is that of the moment.
  const link = await page.getByLabel("Link to this moment").inputValue();
  const now = await moment(page);
  assert.match(link, /#\/replay\/[^/]+\/second\/\d+$/);
  const tab = await context.newPage();
  await tab.goto(link);
  await tab.locator(".slider").waitFor();
  await soon(async () => assert.equal(await moment(tab), now));
  await tab.close();
  assert.equal(await page.getByRole("tab", { name: "Order sheet" }).count(), 0, "nothing is ordered in the past");
  await page.getByRole("tab", { name: "Dice" }).click();
  await page.getByText("The seed is revealed when the match is over.").waitFor();
  await page.getByRole("link", { name: "To the match" }).click();
  await asked(page).waitFor();

  // Somebody else's view is refused with a reason.
  await page.goto(link.replace("/second/", "/first/"));
  await page.reload();
  await page.getByText("The other side and the whole truth open when it is over.").waitFor();
  assert.deepEqual(troubles, []);
  await context.close();
});

test("both sides, the whole truth and the dice when it is over", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.locator(".chart svg").first().waitFor();
  await playOn(page, 6);
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.getByRole("heading", { name: "The match is over" }).waitFor();
  await page.getByRole("link", { name: "Why the computer did what it did" }).waitFor();
  await page.locator(".hand").getByRole("link", { name: "Look back" }).click();
  for (const eyes of ["Allies", "What all saw", "The whole truth"]) {
    await page.getByRole("button", { name: eyes, exact: true }).click();
    await page.locator(`.reel .choice button[aria-pressed=true]:text-is("${eyes}")`).waitFor();
    await page.locator(".chart svg").first().waitFor();
    await soon(async () => assert.ok((await moment(page)) > 1));
  }

  // The whole truth tells every answer, and the computer's reason beside its own.
  const reason = page.locator(".reel .deed .why").first();
  await page.getByRole("slider").focus();
  await page.keyboard.press("Home");
  for (let i = 0; i < 80 && !(await reason.isVisible()); ++i)
    await page.getByRole("button", { name: "Next", exact: true }).click();
  assert.match(
    await page
      .locator(".reel .deed", { has: page.locator(".why") })
      .first()
      .innerText(),
    /^Allies: \S[^]*Because: \S/,
  );
  await page.getByLabel("About:").selectOption("Decisions");
  await page
    .getByRole("list", { name: "Log" })
    .getByText(/Allies: .*Because: /)
    .first()
    .waitFor();
  await look(page, "replay");
  await page.getByLabel("About:").selectOption("");
  await page.getByRole("tab", { name: "Forces" }).click();
  await page.getByRole("tabpanel").getByText("PQ-13").first().waitFor();
  await page.getByRole("tab", { name: "Dice" }).click();
  await page.getByText("the fingerprint that this browser was shown before the match").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the match" }).click();
  await soon(async () => assert.match((await download).suggestedFilename(), /\.match$/));

  await look(page, "replay-dice");
  assert.deepEqual(troubles, []);
  await context.close();
});
