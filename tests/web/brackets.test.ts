// A knock-out and a ladder on a real server, through the pages: bracket, byes, challenges, rungs; and what is for directors alone.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { director, look, newcomer, root, Server, soon, stage } from "./harness.ts";

const program = process.env["WARDROOM_PICKET_SERVER"] ?? join(root, "build/bin/picket-server");
const table = stage(new Server(program, join(root, "tests/titles")));

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click();

// A tournament of this format, announced; its address.
async function hold(page: Page, name: string, format: string): Promise<string> {
  await page.goto(`${table.server.url}/#/new-event`);
  await page.getByLabel("Name of the tournament").fill(name);
  await page.getByLabel("Format").selectOption({ label: format });
  const next = page.getByRole("button", { name: "Next" });
  for (let i = 0; i < 4; ++i) await next.click();
  await press(page, "Make the tournament");
  await press(page, "Announce it");
  await page.getByText("Wait for players").waitFor();
  return page.url();
}

async function enter(players: Page[], event: string): Promise<void> {
  for (const page of players) {
    await page.goto(event);
    await press(page, "Enter");
    await page.getByText("You play, as number").waitFor();
  }
}

// Both go to their table, and this one gives up.
async function lose(loser: Page, winner: Page, event: string): Promise<void> {
  for (const page of [loser, winner]) {
    await page.goto(event);
    await page.getByRole("link", { name: "Go to the match" }).click();
  }
  for (const page of [loser, winner]) await page.getByRole("tab", { name: "Table" }).waitFor();
  await loser.getByRole("tab", { name: "Table" }).click();
  await press(loser, "Resign");
  await press(loser, "Yes, resign");
  await loser.getByRole("heading", { name: "The match is over" }).waitFor();
}

test("three in a knock-out: one has nobody to play, and the bracket fills", async () => {
  const host = await director(table, "Harbour");
  const [anna, bert, clara] = [
    await newcomer(table, "Anna"),
    await newcomer(table, "Bert"),
    await newcomer(table, "Clara"),
  ];
  const event = await hold(host, "Knock-out", "knock-out");
  await enter([anna, bert, clara], event);
  await press(host, "Begin the check-in");
  for (const page of [anna, bert, clara]) await press(page, "I am there");
  await press(host, "Draw the next round");
  await press(host, "Publish the round");
  await host.getByText("1 match of round 1 to wait for.").waitFor();
  await host.getByRole("tab", { name: "Bracket" }).click();
  await host.locator(".bracket").getByText("Anna").first().waitFor();
  await look(host, "bracket-live");
  await lose(clara, bert, event);
  await host.getByRole("tab", { name: "Director’s desk" }).click();
  await press(host, "Draw the next round");
  await press(host, "Publish the round");
  await lose(bert, anna, event);
  await press(host, "Finish the tournament");
  await press(host, "Yes, finish it");
  await host.getByRole("tab", { name: "Standings" }).click();
  const first = host.locator("tbody tr").first();
  await soon(async () => assert.match(await first.innerText(), /Anna/));
});

test("on a ladder whoever wins against somebody above takes his rung", async () => {
  const host = await director(table, "Keeper");
  const [dora, emil] = [await newcomer(table, "Dora"), await newcomer(table, "Emil")];
  const event = await hold(host, "Ladder", "ladder");
  await enter([dora, emil], event);
  await press(host, "Begin the ladder");
  await emil.goto(event);
  await emil.getByRole("tab", { name: "Ladder" }).click();
  await press(emil, "Challenge Dora");
  await emil.getByText("challenged by Emil").waitFor();
  await look(emil, "ladder-live");
  await lose(dora, emil, event);
  await emil.goto(event);
  await emil.getByRole("tab", { name: "Ladder" }).click();
  await soon(async () => assert.match(await emil.locator(".ladder li").first().innerText(), /Emil/));

  // Only the directors read what a player tells them, and see who comes from one address.
  await dora.goto(event);
  await dora.getByText("Tell the directors something").click();
  await dora.getByLabel("About whom").selectOption({ label: "Emil" });
  await dora.getByLabel("What happened (only directors read it)").fill("He was rude.");
  await press(dora, "Send");
  await dora.getByText("The directors will read it.").waitFor();
  await host.goto(event);
  await host.getByRole("tab", { name: "Director’s desk" }).click();
  await host.getByText("Fair play").click();
  await host.getByText("He was rude.").waitFor();
  await press(host, "Look for signals");
  await host.getByText("have come from the same address").first().waitFor();
  await look(host, "fair-play");
  await emil.reload();
  assert.equal(await emil.getByText("He was rude.").count(), 0);
});

test("a player's page, his tokens, and his wish not to be rated", async () => {
  const fritz = await newcomer(table, "Fritz");
  await fritz.goto(`${table.server.url}/#/person/Fritz`);
  await fritz.getByText("No finished match against another account yet.").waitFor();
  await press(fritz, "Do not rate my matches any more");
  await fritz.getByText("Not rated by own wish.").waitFor();
  await fritz.getByText("For programs").click();
  await fritz.getByLabel("What it is for").fill("my script");
  await press(fritz, "Make a token");
  const secret = await fritz.locator("code.secret").innerText();
  assert.match(secret, /^wr_[0-9a-f]{64}$/);
  const answer = await fetch(`${table.server.url}/api/v1/events?mine=1`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  assert.equal(answer.status, 200);
  await look(fritz, "tokens");
  await press(fritz, "End the token my script");
  await soon(async () => assert.equal(await fritz.getByText("my script").count(), 0));
  const refused = await fetch(`${table.server.url}/api/v1/events`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(refused.status, 401);
});
