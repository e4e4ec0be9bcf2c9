// Murmansk Run in the browser: found among the games, played to its end as the computer advises, and looked at on the way.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { type Canaries, hadTheirOwn, kept } from "./canaries.ts";
import { answering, asked, forgiveDroppedLines, look, person, soon, speak, stage, twoAtTable } from "./harness.ts";
import { Proxy } from "./proxy.ts";
import { over, step, throughTroubles } from "./troubles.ts";

const table = stage();

async function open(page: Page, button: string): Promise<void> {
  await page.goto(table.server.url);
  await page.getByRole("group", { name: "Game" }).getByRole("button", { name: "Murmansk Run" }).click();
  await page.getByRole("button", { name: button }).click();
  await page.locator(".chart svg").first().waitFor();
  await asked(page).waitFor();
}

// Answers as the computer would; false: the game is over.
async function follow(page: Page): Promise<boolean> {
  await asked(page).or(over(page)).first().waitFor();
  if (await over(page).isVisible()) return false;
  await page.getByRole("button", { name: "What would you do?" }).click();
  const advised = page.locator(".hand .items .advised button");
  await advised.waitFor();
  await answering(page, () => advised.click());
  return true;
}

test("a convoy is brought in, from the first question to the verdict", async () => {
  const { page, troubles, context } = await person(table.browser);
  await open(page, "Play Allies");
  await look(page, "murmansk-opening");
  let questions = 0;
  let fought = false;
  while (await follow(page)) {
    ++questions;
    assert.ok(questions < 400, "it comes to an end");
    if (questions === 12) await look(page, "murmansk-at-sea");
    if (!fought && (await page.getByRole("tab", { name: "The battle board" }).count()) > 0) {
      fought = true;
      await look(page, "murmansk-battle");
    }
  }
  await soon(async () => assert.match(await page.locator(".hand").innerText(), /seasons? to/));
  await look(page, "murmansk-over");
  console.log(`# ${questions} questions`);
  assert.deepEqual(troubles, []);
  await context.close();
});

// The Convoy goes on, the others wait.
const onward = [
  ...["the Convoy enters", "the Convoy:", "the groups are ready", "go on", "no more", "end the"],
  ...["wchodzi konwój", "konwój:", "grupy są gotowe", "dalej", "nic więcej", "koniec"],
];

// Which marker is the Convoy, and what sails; which is the Wolfpack: until a group has been found, met or come to port.
const canaries: Canaries = {
  host: ["murmansk.group.convoy", "ship.division_1.name", "ship.washington.name"],
  guest: ["murmansk.group.wolfpack"],
  told: ["found_", "carrier_found", "pack_", "met", "joins", "arrives", "scatters"],
};

test("two people play a season over dropped lines, reloads and restarts, without a leak", async () => {
  const wire = new Proxy(table.server.url);
  await wire.open();
  const people = await twoAtTable(table, wire.url, { game: "Murmansk Run", scenario: "summer42" });
  await speak(people[0].page, "pl");
  let answers = 0;
  let secret = 0; // so many answers long
  const play = async (count: number) => {
    for (let i = 0; i < count && (await step(people, onward)); ++i) {
      ++answers;
      if (kept(canaries, people)) ++secret;
    }
  };
  await throughTroubles(table, people, wire, play);
  await play(600);
  assert.ok(secret > 10, "names were kept for a while");
  hadTheirOwn(canaries, people);
  for (const { page } of people) await over(page).waitFor();
  console.log(`# ${answers} answers, ${secret} before anybody met`);
  for (const each of people) {
    forgiveDroppedLines(each);
    assert.deepEqual(each.troubles, []);
    await each.context.close();
  }
  wire.close();
});
