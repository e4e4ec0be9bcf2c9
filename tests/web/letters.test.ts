// Notices and links of mails. What a mail server would do with the mails is said instead of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look, type Person, person, play, soon, stage } from "./harness.ts";
import { answerInstead } from "./instead.ts";

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

const choice = `choice { pace: DAILY daily_at: 450 quiet_from: 1320 quiet_to: 480 language: "en" }`;
const sent = (state: string, words = "") =>
  `deliveries { what { id: "web.notices" } state: ${state} time_ms: 1794900000000 words: "${words}" }`;
const refused = `notices { offered: true address: "anna@example.org" state: ADDRESS_STATE_REFUSED ${choice}
  ${sent("REFUSED", "550 5.1.1 no such user here")} ${sent("SENT")} ${sent("LATER")} ${sent("SUPERSEDED")} ${sent("WAITING")} }`;
const confirmed = refused.replace("STATE_REFUSED", "STATE_CONFIRMED");

test("one chooses where and when one is told, and sees what became of it", async () => {
  const one = await person(table.browser);
  const { page, context } = one;
  const answers: Record<string, string> = { ask_notices: refused };
  const heard = await answerInstead(page, answers);
  await signUp(one, "Anna told by mail");
  await page.goto(`${home()}/#/account`);
  await page.getByRole("link", { name: "Notices" }).click();
  await page.locator(".banner").getByText("takes no mail for it").waitFor();
  await page.getByText("550 5.1.1 no such user here").waitFor();
  assert.equal(await page.getByLabel("At this time of my day").inputValue(), "07:30");
  assert.equal(await page.getByLabel("From").inputValue(), "22:00");
  await look(page, "notices");

  answers["set_address"] = confirmed;
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Confirm again" }).click();
  await page.getByText("anna@example.org is confirmed. Mails go there.").waitFor();
  assert.equal(await page.locator(".banner").count(), 0);

  answers["send_test_notice"] = confirmed;
  await page.getByRole("button", { name: "Send me a test" }).click();
  await page.getByText("A test is on its way").waitFor();

  answers["set_notices"] = confirmed;
  await page.getByLabel("Mails about my matches").selectOption({ label: "Only before my time runs out" });
  await page.getByLabel("Quiet hours").uncheck();
  await page.getByLabel("Links in mails lead to the sign-in only").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  const saved = heard.find(({ what }) => what === "set_notices")!.text;
  assert.match(saved, /pace: WARNINGS[^]*language: "en"[^]*no_links: true/);
  assert.doesNotMatch(saved, /quiet_/);
  await context.close();
});

test("a server without mail says so, and a guest is told to make an account", async () => {
  const one = await person(table.browser);
  const { page, context } = one;
  await answerInstead(page, { ask_notices: "notices {}" });
  await page.goto(`${home()}/#/notices`);
  await page.getByText("A guest has no address").waitFor();
  await signUp(one, "Bert without mail");
  await page.goto(`${home()}/#/notices`);
  await page.getByText("This server sends no mail").waitFor();
  assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);
  await context.close();
});

test("a link of a mail does nothing until its one button is pressed, and then leads to its match only", async () => {
  const host = await person(table.browser);
  await play(host.page, home(), { side: "Axis" });
  const match = host.page.url().split("/").at(-1)!;

  const { page, context } = await person(table.browser);
  const heard = await answerInstead(page, {
    open_link: `signed_in { account: "a" name: "Anna" token: "t" only_match: "${match}" }`,
  });
  await page.goto(`${home()}/#/link/0123abc`);
  const button = page.locator("main").getByRole("button");
  await button.getByText("Open the match").waitFor();
  assert.equal(await button.count(), 1);
  await look(page, "mail-link");
  assert.deepEqual(
    heard.filter(({ what }) => what === "open_link"),
    [],
  );
  await button.click();
  await page.locator(".chart svg").first().waitFor();
  assert.match(heard.find(({ what }) => what === "open_link")!.text, /token: "0123abc"/);
  assert.ok(page.url().endsWith(`#/match/${match}`));

  await page.evaluate(() => (location.hash = "#/"));
  await page.getByRole("heading", { name: "You came by a link" }).waitFor();
  assert.equal(await page.getByText("Open games").count(), 0);
  await look(page, "only-match");
  await page.evaluate(() => (location.hash = "#/notices"));
  await page.getByRole("heading", { name: "You came by a link" }).waitFor();
  await page.getByRole("link", { name: "To the match" }).click();
  await page.locator(".chart svg").first().waitFor();
  await page.goto(`${home()}/#/account`);
  await page.locator("main").getByText("You are here as Anna, for one match only").waitFor();
  assert.equal(await page.getByText("Where you are signed in").count(), 0);
  await Promise.all([context.close(), host.context.close()]);
});

test("an address is confirmed and a password chosen by a button, never by opening a link", async () => {
  const { page, context } = await person(table.browser);
  const heard = await answerInstead(page, {
    confirm_address: "done {}",
    reset_password: "done {}",
    ask_password_reset: "done {}",
  });
  const asked = (what: string) => heard.filter((each) => each.what === what).map(({ text }) => text);
  await page.goto(`${home()}/#/confirm/c0ffee`);
  const button = page.getByRole("button", { name: "Yes, this address is mine" });
  await button.waitFor();
  await look(page, "confirm");
  assert.deepEqual(asked("confirm_address"), []);
  await button.click();
  await page.getByText("Your address is confirmed.").waitFor();
  assert.match(asked("confirm_address").join(), /token: "c0ffee"/);

  await page.getByRole("link", { name: "Sign in" }).last().click();
  await page.getByRole("button", { name: "Forgotten your password?" }).click();
  await page.getByLabel("Your name here").fill("Anna");
  await look(page, "forgotten");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByText("If Anna has an account with a confirmed address").waitFor();

  await page.goto(`${home()}/#/reset/decade`);
  await page.getByLabel("New password").fill("another long password");
  await look(page, "reset");
  await page.getByRole("button", { name: "Take this password" }).click();
  await soon(async () =>
    assert.match(asked("reset_password").join(), /token: "decade"[^]*new_password: "another long/),
  );
  await page.getByText("Your password is changed.").waitFor();
  await context.close();
});
