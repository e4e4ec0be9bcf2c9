// Clocks of days: the form, the deadline in the reader's zone, the extension, and what may be done when the other's time is over.
// Nobody waits for days: deadlines and offers are said instead of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { asked, look, person, soon, stage } from "./harness.ts";
import { answerInstead } from "./instead.ts";

const table = stage();

// Offers about time and seats are made beside the board, and answered in the hand.
type LastSaid = (what: string) => string;
async function offersAreAnswered(host: Page, guest: Page, hostSaid: LastSaid, guestSaid: LastSaid): Promise<void> {
  await guest.getByRole("tab", { name: "Table" }).click();
  await guest.getByText("Time and substitutes").click();
  await guest.getByLabel("Somebody goes on in your seat").selectOption({ index: 1 });
  await guest.getByLabel("Meet and play live").fill("2030-01-31T20:00");
  await look(guest, "match-time-offers");
  await guest.getByRole("button", { name: "Propose to meet" }).click();
  await soon(async () => assert.match(guestSaid("make_offer"), /OFFER_KIND_MEETING[^]*until_ms: 1896/));
  await guest.getByRole("button", { name: "Ask for it" }).click();
  await soon(async () => assert.match(guestSaid("make_offer"), /OFFER_KIND_SUBSTITUTE[^]*bot: "/));
  await guest.getByRole("button", { name: "Offer a draw" }).click(); // so that the other is told of offers
  const pause = host.locator(".offer-made", {
    hasText: "offers a pause until",
  });
  await host.locator(".offer-made", { hasText: "somebody else goes on: The computer" }).waitFor();
  await look(host, "match-offers");
  await pause.getByRole("button", { name: "Decline" }).click();
  await soon(async () => assert.match(hostSaid("answer_offer"), /kind: OFFER_KIND_PAUSE/));
}

// When the other's time is over one may offer more, ask for a substitute, wait or claim.
async function lateIsAnswered(host: Page, hostSaid: LastSaid): Promise<void> {
  const sheet = host.locator(".late");
  await sheet.getByText("has run out of time").waitFor();
  await sheet.getByRole("button", { name: "Offer 3 days more" }).click();
  await soon(async () => assert.match(hostSaid("make_offer"), /OFFER_KIND_TIME[^]*seconds: 259200/));
  await sheet.getByRole("button", { name: "Ask for a substitute" }).click();
  await soon(async () => assert.match(hostSaid("say"), /name somebody, or the computer/));
  await look(host, "match-late");
  await sheet.getByRole("button", { name: "Go on waiting" }).click();
  assert.equal(await sheet.getByRole("button", { name: "claim the game" }).count(), 0);
  await sheet.getByRole("button", { name: "Choose something else" }).click();
  await sheet.getByRole("button", { name: "claim the game" }).waitFor();
}

// What the server tells, with this said of every seat instead of its own.
const seats = (each: string) => (told: string) =>
  /^titles \{$/m.test(told)
    ? told
    : told
        .replaceAll(/^ +(deadline_ms|extension_left): .*\n/gm, "")
        .replaceAll(/^( +)seats \{$/gm, `$1seats { ${each}`);

test("by mail: one sees until when, may take more time, and chooses what to do when the other's is over", async () => {
  const [host, guest] = [await person(table.browser), await person(table.browser)];
  const late = seats("deadline_ms: 1794900000000");
  const offers = `offers { kind: OFFER_KIND_PAUSE seat: 1 terms { until_ms: 1895000000000 } }
    offers { kind: OFFER_KIND_MEETING seat: 1 terms { until_ms: 1895000000000 } }
    offers { kind: OFFER_KIND_SUBSTITUTE seat: 1 terms { bot: "standard" } }`;
  const heard = await answerInstead(host.page, { make_offer: "done {}", answer_offer: "done {}" }, (told) =>
    late(told).replace(/^notice \{$/m, `notice { ${offers}`),
  );
  const guestHeard = await answerInstead(
    guest.page,
    { take_extension: "done {}", make_offer: "done {}" },
    seats("deadline_ms: 1895000000000 extension_left: true"),
  );
  const last = (list: typeof heard, what: string) => list.findLast((each) => each.what === what)?.text ?? "";

  await host.page.goto(table.server.url);
  await host.page.getByText("Another scenario").click();
  await host.page.getByLabel("Your side").selectOption({ label: "Allies" });
  assert.equal(await host.page.getByLabel("The clock rests").count(), 0);
  await host.page.getByLabel("Clock").selectOption({
    label: "By mail: 3 days each, 12 hours more with each hand-over, up to 5 days",
  });
  assert.ok(await host.page.getByLabel("The clock rests").isChecked());
  await host.page.getByLabel("Leave stops it too").uncheck();
  await look(host.page, "new-game-clock");
  await host.page.getByRole("button", { name: "Set up this game" }).click();
  const invitation = await host.page.getByLabel("Link of the invitation").inputValue();
  assert.match(
    last(heard, "create_match"),
    /bank_seconds: 259200\s+increment_seconds: 43200\s+cap_seconds: 432000\s+rests: true\s+\}/,
  );
  await soon(async () =>
    assert.match(
      await host.page.locator(".terms").innerText(),
      /3 days each, 12 hours more with each hand-over; no more than 5 days/,
    ),
  );
  await guest.page.goto(invitation);
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await asked(guest.page).waitFor();

  await soon(async () =>
    assert.match(await guest.page.locator(".clocks .running").innerText(), /days.*\s+until .*2030/),
  );
  await guest.page.getByRole("button", { name: "Three more days…" }).click();
  assert.equal(last(guestHeard, "take_extension"), "");
  await look(guest.page, "match-extension");
  await guest.page.getByRole("button", { name: "Take three more days" }).click();
  await soon(async () => assert.match(last(guestHeard, "take_extension"), /take_extension/));

  const hostSaid = (what: string) => last(heard, what);
  await lateIsAnswered(host.page, hostSaid);
  await offersAreAnswered(host.page, guest.page, hostSaid, (what) => last(guestHeard, what));
  await Promise.all([host, guest].map(({ context }) => context.close()));
});
