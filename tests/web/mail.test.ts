// Mails as people live with them: an address is confirmed, a test arrives, a password is chosen anew, and a match is opened by the
// link of the mail that says it is one's move. A real server, and a mail server that takes everything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, look, passOn, type Person, person, Server, soon, stage } from "./harness.ts";
import { Postbox } from "./postbox.ts";

const postbox = new Postbox();
const port = await postbox.open();
const table = stage(
  new Server(undefined, undefined, [
    "--mail-relay",
    `smtp://127.0.0.1:${port}`,
    "--mail-plain",
    "--mail-from",
    "wardroom@example.org",
    "--notice-seconds",
    "1",
  ]),
);
const home = () => table.server.url;

async function signUp({ page }: Person, name: string, email: string): Promise<void> {
  await page.goto(`${home()}/#/account`);
  await page.getByRole("button", { name: "I am new here" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByLabel("E-mail, if you like").fill(email);
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.getByRole("link", { name }).waitFor();
}

// What a link of a letter has behind the server's address.
async function linkTo(email: string, what: string): Promise<string> {
  const link = new RegExp(`#/${what}/[0-9a-zA-Z_-]+`);
  await soon(async () => assert.match(postbox.find(email, link), link));
  return `${home()}/${link.exec(postbox.find(email, link))![0]}`;
}

// A password that was forgotten.
async function chooseAnew(): Promise<Person> {
  const lost = await person(table.browser);
  await lost.page.goto(`${home()}/#/account`);
  await lost.page.getByRole("button", { name: "Forgotten your password?" }).click();
  await lost.page.getByLabel("Your name here").fill("Anna");
  await lost.page.getByRole("button", { name: "Send me a link" }).click();
  await lost.page.goto(await linkTo("anna@example.org", "reset"));
  await lost.page.getByLabel("New password").fill("quite another password");
  await lost.page.getByRole("button", { name: "Take this password" }).click();
  await lost.page.getByText("Your password is changed.").waitFor();
  await lost.page.locator("main").getByRole("link", { name: "Sign in" }).click();
  await lost.page.getByLabel("Name").fill("Anna");
  await lost.page.getByLabel("Password").fill("quite another password");
  await lost.page.locator("main form").getByRole("button", { name: "Sign in" }).click();
  await lost.page.getByRole("link", { name: "Anna" }).waitFor();
  return lost;
}

test("from an address to a match, by the links of mails", async () => {
  const one = await person(table.browser);
  const { page, context } = one;
  await signUp(one, "Anna", "anna@example.org");
  await page.goto(`${home()}/#/notices`);
  await page.getByText("anna@example.org is not confirmed yet").waitFor();
  await page.goto(await linkTo("anna@example.org", "confirm"));
  await page.getByRole("button", { name: "Yes, this address is mine" }).click();
  await page.getByText("Your address is confirmed.").waitFor();
  await page.locator("main").getByRole("link", { name: "Notices" }).click();
  await page.getByText("anna@example.org is confirmed. Mails go there.").waitFor();
  await page.getByRole("button", { name: "Send me a test" }).click();
  await soon(async () => {
    await page.getByRole("button", { name: "Look again" }).click();
    assert.match(await page.locator(".deliveries").innerText(), /test\s+sent /i);
  });
  await page.getByLabel("Mails about my matches").selectOption({ label: "At once, when it is my move" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await look(page, "notices-real");

  // It is her move in a match that she does not look at.
  const other = await person(table.browser);
  await other.page.goto(home());
  await other.page.getByText("Another scenario").click();
  await other.page.getByLabel("Your side").selectOption({ label: "Axis" });
  await other.page.getByRole("button", { name: "Set up this game" }).click();
  const invitation = await other.page.getByLabel("Link of the invitation").inputValue();
  await page.goto(invitation);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".chart svg").first().waitFor();
  await page.goto("about:blank");
  const hers = other.page.getByText("Waiting for: Allies.");
  for (;;) {
    await asked(other.page).or(hers).first().waitFor();
    if (await hers.isVisible()) break;
    await passOn(other.page);
  }
  const link = await linkTo("anna@example.org", "link");
  const phone = await person(table.browser, { width: 390, height: 844 });
  await phone.page.goto(link);
  await phone.page.getByRole("button", { name: "Open the match" }).click();
  await phone.page.locator(".chart svg").first().waitFor();
  await phone.page.locator(".hand.mine").waitFor();
  await phone.page.goto(`${home()}/#/`);
  await phone.page.getByRole("heading", { name: "You came by a link" }).waitFor();

  const lost = await chooseAnew();
  await Promise.all([context, other.context, phone.context, lost.context].map((each) => each.close()));
  postbox.close();
});
