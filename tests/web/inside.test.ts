// A director who is asked for looks into a match that is played: both players are told, and he sees its chart with everything on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { director, look, newcomer, soon, stage } from "./harness.ts";

const table = stage();

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

// A ladder of two who are at their table; its address.
async function play(host: Page, dora: Page, emil: Page): Promise<string> {
  await host.goto(`${table.server.url}/#/new-event`);
  await host.getByLabel("Name of the tournament").fill("Ladder");
  await host.getByLabel("Format").selectOption({ label: "ladder" });
  for (let i = 0; i < 4; ++i) await host.getByRole("button", { name: "Next" }).click();
  await press(host, "Make the tournament");
  await press(host, "Announce it");
  await host.getByText("Wait for players").waitFor();
  const event = host.url();
  for (const page of [dora, emil]) {
    await page.goto(event);
    await press(page, "Enter");
    await page.getByText("You play, as number").waitFor();
  }
  await press(host, "Begin the ladder");
  await emil.goto(event);
  await emil.getByRole("tab", { name: "Ladder" }).click();
  await press(emil, "Challenge Dora");
  for (const page of [dora, emil]) {
    await page.goto(event);
    await page.getByRole("link", { name: "Go to the match" }).click();
  }
  for (const page of [dora, emil]) await page.getByRole("tab", { name: "Table" }).waitFor();
  return event;
}

test("a director is shown the chart of a match that he judges", async () => {
  const [host, dora, emil] = [
    await director(table, "Keeper"),
    await newcomer(table, "Dora"),
    await newcomer(table, "Emil"),
  ];
  const event = await play(host, dora, emil);
  await dora.goto(event);
  await dora.getByText("Tell the directors something").click();
  await dora.getByLabel("About whom").selectOption({ label: "Emil" });
  await dora.getByLabel("What happened (only directors read it)").fill("He does not answer.");
  await press(dora, "Send");
  await host.goto(event);
  await host.getByRole("tab", { name: "Director’s desk" }).click();
  await host.getByText("Fair play").click();
  await host.getByRole("button", { name: "Look into the match" }).click();
  await press(host, "Show everything");
  const inside = host.locator(".inside");
  await inside.locator(".sea svg").first().waitFor();
  await soon(async () => assert.ok((await inside.getByRole("tab").count()) > 0));
  await look(host, "director-inside");
  await dora.goto(event);
  await dora.getByRole("tab", { name: "What directors did" }).click();
  await dora.getByText("a director looks into the match, to judge it").waitFor();
});
