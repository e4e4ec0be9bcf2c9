// Every screen in both languages: axe-core finds nothing serious, every text is in the catalogs, and pictures are taken for
// people to look at (build/screens).
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, look, person, soon, stage } from "./harness.ts";

const table = stage();

test("home, sign-in and invitation", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByText("Another scenario").click();
  await look(page, "home");
  const games = page.getByRole("group", { name: "Game" });
  await soon(async () => assert.deepEqual(await games.getByRole("button").allInnerTexts(), ["PQ-17", "Murmansk Run"]));
  await games.getByRole("button", { name: "Murmansk Run" }).click();
  await page.getByRole("button", { name: "Play Allies" }).waitFor();
  await look(page, "home-murmansk");
  await games.getByRole("button", { name: "PQ-17" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "I am new here" }).click();
  await look(page, "account");
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Make an invitation" }).click();
  const link = await page.getByLabel("Link of the invitation").inputValue();
  await look(page, "waiting");
  const guest = await person(table.browser);
  await guest.page.goto(link);
  await guest.page.getByRole("button", { name: "Sit down" }).waitFor();
  await look(guest.page, "join");
  assert.deepEqual([...troubles, ...guest.troubles], []);
  await context.close();
  await guest.context.close();
});

test("a match from its set-up to its end", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.getByRole("button", { name: "As in history" }).waitFor();
  await page.locator(".chart svg").first().waitFor();
  await look(page, "match-set-up");
  await page.getByRole("button", { name: "As in history" }).click();
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByText("The Axis player has set up.").waitFor();
  await page.getByRole("tab", { name: "Forces" }).click();
  await asked(page).waitFor();
  await look(page, "match-forces");
  await page.getByRole("tab", { name: "Contacts" }).click();
  await look(page, "match-contacts");
  await page.getByRole("tab", { name: "Conditions" }).click();
  await page.getByRole("button", { name: "Key", exact: true }).click();
  await page.getByRole("button", { name: "Air Radii" }).click();
  await look(page, "match-conditions-and-key");
  await page.getByRole("button", { name: "Key", exact: true }).click();
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("button", { name: "Whole chart" }).click();
  await look(page, "match-log-and-whole-chart");
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await look(page, "match-table");
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.getByRole("heading", { name: "The match is over" }).waitFor();
  await look(page, "match-over");
  assert.deepEqual(troubles, []);
  await context.close();
});
