// A host who has never seen the code holds a tournament, from an empty server to its last result, through the pages alone.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { look, newcomer, newcomers, root, Server, soon, stage, takeFactor } from "./harness.ts";

// With a small title, whose matches begin at once.
const program = process.env["WARDROOM_PICKET_SERVER"] ?? join(root, "build/bin/picket-server");
const table = stage(new Server(program, join(root, "tests/titles")));

// From the first screen to a tournament that is announced; its address.
async function hold(page: Page): Promise<string> {
  await page.goto(table.server.url);
  await page.getByRole("link", { name: "Tournaments", exact: true }).click();
  await page.getByText("None yet.").waitFor();
  await page.getByRole("link", { name: "Hold a tournament" }).click();
  await page.getByText("Whoever holds a tournament here needs a second factor").waitFor();
  await takeFactor(page);
  await look(page, "tournament-new-factor");
  await press(page, "I have written them down");
  await page.getByLabel("Name of the tournament").fill("Murmansk Cup");
  const next = page.getByRole("button", { name: "Next" });
  for (let i = 0; i < 2; ++i) await next.click();
  await page.getByLabel("How many players do you expect?").fill("4");
  await next.click();
  await page.getByLabel("Rounds", { exact: true }).fill("2");
  await next.click();
  await page.getByRole("button", { name: "Make the tournament" }).click();
  await page.getByRole("button", { name: "Announce it" }).click();
  await page.getByText("Wait for players").waitFor();
  return page.url();
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

// Everybody goes to his table; those who sit at one and the same are told.
async function sitDown(players: Page[], event: string, round: number): Promise<Page[][]> {
  for (const page of players) {
    await page.goto(event);
    await page.getByRole("heading", { name: new RegExp(`^Your match of round ${round}:`) }).waitFor();
    await page.getByRole("link", { name: "Go to the match" }).click();
  }
  for (const page of players) await page.getByRole("tab", { name: "Table" }).waitFor();
  const tables = Map.groupBy(players, (page) => page.url());
  return [...tables.values()];
}

async function resign(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.getByRole("heading", { name: "The match is over" }).waitFor();
}

async function enter(players: Page[]): Promise<void> {
  for (const page of players) {
    await page.goto(`${table.server.url}/#/events`);
    await page.getByRole("link", { name: "Murmansk Cup" }).click();
    await press(page, "Enter");
    await page.getByText("You play, as number").waitFor();
  }
}

// A message to all, a pause, and the way back from it.
async function speakAndPause(host: Page): Promise<void> {
  await host.getByText("Message, directors, pause").click();
  await host.getByLabel("A message to all players").fill("Good luck to all of you.");
  await press(host, "Send it to all");
  await host.locator(".messages").getByText("Good luck to all of you.").waitFor();
  await press(host, "Pause everything");
  await host.getByText("clocks and deadlines stand still").waitFor();
  await press(host, "Go on");
  await host.getByText("2 matches of round 1 to wait for.").waitFor();
}

test("a host creates, runs and finishes a tournament of two rounds", async () => {
  const host = await newcomer(table, "Harbour");
  const players = await newcomers(table, "Anna", "Bert", "Clara", "Dora");
  const event = await hold(host);
  await enter(players);
  await press(host, "Begin the check-in");
  for (const page of players) await press(page, "I am there");
  await soon(async () => assert.equal(await host.getByText("Not there yet:").count(), 0));
  await press(host, "Draw the next round");
  await host.getByText("No rule had to be broken.").waitFor();
  await look(host, "tournament-draw");
  await press(host, "Pair by hand");
  await press(host, "Board 1: swap the sides");
  await press(host, "Keep these pairs");
  await host.locator(".pairings").getByText("by hand").first().waitFor();
  await press(host, "Publish the round");
  await host.getByText("2 matches of round 1 to wait for.").waitFor();
  await speakAndPause(host);
  for (const [one] of await sitDown(players, event, 1)) await resign(one!);

  await press(host, "Draw the next round");
  await press(host, "Publish the round");
  await host.getByText("2 matches of round 2 to wait for.").waitFor();
  const [first] = await sitDown(players, event, 2);
  await resign(first![0]!);
  await host.getByText("1 match of round 2 to wait for.").waitFor();
  await look(host, "tournament-desk-live");
  await host.getByRole("button", { name: /^Enter a result:/ }).click();
  await host.locator(".pairings form select").selectOption({ value: "draw" });
  await host.getByLabel("Why (everybody can read it)").fill("The time was over.");
  await press(host, "This is the result");
  await host.getByText("What was done, and taking it back").click();
  const undo = host.locator(".deeds li").filter({ hasText: "The time was over." }).getByRole("button");
  await undo.click();
  await host.getByText("1 match of round 2 to wait for.").waitFor();
  await host.getByRole("button", { name: /^Enter a result:/ }).click();
  await host.locator(".pairings form select").selectOption({ value: "agreed_draw" });
  await press(host, "This is the result");
  await press(host, "Finish the tournament");
  await press(host, "Yes, finish it");
  await host.getByText("finished", { exact: true }).waitFor();

  await host.getByRole("tab", { name: "Crosstable" }).click();
  const points = host.locator(".crosstable tbody tr td:last-child");
  await soon(async () => assert.equal(await points.count(), 4));
  const halves = (await points.allInnerTexts()).map((each) => 2 * (parseInt(each) || 0) + (each.includes("½") ? 1 : 0));
  assert.equal(
    halves.reduce((sum, each) => sum + each, 0),
    8,
    "a point for every match",
  );
  await look(host, "tournament-finished");
  await players[0]!.goto(event);
  await players[0]!.getByRole("tab", { name: "What directors did" }).click();
  await players[0]!.getByText("The time was over.").waitFor();
  await look(players[0]!, "tournament-finished-log");
});
