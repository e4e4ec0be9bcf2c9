// Somebody comes back to a match and is shown what happened; anything can be queried with a link to its moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, invite, look, person, playUntil, stage } from "./harness.ts";

const table = stage();

test("what happened while one was away is played back, and can be skipped", async () => {
  const host = await person(table.browser);
  const guest = await person(table.browser);
  await guest.page.goto(await invite(host.page, table.server.url));
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([host, guest].map(({ page }) => page.locator(".chart svg").first().waitFor()));
  // Both set up; then it is the host's move.
  for (let moves = 0; moves < 3 || !(await asked(host.page).isVisible()); ) {
    for (const { page } of [host, guest]) {
      if (!(await asked(page).isVisible())) continue;
      const history = page.getByRole("button", { name: "As in history" });
      await ((await history.isVisible()) ? history : page.locator(".hand .items button:enabled").last()).click();
      ++moves;
    }
    await host.page.waitForTimeout(100);
  }
  const match = guest.page.url();
  await guest.page.goto(`${table.server.url}/#/`);
  await guest.page.getByRole("button", { name: "Make an invitation" }).waitFor();

  // The host plays on as far as he can without the other.
  for (let i = 0; i < 25 && (await asked(host.page).isVisible()); ++i) {
    await host.page.locator(".hand .items button:enabled").last().click();
    await host.page.waitForTimeout(150);
  }

  await guest.page.goto(match);
  const away = guest.page.getByRole("region", { name: "While you were away" });
  await away.waitFor();
  assert.match(await away.innerText(), /1 of \d+/);
  await look(guest.page, "match-away");
  const before = await away.locator(".away-words").innerText();
  assert.ok(before.length > 3);
  if (await away.getByRole("button", { name: "Next" }).isEnabled()) {
    await away.getByRole("button", { name: "Next" }).click();
    assert.match(await away.innerText(), /2 of \d+/);
  }
  await away.getByRole("button", { name: /Skip|Close/ }).click();
  await away.waitFor({ state: "hidden" });
  await guest.page.reload();
  await guest.page.locator(".chart svg").first().waitFor();
  assert.equal(await away.count(), 0, "nothing is new");
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
  assert.match(await page.getByLabel("Link to this moment").inputValue(), /#\/replay\/[^/]+\/own\/\d+$/);
  await page.locator(".hand .query summary").click();
  assert.equal(await page.getByLabel("Link to this moment").count(), 2);
  await look(page, "match-query");
  assert.deepEqual(troubles, []);
  await context.close();
});
