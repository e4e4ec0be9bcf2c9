// What surrounds a match: one's account, quick match, games to one's own liking, clocks, offers, and people who watch.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { asked, look, person, Server, soon, stage } from "./harness.ts";

const table = stage();

test("the host's banner and pages are there, in the reader's language", async () => {
  const pages = mkdtempSync(join(tmpdir(), "wardroom-pages-"));
  writeFileSync(join(pages, "banner.txt"), "We are down at nine.");
  writeFileSync(join(pages, "terms.txt"), "Be kind.\nBe fair.");
  writeFileSync(join(pages, "terms.pl.txt"), "Graj uczciwie.");
  const server = new Server(undefined, undefined, ["--pages", pages]);
  await server.start();
  const { page, context } = await person(table.browser);
  await page.goto(server.url);
  await page.getByText("We are down at nine.").waitFor();
  await look(page, "host-banner");
  await page.getByRole("button", { name: "PL, " }).click();
  await page.getByRole("link", { name: "Regulamin" }).click();
  await page.getByText("Graj uczciwie.").waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "EN, " }).click();
  await page.getByRole("link", { name: "Terms" }).click();
  await page.getByText("Be fair.").waitFor();
  await context.close();
  await server.close();
  rmSync(pages, { recursive: true });
});

test("a guest becomes an account, sees his sessions, changes his password, takes his data and leaves", async () => {
  const one = await person(table.browser);
  const { page } = one;
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Make an invitation" }).click();
  await page.getByLabel("Link of the invitation").waitFor();
  await page.goto(`${table.server.url}/#/account`);
  await page.getByRole("button", { name: "I am new here" }).click();
  await page.getByLabel("Name").fill("Karlsruhe");
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.getByRole("link", { name: "Karlsruhe" }).waitFor();
  await page.getByRole("link", { name: "Go on" }).first().waitFor(); // what the guest had begun is still his

  const two = await person(table.browser);
  await two.page.goto(`${table.server.url}/#/account`);
  await two.page.getByLabel("Name").fill("Karlsruhe");
  await two.page.getByLabel("Password").fill("a long enough password");
  await two.page.locator("form").getByRole("button", { name: "Sign in" }).click();
  await two.page.getByRole("link", { name: "Karlsruhe" }).waitFor();

  await page.getByRole("link", { name: "Karlsruhe" }).click();
  await page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
  await page.getByRole("button", { name: "End", exact: true }).waitFor();
  await look(page, "my-account");
  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByText("That session has ended.").waitFor();
  await two.page.getByRole("link", { name: "Sign in", exact: true }).waitFor();

  await page.getByLabel("Present password").fill("wrong");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.locator(".card.mine [role=alert]:not(:empty)").waitFor();
  await page.getByLabel("Present password").fill("a long enough password");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("The password is changed.").waitFor();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save my data" }).click();
  const data = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
  assert.equal(data.account.name, "Karlsruhe");
  assert.equal(data.matches.length, 1);

  await page.getByRole("button", { name: "Delete…" }).click();
  await page.locator(".card.mine").getByLabel("Password", { exact: true }).fill("another long password");
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await page.getByRole("link", { name: "Sign in", exact: true }).waitFor();
  assert.deepEqual(one.troubles, []);
  await one.context.close();
  await two.context.close();
});

test("two people who wait are brought together", async () => {
  const [one, two] = [await person(table.browser), await person(table.browser)];
  for (const { page } of [one, two]) await page.goto(table.server.url);
  await one.page.getByRole("button", { name: "Find an opponent" }).click();
  await one.page.getByText("Waiting for somebody else.").waitFor();
  await look(one.page, "home-waiting");
  await one.page.getByRole("button", { name: "Stop waiting" }).click();
  await one.page.getByRole("button", { name: "Find an opponent" }).click();
  await one.page.getByText("Waiting for somebody else.").waitFor();
  await two.page.getByRole("button", { name: "Find an opponent" }).click();
  for (const { page } of [one, two]) await page.locator(".chart svg").first().waitFor();
  assert.deepEqual([...one.troubles, ...two.troubles], []);
  await one.context.close();
  await two.context.close();
});

// Chooses the Allies and an hour for each, without setting up yet.
async function anHourEach(page: Page): Promise<void> {
  await page.goto(table.server.url);
  await page.getByText("Another scenario").click();
  await page.getByLabel("Your side").selectOption({ label: "Allies" });
  await page.getByLabel("Clock").selectOption({ label: "An hour each, 30 seconds more with each hand-over" });
}

test("a game with a clock and an optional rule; offers, an observer, and the end", async () => {
  const [host, guest, watcher] = [
    await person(table.browser),
    await person(table.browser),
    await person(table.browser),
  ];
  await anHourEach(host.page);
  await host.page.getByText("Optional rules: as usual").click();
  const option = host.page.locator(".options select").first();
  await option.selectOption({ index: 1 });
  await host.page.getByText("Optional rules: 1 changed").waitFor();
  await host.page
    .getByLabel(/anybody|open|public/i)
    .first()
    .check();
  await look(host.page, "home-new-game");
  await host.page.getByRole("button", { name: "Set up this game" }).click();
  await host.page.getByText("Waiting").first().waitFor();

  await guest.page.goto(table.server.url);
  await guest.page.getByRole("button", { name: "Join" }).first().click();
  for (const { page } of [host, guest]) await page.locator(".chart svg").first().waitFor();
  await host.page.locator(".clocks dd").first().waitFor();
  await soon(async () => assert.match(await host.page.locator(".clocks").innerText(), /0:59:|1:00:00/));

  await watcher.page.goto(table.server.url);
  await watcher.page.getByRole("link", { name: "Watch" }).first().click();
  await watcher.page.locator(".chart svg").first().waitFor();
  await watcher.page.getByText("You are watching").waitFor();
  await watcher.page.getByRole("tab", { name: "Table" }).click();
  await watcher.page.getByText("You are watching.").waitFor();
  await soon(async () => assert.equal(await watcher.page.getByRole("button", { name: "Resign" }).count(), 0));
  await look(watcher.page, "match-observed");

  for (const { page } of [guest, host]) {
    await asked(page).waitFor();
    await page.getByRole("button", { name: "As in history" }).click();
  }
  await asked(host.page).waitFor();
  await host.page.getByRole("tab", { name: "Table" }).click();
  await host.page.getByRole("button", { name: "Ask to take back" }).click();
  await host.page.getByText("You have asked to take back.").waitFor();
  await guest.page.getByText("asks to take back").waitFor();
  await look(guest.page, "match-take-back-asked");
  await guest.page.getByRole("button", { name: "Decline" }).click();
  await host.page.getByText("You have asked to take back.").waitFor({ state: "hidden" });
  await host.page.getByRole("button", { name: "Offer a draw" }).click();
  await guest.page.getByText("offers a draw").waitFor();
  await guest.page.getByRole("button", { name: "Agree", exact: true }).click();
  for (const { page } of [host, guest, watcher])
    await page.getByRole("heading", { name: "The match is over" }).waitFor();

  await host.page.goto(table.server.url);
  await host.page.getByText("Finished games").click();
  await host.page.locator(".finished").getByRole("link", { name: "Look back" }).first().click();
  await host.page.getByRole("heading", { name: "Replay", exact: true }).waitFor();
  assert.deepEqual([...host.troubles, ...guest.troubles, ...watcher.troubles], []);
  for (const each of [host, guest, watcher]) await each.context.close();
});

test("whoever waits for somebody out of time may claim the match", async () => {
  const [host, guest] = [await person(table.browser), await person(table.browser)];
  // Nobody wants to wait an hour: on its way to the server the bank becomes two seconds, with the same number of bytes.
  await host.page.routeWebSocket(/\/ws$/, (line) => {
    const server = line.connectToServer();
    line.onMessage((message) => {
      const bytes = Buffer.from(message);
      const at = bytes.indexOf(Buffer.from([0x08, 0x90, 0x1c, 0x10, 0x1e])); // Clock { bank_seconds: 3600 increment_seconds: 30 }
      if (at >= 0) bytes.set([0x08, 0x82, 0x00, 0x10, 0x00], at);
      server.send(bytes);
    });
  });
  await anHourEach(host.page);
  await host.page.getByRole("button", { name: "Set up this game" }).click();
  await guest.page.goto(await host.page.getByLabel("Link of the invitation").inputValue());
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await asked(guest.page).waitFor();
  await soon(async () =>
    assert.equal(await guest.page.getByRole("button", { name: "claim the game" }).count(), 0, "he is asked himself"),
  );
  const claim = host.page.getByRole("button", { name: "claim the game" });
  await claim.waitFor();
  await soon(async () => assert.match(await host.page.locator(".clocks .running").innerText(), /0:00:00/));
  await look(host.page, "match-flag");
  await claim.click();
  for (const { page } of [host, guest]) {
    await page.getByRole("heading", { name: "The match is over" }).waitFor();
    await page.getByText("Winner: Allies").waitFor();
  }
  for (const each of [host, guest]) await each.context.close();
});
