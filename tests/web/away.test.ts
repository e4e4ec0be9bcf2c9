// Somebody comes back to a match and is shown what happened; anything can be queried with a link to its moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, look, passOn, person, soon, stage, twoAtTable } from "./harness.ts";
import { playUntil } from "./wire.ts";

const table = stage();

test("what happened while one was away is played back, and can be skipped", async () => {
  const [host, guest] = await twoAtTable(table);
  // Both set up; then it is the host's move.
  for (let moves = 0; moves < 3 || !(await asked(host.page).isVisible());) {
    for (const { page } of [host, guest]) if (await passOn(page)) ++moves;
    await host.page.waitForTimeout(20);
  }
  const match = guest.page.url();
  await guest.page.goto(`${table.server.url}/#/`);
  await guest.page.getByRole("button", { name: "Make an invitation" }).waitFor();

  // The host plays on as far as he can without the other: until the other is waited for.
  const waits = host.page.locator(".hand:not(.mine)");
  for (let i = 0; i < 25; ++i) {
    await asked(host.page).or(waits).first().waitFor();
    if (!(await passOn(host.page))) break;
  }

  await guest.page.goto(match);
  const away = guest.page.getByRole("region", { name: "While you were away" });
  await away.waitFor();
  // A list first; then one thing after the other.
  await soon(async () => assert.match(await away.innerText(), /\d+ things? (has|have) happened since/));
  const listed = await away.getByRole("list", { name: "What happened" }).getByRole("listitem").count();
  assert.ok(listed > 0);
  await look(guest.page, "match-away");
  await away.getByRole("button", { name: "Play all" }).click();
  await soon(async () => assert.match(await away.innerText(), new RegExp(`1 of ${listed}`)));
  const before = await away.locator(".away-words").innerText();
  assert.ok(before.length > 3);
  if (listed > 1) {
    await away.getByRole("button", { name: "Next" }).click();
    await soon(async () => assert.match(await away.innerText(), new RegExp(`2 of ${listed}`)));
    await guest.page.keyboard.press("ArrowLeft");
    await soon(async () => assert.match(await away.innerText(), new RegExp(`1 of ${listed}`)));
  }
  await guest.page.getByRole("tab", { name: "Log" }).click();
  await guest.page.getByRole("list", { name: "Log" }).getByTitle("New since your last look").first().waitFor();
  await away.getByRole("button", { name: /Skip|Close/ }).click();
  await away.waitFor({ state: "hidden" });
  await guest.page.reload();
  await guest.page.locator(".chart svg").first().waitFor();
  await soon(async () => assert.equal(await away.count(), 0, "nothing is new"));
  assert.deepEqual([...host.troubles, ...guest.troubles], []);
  await host.context.close();
  await guest.context.close();
});

test("a ruling can be queried, with a link to the moment", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Bring it in (Allies)" }).click();
  await page.getByRole("button", { name: "As in history" }).click();
  await playUntil(page, /Move your forces/);
  await page.getByRole("tab", { name: "Log" }).click();
  const query = page.getByRole("tabpanel").locator(".query summary").first();
  await query.click();
  await soon(async () =>
    assert.match(await page.getByLabel("Link to this moment").inputValue(), /#\/replay\/[^/]+\/own\/\d+$/),
  );
  await page.locator(".hand .query summary").click();
  await page.getByLabel("Link to this moment").nth(1).waitFor();
  await look(page, "match-query");
  assert.deepEqual(troubles, []);
  await context.close();
});
