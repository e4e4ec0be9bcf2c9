// Two people in two browsers play against each other, through a reload, a cut wire, a restart of the server and a second tab;
// and neither is ever sent a name out of the other's hidden forces.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { patience, person, stage, type Person } from "./harness.ts";
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
      const before = await each.page.locator("#hand-title").innerText();
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
  await host.page.goto(table.server.url);
  await host.page.getByText("Another scenario").click();
  await host.page.getByLabel("Your side").selectOption({ label: "Allies" });
  await host.page.getByRole("button", { name: "Set up this game" }).click();
  const invitation = await host.page.getByLabel("Link of the invitation").inputValue();
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
