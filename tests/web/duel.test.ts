// Two people in two browsers play against each other, through a reload, a cut wire, a restart of the server and a second tab;
// and neither is ever sent a name out of the other's hidden forces. One reads Polish, the other English.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { type Canaries, hadTheirOwn, kept } from "./canaries.ts";
import { forgiveDroppedLines, passOn, patience, person, soon, speak, stage, twoAtTable } from "./harness.ts";
import { Proxy } from "./proxy.ts";
import { isOver, over, step, throughTroubles } from "./troubles.ts";

const table = stage();

const isAsked = (page: Page) => page.locator(".hand.mine .items button:enabled").first().isVisible();

// Until somebody has been seen closely or has fought, neither is sent a name of the other's.
const canaries: Canaries = {
  host: ["ship.trinidad", "class.british_j_r"],
  guest: ["class.type_36a"],
  told: ["identified", "id_rose", "photo", "battle", "air", "submarine", "special_attack", "sunk"],
};

test("a match over dropped lines, reloads and restarts, without a leak", async () => {
  const wire = new Proxy(table.server.url);
  await wire.open();
  const people = await twoAtTable(table, wire.url);
  const [host, guest] = people;
  await speak(host.page, "pl");

  let answers = 0;
  let secret = 0; // so many answers long
  const play = async (count: number) => {
    for (let i = 0; i < count; ++i) {
      if (!(await step(people))) return;
      ++answers;
      if (kept(canaries, people)) ++secret;
    }
  };
  await throughTroubles(table, people, wire, play);

  // A second tab takes over cleanly, and gives back.
  const tab = await guest.context.newPage();
  await tab.goto(guest.page.url());
  await tab.locator(".chart svg").first().waitFor();
  await guest.page.getByText("You have opened this game elsewhere.").waitFor();
  await guest.page.getByRole("button", { name: "Play here" }).click();
  await guest.page.getByText("You have opened this game elsewhere.").waitFor({ state: "hidden" });
  await tab.close();
  await play(300);
  assert.ok(secret > 1, "names were kept for a while");
  hadTheirOwn(canaries, people);

  for (const { page } of people) await over(page).waitFor();
  console.log(`# ${answers} answers from set-up to end, ${secret} before anybody met`);

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
  await soon(async () => assert.match((await spoken.textContent()) ?? "", /^\d{4}\..*\b1 choice here/));
  await page.keyboard.press("Enter");
  if (await page.locator(".beside").isVisible()) await page.keyboard.press("Enter"); // something stands there: its card has the choice
  await page.getByText("Where do your Dummies appear?").waitFor({ state: "hidden" });
  await context.close();
});

// Milliseconds from a click in one browser to the frame in which the other shows what it brought; none: it brought nothing there, or
// there was nothing to click any more.
async function clickToScreen(
  from: Page,
  button: string,
  to: Page,
  shown: string,
  broughtNothing = async () => false,
): Promise<number | undefined> {
  await to.evaluate((selector) => {
    // @ts-expect-error kept on the page until it is asked for
    window.shownAt = new Promise<number>((resolve) => {
      const look = () => {
        if (!document.querySelector(selector)) return;
        watch.disconnect();
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
      };
      const watch = new MutationObserver(look);
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      look();
    });
  }, shown);
  const clicked = await from.evaluate((selector) => {
    const now = performance.timeOrigin + performance.now();
    const last = [...document.querySelectorAll<HTMLElement>(selector)].at(-1);
    last?.click();
    return last && now;
  }, button);
  if (clicked === undefined) return undefined;
  for (const until = Date.now() + patience; ;) {
    assert.ok(Date.now() < until, `nothing came of ${button}`);
    const at = await to.evaluate(() => {
      const later = new Promise<undefined>((resolve) => setTimeout(resolve, 150));
      // @ts-expect-error as above
      return Promise.race([window.shownAt as Promise<number>, later]);
    });
    if (at !== undefined) return at - clicked;
    if (await broughtNothing()) return undefined;
  }
}

test("what one does the other sees in a moment", async () => {
  const people = await twoAtTable(table);
  const [host, guest] = people;
  for (const { page } of people) await page.getByRole("tab", { name: "Table" }).click();

  const lines: number[] = [];
  for (let i = 1; i <= 21; ++i) {
    await host.page.getByLabel("Say something").fill(`line ${i}`);
    await host.page.locator(".say button:enabled").waitFor();
    const took = await clickToScreen(host.page, ".say button", guest.page, `.chat li:nth-child(${i})`);
    if (took !== undefined) lines.push(took);
  }

  // Answers after which the other is asked; what he is shown on the way there is counted with it.
  const answers: number[] = [];
  const answerable = ".hand.mine .items button:enabled";
  const until = Date.now() + patience;
  while (answers.length < 21 && Date.now() < until && !(await isOver(host.page))) {
    const asked = await Promise.all(people.map(({ page }) => isAsked(page)));
    const at = asked.indexOf(true);
    if (at < 0 || asked[1 - at]) {
      if (at >= 0) await passOn(people[at]!.page); // both set up side by side
      await host.page.waitForTimeout(20);
      continue;
    }
    const [from, to] = [people[at]!.page, people[1 - at]!.page];
    const took = await clickToScreen(
      from,
      answerable,
      to,
      answerable,
      async () => (await isAsked(from)) || (await isOver(from)),
    );
    if (took !== undefined) answers.push(took);
  }
  const median = (all: number[]) => Math.round([...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]!);
  assert.ok(lines.length > 10 && answers.length > 5, `${lines.length} lines, ${answers.length} answers`);
  console.log(
    `# from one browser's click to the other's screen, median: a line ${median(lines)} ms of ${lines.length}, an answer ${median(answers)} ms of ${answers.length}`,
  );
  await host.context.close();
  await guest.context.close();
});
