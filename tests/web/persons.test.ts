// Other people: how reliable somebody is before one sits down with him, whom one does not want to meet, and the orders one
// always leaves. What months have counted is said instead of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedAgain, invite, look, passOn, person, play, soon, stage, twoAtTable } from "./harness.ts";
import { answerInstead } from "./instead.ts";

const table = stage();
const home = () => table.server.url;
const counts = `reliability { hand_overs: 48 in_time: 47 matches: 6 left: 1 known: true quick_minutes: 30 slow_minutes: 720 }`;

test("before one sits down one sees how reliable the other is", async () => {
  const [host, guest] = [await person(table.browser), await person(table.browser)];
  const invitation = await invite(host.page, home());
  await answerInstead(guest.page, {}, (told) =>
    /^match \{$/m.test(told)
      ? told.replaceAll(/^ +reliability \{[^}]*\}\n/gm, "").replace(/^( +)seats \{$/m, `$1seats { ${counts}`)
      : told,
  );
  await guest.page.goto(invitation);
  await soon(async () =>
    assert.match(
      await guest.page.locator(".terms").innerText(),
      /Reliability\s+.*: answered in time 47 of 48 times; half of the answers took 30 minutes to 12 hours; left 1 of 6 matches/,
    ),
  );
  await look(guest.page, "invitation-reliable");
  await Promise.all([host, guest].map(({ context }) => context.close()));
});

test("somebody is muted and blocked from the table, and let off on the page of one's account", async () => {
  const [host, guest] = await twoAtTable(table);
  const known = `name: "Bert" ${counts}`;
  const answers: Record<string, string> = {
    ask_person: `person { ${known} }`,
    set_blocked: `person { ${known} muted: true }`,
    list_blocked: `people { people { name: "Bert" blocked: true muted: true } }`,
  };
  const heard = await answerInstead(host.page, answers);
  await host.page.reload();
  await host.page.getByRole("tab", { name: "Table" }).click();
  await host.page.getByRole("button", { name: "more", exact: true }).click();
  const card = host.page.locator(".person");
  await card.getByText("answered in time 47 of 48 times").waitFor();
  await card.getByRole("button", { name: "Mute" }).click();
  await card.getByRole("button", { name: "Muted: hear again" }).waitFor();
  assert.match(heard.findLast(({ what }) => what === "set_blocked")!.text, /muted: true/);
  await look(host.page, "match-person");

  await host.page.goto(`${home()}/#/account`);
  await host.page.getByText("blocked, muted").waitFor();
  await look(host.page, "account-shunned");
  answers["list_blocked"] = "people {}";
  await host.page.getByRole("button", { name: "Let off" }).click();
  await host.page.getByText("Nobody.").waitFor();
  assert.doesNotMatch(heard.findLast(({ what }) => what === "set_blocked")!.text, /true/);
  await Promise.all([host, guest].map(({ context }) => context.close()));
});

test("before one hands over, one sees who answers while one is away, and keeps what one always orders", async () => {
  const { page, context } = await person(table.browser);
  const answers: Record<string, string> = { ask_usual: "usual {}" };
  const heard = await answerInstead(page, answers);
  await play(page, home(), { side: "Allies" });
  const strip = page.locator(".away-strip");
  for (;;) {
    await askedAgain(page);
    if (await strip.isVisible()) break; // what is asked now could end one's part
    await passOn(page);
  }
  await strip.locator("summary").click();
  await strip.getByText("Asks you, and waits").waitFor();
  assert.equal(await strip.getByText("Answered by your order, at once").count(), 0);
  await strip.getByRole("button", { name: "Change: fighters against an air attack" }).click();
  await strip.locator(".standing-order select").first().selectOption({ label: "none" });
  await strip.getByText("Answered by your order, at once").waitFor();
  await strip.getByLabel("but otherwise, if").check();
  await strip.getByText("A rule of yours decides, at once").waitFor();
  await soon(async () =>
    assert.match(await strip.innerText(), /Fighters against an air attack: none; but .*, if .* is at least/),
  );
  await look(page, "away-strip");

  answers["keep_usual"] = `usual { orders { title: "pq17" seat: 0 standing { order: 9 way: 1 } } }`;
  await strip.getByRole("button", { name: "Make these my usual orders" }).click();
  await strip.getByText("Kept. Your next matches of this game and side begin with them.").waitFor();
  assert.match(heard.findLast(({ what }) => what === "keep_usual")!.text, /title: "pq17"[^]*standing \{[^]*rules \{/);
  await strip.getByRole("button", { name: "Take my usual ones" }).click();
  await strip.getByText("Your usual orders are in force here.").waitFor();
  await soon(async () =>
    assert.match(heard.findLast(({ what }) => what === "give_standing")!.text, /orders \{\s+order: 9\s+way: 1\s+\}/),
  );
  await context.close();
});
