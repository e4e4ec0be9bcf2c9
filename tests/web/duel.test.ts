// Two people in two browsers play against each other, through a reload, a cut wire, a restart of the server and a second tab;
// and neither is ever sent a name out of the other's hidden forces.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { type Person, forgiveDroppedLines, invite, patience, person, stage } from "./harness.ts";
import { Proxy } from "./proxy.ts";

const table = stage();

const isAsked = (page: Page) => page.locator(".hand.mine .items button:enabled").first().isVisible();
const isOver = (page: Page) => page.getByRole("heading", { name: "The match is over" }).isVisible();

// Whoever is asked first answers with the last item of his list: usually that he is done.
async function step(people: readonly Person[]): Promise<Person | undefined> {
  const until = Date.now() + patience;
  for (;;) {
    for (const each of people) {
      if (await isOver(each.page)) return undefined;
      if (!(await isAsked(each.page))) continue;
      const history = each.page.getByRole("button", { name: "As in history" });
      const button = (await history.isVisible()) ? history : each.page.locator(".hand .items button:enabled").last();
      const before = (await each.page.locator("#hand-title").textContent()) ?? "";
      await button.click();
      // The question goes away, or another one comes with other answers: the button that was pressed is let go.
      await each.page.waitForFunction(
        ([selector, was]) => {
          const title = document.querySelector("#hand-title")?.textContent ?? "";
          return document.querySelector(selector!) === null || title !== was || document.querySelector(`${selector}:enabled`) !== null;
        },
        [".hand .items button", before] as const,
      );
      return each;
    }
    assert.ok(Date.now() < until, "nobody is asked anything");
    await people[0]!.page.waitForTimeout(20);
  }
}

test("a match over dropped lines, reloads and restarts, without a leak", async () => {
  const wire = new Proxy(table.server.url);
  await wire.open();
  const host = await person(table.browser);
  const guest = await person(table.browser);
  const invitation = await invite(host.page, table.server.url);
  await guest.page.goto(invitation.replace(table.server.url, wire.url));
  await guest.page.getByLabel("Your name").fill("Anna");
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  const people = [host, guest];
  await Promise.all(people.map(({ page }) => page.locator(".chart svg").first().waitFor()));

  let answers = 0;
  const play = async (count: number) => {
    for (let i = 0; i < count; ++i) {
      if (!(await step(people))) return;
      ++answers;
    }
  };
  await play(8);

  await guest.page.reload();
  await guest.page.locator(".chart svg").first().waitFor();
  await play(6);

  wire.cut();
  await guest.page.getByText("The line has dropped").waitFor();
  wire.mend();
  await guest.page.getByText("The line has dropped").waitFor({ state: "hidden" });
  await play(6);

  await table.server.stop();
  await table.server.start();
  for (const { page } of people) await page.locator(".line.shown").waitFor({ state: "hidden" });
  await play(6);

  // So far nobody has fought, so nothing has shown a name.
  const has = (who: Person, name: string) => who.heard.some((bytes) => bytes.includes(name));
  for (const own of ["ship.trinidad", "class.british_j_r"]) {
    assert.ok(has(host, own), `${own} is the host's own`);
    assert.ok(!has(guest, own), `${own} was sent to the other side`);
  }
  assert.ok(has(guest, "class.type_36a"));
  assert.ok(!has(host, "class.type_36a"));

  // A second tab takes over cleanly, and gives back.
  const tab = await guest.context.newPage();
  await tab.goto(guest.page.url());
  await tab.locator(".chart svg").first().waitFor();
  await guest.page.getByText("You have opened this game elsewhere.").waitFor();
  await guest.page.getByRole("button", { name: "Play here" }).click();
  await guest.page.getByText("You have opened this game elsewhere.").waitFor({ state: "hidden" });
  await tab.close();
  await play(300);

  for (const { page } of people) await page.getByRole("heading", { name: "The match is over" }).waitFor();
  console.log(`# ${answers} answers from set-up to end`);

  people.forEach(forgiveDroppedLines);
  await host.context.close();
  await guest.context.close();
  wire.close();
});

test("a hex with one choice is a move, by keyboard too", async () => {
  const { page, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Bring it in (Allies)" }).click();
  await page.getByRole("button", { name: "As in history" }).click();
  await page.getByText("Where do your Dummies appear?").waitFor();
  const chart = page.getByRole("application", { name: "Chart of the Arctic" });
  await chart.focus();
  const spoken = page.locator(".chart [aria-live]");
  for (let i = 0; i < 12; ++i) {
    await page.keyboard.press("ArrowLeft"); // the first press shows the cursor, at the first place of the menu
    if (/\b1 choice here/.test((await spoken.textContent()) ?? "")) break;
  }
  assert.match((await spoken.textContent()) ?? "", /^\d{4}\..*\b1 choice here/);
  await page.keyboard.press("Enter");
  await page.getByText("Where do your Dummies appear?").waitFor({ state: "hidden" });
  await context.close();
});

// Milliseconds from a click in one browser to the frame in which the other shows what it brought; none: it brought nothing.
async function clickToScreen(from: Page, button: string, to: Page, shown: string): Promise<number | undefined> {
  await to.evaluate((selector) => {
    // @ts-expect-error kept on the page until it is asked for
    window.shownAt = new Promise<number>((resolve) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector(selector)) return;
        watch.disconnect();
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
      });
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
  }, shown);
  const clicked = await from.evaluate((selector) => {
    const now = performance.timeOrigin + performance.now();
    [...document.querySelectorAll<HTMLElement>(selector)].at(-1)!.click();
    return now;
  }, button);
  for (;;) {
    // @ts-expect-error as above
    const at = await to.evaluate(() => Promise.race([window.shownAt as Promise<number>, new Promise<undefined>((resolve) => setTimeout(resolve, 150))]));
    if (at !== undefined) return at - clicked;
    if ((await isAsked(from)) || (await isOver(from))) return undefined;
  }
}

test("what one does the other sees in a moment", async () => {
  const host = await person(table.browser);
  const guest = await person(table.browser);
  await guest.page.goto(await invite(host.page, table.server.url));
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  const people = [host, guest];
  for (const { page } of people) {
    await page.locator(".chart svg").first().waitFor();
    await page.getByRole("tab", { name: "Table" }).click();
  }

  const lines: number[] = [];
  for (let i = 1; i <= 21; ++i) {
    await host.page.getByLabel("Say something").fill(`line ${i}`);
    lines.push((await clickToScreen(host.page, ".say button", guest.page, `.chat li:nth-child(${i})`))!);
  }

  // Answers after which the other is asked; what he is shown on the way there is counted with it.
  const answers: number[] = [];
  const answerable = ".hand.mine .items button:enabled";
  for (let i = 0; i < 150 && answers.length < 21 && !(await isOver(host.page)); ++i) {
    const asked = await Promise.all(people.map(({ page }) => isAsked(page)));
    const at = asked.indexOf(true);
    if (at < 0 || asked[1 - at]) {
      if (at >= 0) await people[at]!.page.locator(answerable).first().click(); // both set up side by side
      await host.page.waitForTimeout(50);
      continue;
    }
    const took = await clickToScreen(people[at]!.page, answerable, people[1 - at]!.page, answerable);
    if (took !== undefined) answers.push(took);
  }
  const median = (all: number[]) => Math.round([...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]!);
  assert.ok(lines.length > 10 && answers.length > 5, `${lines.length} lines, ${answers.length} answers`);
  console.log(`# from one browser's click to the other's screen, median: a line ${median(lines)} ms of ${lines.length}, an answer ${median(answers)} ms of ${answers.length}`);
  await host.context.close();
  await guest.context.close();
});
