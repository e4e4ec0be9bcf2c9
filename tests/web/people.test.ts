// People at the table: what an invitation says, offers that both see, challenges and rematches that find one anywhere, people who
// wait, a match played on from a moment, and two people at one screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  closeAtSight,
  asked,
  codeOf,
  invite,
  look,
  passOn,
  type Person,
  person,
  play,
  soon,
  stage,
  twoAtTable,
} from "./harness.ts";

const table = stage();
const home = () => table.server.url;

async function signUp({ page }: Person, name: string): Promise<void> {
  await page.goto(`${home()}/#/account`);
  await page.getByRole("button", { name: "I am new here" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.getByRole("link", { name }).waitFor();
}

async function says(page: Page, words: RegExp): Promise<void> {
  await soon(async () => assert.match(await page.locator("main").innerText(), words));
}

const closeAll = (people: readonly Person[]) => Promise.all(people.map(({ context }) => context.close()));

test("an invitation says what it is for before one accepts, and has a link to watch", async () => {
  const [host, guest, watcher] = [
    await person(table.browser),
    await person(table.browser),
    await person(table.browser),
  ];
  await host.page.goto(home());
  await host.page.getByText("Another scenario").click();
  await host.page.getByLabel("Your side").selectOption({ label: "Allies" });
  await host.page.getByLabel("Clock").selectOption({ label: "An evening: three hours each" });
  await host.page.locator(".options summary").click();
  await host.page.locator(".options select").first().selectOption({ index: 1 });
  await host.page.getByRole("button", { name: "Set up this game" }).click();
  const link = await host.page.getByLabel("Link of the invitation").inputValue();
  const watch = await host.page.getByLabel("Link to watch").inputValue();
  await look(host.page, "waiting-room");

  await guest.page.goto(link);
  const terms = guest.page.locator(".terms");
  await soon(async () => {
    const told = await terms.innerText();
    for (const words of [
      /PQ-17/,
      /Your side\s+Axis/,
      /Host\s+\S+/,
      /Optional rules\s+\S+.*: /,
      /3 hours each, 1 minute/,
    ])
      assert.match(told, words);
    assert.match(told, /Quick passes\s+off/);
    assert.match(told, /whoever has the link to watch/);
  });
  await look(guest.page, "invitation");
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  for (const { page } of [host, guest]) await page.locator(".chart svg").first().waitFor();

  await watcher.page.goto(watch.replace(/\/[^/]*$/, ""));
  await watcher.page.getByText("There is no such game here").waitFor();
  await watcher.page.goto(watch);
  await watcher.page.locator(".chart svg").first().waitFor();
  await watcher.page.getByText("You are watching").first().waitFor();
  await watcher.page.goto(link);
  await watcher.page.getByText("Both seats of this match are taken. You can watch it.").waitFor();
  await watcher.page.getByRole("link", { name: "Only watch" }).click();
  await watcher.page.locator(".chart svg").first().waitFor();
  await closeAll([host, guest, watcher]);
});

test("offers are seen and answered before both, and a rematch finds the other", async () => {
  const people = await twoAtTable(table);
  const [host, guest] = people;
  for (let hosts = 0; hosts < 2;) {
    if (await passOn(host.page))
      ++hosts; // as in history
    else await passOn(guest.page);
  }
  for (const { page } of people) await page.getByRole("tab", { name: "Table" }).click();
  const both = (words: RegExp) => Promise.all(people.map(({ page }) => says(page, words)));

  await host.page.getByRole("button", { name: "Offer a draw" }).click();
  await both(/offers a draw\./);
  await guest.page.getByRole("button", { name: "Decline" }).click();
  await both(/declines the draw\./);

  await host.page.getByRole("button", { name: "Ask to take back" }).click();
  await both(/asks to take back the last answer, given at .+\. Everything since then goes with it\./);
  await look(guest.page, "take-back-asked");
  await guest.page.getByRole("button", { name: "Agree" }).click();
  await both(/agrees: it is taken back\./);

  await guest.page.getByRole("button", { name: "Resign" }).click();
  await guest.page.getByRole("button", { name: "Yes, resign" }).click();
  for (const { page } of people) await page.getByRole("heading", { name: "The match is over" }).waitFor();
  await guest.page.goto(`${home()}/#/`);
  await guest.page.getByRole("heading", { name: "Open games" }).waitFor();
  const close = host.page.locator(".after.ending button.primary");
  if (await close.isVisible()) await close.click();
  await host.page.getByRole("button", { name: "Play again, sides swapped" }).click();
  await host.page.getByText(/Waiting for .+, who has been told/).waitFor();

  const company = guest.page.locator(".company");
  await company.getByText(/challenges you: .+\.\s+You would play Allies\./).waitFor();
  await look(guest.page, "challenged");
  await company.getByRole("button", { name: "Decline" }).click();
  await host.page.getByText("The challenge was declined.").waitFor();
  await company.waitFor({ state: "detached" });

  await host.page.goBack();
  await host.page.getByRole("heading", { name: "The match is over" }).waitFor();
  if (await close.isVisible()) await close.click();
  await host.page.getByRole("tab", { name: "Table" }).click();
  await says(host.page, /asks for a rematch, sides swapped\.[^]*declines the rematch\./);
  await host.page.getByRole("button", { name: "Play again, sides swapped" }).click();
  await host.page.getByText(/Waiting for .+, who has been told/).waitFor();
  await host.page.goto(`${home()}/#/`); // the challenger goes elsewhere, too
  await guest.page.goto("about:blank");
  await guest.page.goto(home());
  await company.getByRole("button", { name: "Accept" }).click();
  await guest.page.locator(".chart svg").first().waitFor();
  await host.page.getByText(/has sat down at your table/).waitFor();
  await host.page.getByRole("link", { name: "Go there" }).click();
  await host.page.locator(".chart svg").first().waitFor();
  await closeAll(people);
});

test("somebody is challenged by name, wherever he is", async () => {
  const [anna, bert] = [await person(table.browser), await person(table.browser)];
  await signUp(bert, "Scharnhorst");
  await play(bert.page, home(), { side: "Axis" }); // he plays something else meanwhile
  await anna.page.goto(home());
  await anna.page.getByText("Another scenario").click();
  await anna.page.getByLabel("Challenge by name").fill("Nobody of that name");
  await anna.page.getByRole("button", { name: "Set up this game" }).click();
  await anna.page.getByText("Nobody called Nobody of that name has an account here").waitFor();
  await anna.page.getByLabel("Challenge by name").fill("scharnhorst");
  await anna.page.getByRole("button", { name: "Set up this game" }).click();
  await anna.page.getByText("Waiting for Scharnhorst, who has been told.").waitFor();

  const company = bert.page.locator(".company");
  await company.getByRole("link", { name: "Look" }).click();
  await bert.page.getByText(/challenges you to this game/).waitFor();
  await soon(async () => assert.match(await bert.page.locator(".terms").innerText(), /Host/));
  await bert.page.locator("main").getByRole("button", { name: "Accept" }).click();
  for (const { page } of [anna, bert]) await page.locator(".chart svg").first().waitFor();
  await closeAll([anna, bert]);
});

test("whoever waits for anyone is seen; a game against the computer may be private", async () => {
  const [anna, bert, clara] = [await person(table.browser), await person(table.browser), await person(table.browser)];
  await anna.page.goto(home());
  await anna.page.getByRole("button", { name: "Find an opponent" }).click();
  await bert.page.goto(home());
  const waits = bert.page.locator(".waiters");
  await waits.getByText(/waits for anyone/).waitFor();
  await waits.getByRole("button", { name: "Play" }).click();
  for (const { page } of [anna, bert]) await page.locator(".chart svg").first().waitFor();

  await clara.page.goto(home());
  await clara.page.getByText("Another scenario").click();
  await clara.page.getByLabel("Opponent").selectOption({ index: 1 });
  await clara.page.getByLabel("Others may watch").uncheck();
  await clara.page.getByRole("button", { name: "Set up this game" }).click();
  await clara.page.locator(".chart svg").first().waitFor();
  await bert.page.goto(clara.page.url());
  await bert.page.getByText("There is no such game here").waitFor();
  await closeAll([anna, bert, clara]);
});

test("from a finished match one plays on, and it is so marked", async () => {
  const one = await person(table.browser);
  const { page } = one;
  await play(page, home(), { side: "Axis" });
  for (let i = 0; i < 6; ++i) {
    await asked(page).waitFor();
    await passOn(page);
  }
  await page.getByRole("tab", { name: "Table" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.getByRole("heading", { name: "The match is over" }).waitFor();
  const match = page.url().split("/").at(-1)!;
  await page.goto(`${home()}/#/replay/${match}/truth`);
  await page.getByText("Play on from here").click();
  await look(page, "play-on");
  await page.getByRole("button", { name: "Axis against the computer" }).click();
  await page.locator(".chart svg").first().waitFor();
  await page.getByText("played on from another match; counts nowhere").waitFor();
  await asked(page).waitFor();
  await page.goto(`${home()}/#/`);
  await page.locator(".matches").getByText("played on from another match; counts nowhere").first().waitFor();
  await one.context.close();
});

test("two people share a screen, and behind the curtain nothing of the other is on the page", async () => {
  const one = await person(table.browser);
  const { page } = one;
  await closeAtSight(page, ".after:not(.ending)"); // the curtain waits until the report of a battle has been read
  await invite(page, home());
  await page.getByLabel("Second player").fill("Bert");
  await page.getByRole("button", { name: "Two at this screen" }).click();
  await page.getByRole("heading", { name: "The curtain is down" }).waitFor();
  await look(page, "curtain");
  const secrets = { Allies: /Trinidad/, Axis: /Z-?2[456]|Wolfpack/ };
  const bare = async () => {
    const html = await page.locator("body").evaluate((body) => body.innerHTML);
    for (const secret of Object.values(secrets)) assert.doesNotMatch(html, secret);
  };
  await soon(bare);
  await page.getByRole("button", { name: "Allies: open the curtain" }).click();
  const down = page.getByRole("heading", { name: "The curtain is down" });
  const mine = async () => (/Allies/.test(await page.locator(".plates li", { hasText: "(you)" }).innerText()) ? 0 : 1);
  await page.locator(".chart svg").first().waitFor();
  await page.getByText("Hand the screen to Axis.").waitFor(); // this one is not asked, and only looks
  await look(page, "hot-seat");
  await page.getByRole("button", { name: "Drop the curtain" }).click();

  // From then on it falls when the other is asked.
  const seats: number[] = [];
  for (let i = 0; i < 6; ++i) {
    await down.waitFor();
    await soon(bare);
    await page.locator(".curtain button.primary").click(); // whoever is asked now
    await asked(page).waitFor();
    seats.push(await mine());
    while (!(await down.isVisible())) await passOn(page);
  }
  assert.deepEqual(seats, [1, 0, 1, 0, 1, 0]);
  const match = page.url().split("/").at(-1)!;
  const kept = await page.evaluate(() => Object.keys(sessionStorage).sort());
  for (const seat of seats)
    assert.ok(kept.includes(`wardroom.briefed.${match}.${seat}`), "each has had his own briefing");
  await page.reload();
  await page.getByRole("heading", { name: "The curtain is down" }).waitFor(); // whoever comes back finds it down
  await soon(bare);
  await one.context.close();
});

test("an account with a second factor wants its code, or one of the recovery codes", async () => {
  const anna = await person(table.browser);
  const { page } = anna;
  await signUp(anna, "Dorothy");
  await page.goto(`${home()}/#/account`);
  const form = page.locator(".factor");
  await form.getByRole("button", { name: "Set up" }).click();
  await form.getByLabel("Password").fill("a long enough password");
  await form.getByRole("button", { name: "Set up" }).click();
  const secret = (await form.locator("code").innerText()).replaceAll(" ", "");
  const link = await form.getByRole("link", { name: "Open it in a program" }).getAttribute("href");
  assert.equal(link, `otpauth://totp/Wardroom:Dorothy?secret=${secret}&issuer=Wardroom`);
  await look(page, "account-factor-secret");
  await form.getByLabel("Code").fill("no code");
  await form.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("That code is wrong, or has been used.").waitFor();
  await form.getByLabel("Code").fill(codeOf(secret));
  await form.getByRole("button", { name: "Confirm" }).click();
  await form.getByText("10 recovery codes are left").waitFor();
  const [recovery] = await form.locator(".codes li").allInnerTexts();
  await look(page, "account-factor-on");

  const out = page.getByRole("button", { name: "Sign out" });
  await out.click();
  await out.waitFor({ state: "detached" });
  await page.goto(`${home()}/#/account`);
  await page.getByLabel("Name").fill("Dorothy");
  await page.getByLabel("Password").fill("a long enough password");
  const enter = page.locator("form").getByRole("button", { name: "Sign in" });
  await enter.click();
  await page.getByText("This account has a second factor. Give its code too.").waitFor();
  await look(page, "account-factor-wanted");
  await page.getByLabel("Code").fill(recovery!);
  await enter.click();
  await page.getByRole("link", { name: "Dorothy" }).waitFor();

  await page.goto(`${home()}/#/account`);
  await form.getByText("9 recovery codes are left").waitFor();
  await form.getByLabel("Code").fill(recovery!);
  await form.getByRole("button", { name: "End it" }).click();
  await page.getByText("That code is wrong, or has been used.").waitFor();
  await page.getByRole("button", { name: "PL, Polski" }).click();
  await form.getByText("Zostało 9 kodów zapasowych").waitFor();
  await anna.context.close();
});
