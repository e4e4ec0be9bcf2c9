// Attacks that are really fought, from the sheet to their end: seen as they are told, their report, the same in the replay, and after
// an absence. The dice are the server's own; by the chance that every test is given, these attacks are made.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { asked, person, type Person, screens, Server, soon, stage } from "./harness.ts";
import { advised, Player } from "./wire.ts";

const table = stage();

interface Line {
  deaf: boolean; // nothing that the server says comes through
}
async function listen({ page }: Person): Promise<Line> {
  const line: Line = { deaf: false };
  await page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    far.onMessage((message) => {
      if (!line.deaf) socket.send(message);
    });
  });
  return line;
}

// Against the computer, in the first scenario, as the Axis: answers as advised until a question has these words, which the page then
// shows; whether it came to that before the game was over. Reports stay until they are closed.
async function isAsked({ page }: Person, url: string, words: RegExp): Promise<boolean> {
  const player = await Player.sitDown(url, { side: "Axis", quickPasses: true });
  const came = await player.until((question) => words.test(question), advised);
  if (came) {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await player.comesTo(page);
  } else player.leave();
  return came;
}

const theatre = (page: Page) => page.getByRole("region", { name: "Battle, as it was fought" });
const report = (page: Page) => page.locator(".after:not(.ending)");
const title = (page: Page) => page.locator("#hand-title").innerText();

// What the computer would answer.
async function asAdvised(page: Page): Promise<void> {
  const question = await page.locator(".hand").getAttribute("data-question");
  await page.getByRole("button", { name: "What would you do?" }).click();
  await page.locator(".hand .items li.advised button").click();
  await page.waitForFunction(
    (was) => document.querySelector<HTMLElement>(".hand")?.dataset["question"] !== was,
    question,
  );
}
// Whether it came to that before the game was over.
async function playUntilAsked(page: Page, words: RegExp): Promise<boolean> {
  const over = page.locator(".after.ending");
  const skip = page.getByRole("button", { name: "Skip it and go on" }); // the question comes after what is told
  for (;;) {
    await asked(page).or(report(page)).or(over).or(skip).first().waitFor();
    if (await over.isVisible()) return false;
    if (await skip.isVisible()) await skip.evaluate((button: HTMLElement) => button.click()).catch(() => undefined);
    else if (await report(page).isVisible())
      await report(page).getByRole("button", { name: "Close the report" }).click();
    else if (words.test(await title(page))) return true;
    else await asAdvised(page);
  }
}

// The attack is ticked on the sheet; what is returned sends it.
async function attackSheet(somebody: Person, url: string): Promise<() => Promise<void>> {
  const { page } = somebody;
  assert.ok(await isAsked(somebody, url, /Which force do your aircraft attack/));
  await page.getByRole("tab", { name: "Order sheet" }).click();
  const sheet = page.locator(".order-sheet");
  await sheet.getByRole("checkbox", { name: /Attack Allied Convoy 1/ }).check();
  return () => sheet.getByRole("button", { name: "Send 1 answer" }).click();
}

test("an air strike is sent by the sheet, told as it is fought, reported, and told again in the replay", async () => {
  const somebody = await person(table.browser);
  const { page, context } = somebody;
  const send = await attackSheet(somebody, table.server.url);
  const before = halves(await score(page));
  await send();
  await theatre(page)
    .getByRole("heading", { name: /Axis aircraft attack Allied Convoy 1/ })
    .waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  // What is asked after it is not shown before it has been told.
  assert.equal(await page.locator(".hand .items button").count(), 0);
  const dots = await page.locator(".rail .dot").count();
  await page.locator(".rail .dot.shot").last().click();
  await page
    .locator(".theatre .caption")
    .getByText(/Bombing|Torpedo|Damage/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.keyboard.down(" ");
  await report(page).waitFor();
  await page.keyboard.up(" ");
  const words = await report(page).innerText();
  // The report counts what the score moved by.
  assert.equal(halves(/Points: (.*VP)/.exec(words)![1]!), halves(await score(page)) - before);
  assert.match(words, /Axis aircraft attack Allied Convoy 1/);
  assert.match(words, /Losses[^]*Bombing: \d+ dic?e/);
  await report(page).getByRole("button", { name: "Close the report" }).click();

  // The same in the replay.
  await page.goto(page.url().replace("/match/", "/replay/"));
  await page.locator(".slider").waitFor();
  await page.locator("body").press("Home");
  await page.getByRole("button", { name: "To the next battle" }).click();
  await theatre(page).waitFor();
  await soon(async () => assert.equal(await page.locator(".rail .dot").count(), dots));
  await page.locator(".rail .dot").last().click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await report(page).waitFor();
  assert.equal((await report(page).innerText()).split("\n").join("|"), words.split("\n").join("|"));
  await context.close();
});

test("whoever was away while it was fought is told of it when he comes back", async () => {
  const server = new Server(); // whose chance is the same once more
  await server.start();
  try {
    const somebody = await person(table.browser);
    const { page, context } = somebody;
    const line = await listen(somebody);
    const send = await attackSheet(somebody, server.url);
    const match = page.url();
    line.deaf = true;
    await send();
    await page.waitForTimeout(1500); // the server has taken it, and this page knows nothing of it
    await page.goto("about:blank");
    line.deaf = false;
    await page.goto(match);
    const away = page.getByRole("region", { name: "While you were away" });
    await away.getByText(/1 battle among them/).waitFor();
    await away.getByRole("button", { name: "Play all" }).click();
    await theatre(page).waitFor();
    await page.keyboard.down(" ");
    await report(page).waitFor();
    await page.keyboard.up(" ");
    assert.match(await report(page).innerText(), /Losses[^]*Bombing: \d+ dic?e/);
    await context.close();
  } finally {
    await server.close();
  }
});

const score = async (page: Page): Promise<string> =>
  (await page.locator(".strip").innerText()).match(/Your score\s+(.*VP)/)![1]!;
const halves = (points: string): number => {
  const [, sign, whole = "", half] = /([+−]?)(\d*)(½?)/.exec(points)!;
  return (sign === "−" ? -1 : 1) * (2 * Number(whole) + (half ? 1 : 0));
};

// The chart is seen above a report, where it happened too.
async function chartIsSeen(page: Page): Promise<void> {
  await soon(async () =>
    assert.ok(
      await page.evaluate(() => {
        const sea = document.querySelector(".sea")!.getBoundingClientRect();
        const paper = document.querySelector(".after.report .after-sheet")!.getBoundingClientRect();
        const above = document.elementFromPoint(sea.left + sea.width / 2, (sea.top + paper.top) / 2 + 20);
        return paper.top > sea.top + sea.height * 0.3 && above?.closest(".chart") !== null;
      }),
    ),
  );
}

// Whether a Wolfpack attacked by this chance; if so, all that is told of it was seen.
async function wolfpackAttacks(chance: string): Promise<boolean> {
  const server = new Server(undefined, undefined, [], chance);
  await server.start();
  try {
    const somebody = await person(table.browser);
    const { page, context } = somebody;
    const attacked = await isAsked(somebody, server.url, /What does submarine 1 of Axis Wolfpack \d aim at/);
    if (attacked) {
      await asAdvised(page);
      assert.ok(await playUntilAsked(page, /What does submarine 2 of Axis Wolfpack \d aim at/));
      await asAdvised(page);
      await theatre(page)
        .getByRole("heading", { name: /Wolfpack( \d)? attacks Allied/ })
        .waitFor();
      await page.keyboard.down(" ");
      await report(page).waitFor();
      await page.keyboard.up(" ");
      assert.match(await report(page).innerText(), /Torpedo Attack: \d/);
      await chartIsSeen(page);
      await page.screenshot({ path: join(screens, "report-over-chart-en-desk.png") });
      await page.setViewportSize({ width: 390, height: 844 });
      await chartIsSeen(page);
      await page.screenshot({ path: join(screens, "report-over-chart-en-phone.png") });
    }
    await context.close();
    return attacked;
  } finally {
    await server.close();
  }
}

test("a Wolfpack attacks what passes it, and its attack is told as it is fought", async () => {
  for (const chance of ["5", "2", "3", "4", "6", "7"]) if (await wolfpackAttacks(chance)) return;
  assert.fail("in no game did a Wolfpack attack");
});
