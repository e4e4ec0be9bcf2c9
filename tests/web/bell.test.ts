// A bell and a notice of the system when it becomes one's turn: off until they are asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { asked, invite, passOn, type Person, person, soon, stage } from "./harness.ts";

const table = stage(undefined, "whole");

interface Rung {
  strokes: number;
  notices: string[];
}
// Counts what is rung and shown, and lets it be.
async function listen({ page }: Person): Promise<void> {
  await page.addInitScript(() => {
    const rung: Rung = { strokes: 0, notices: [] };
    Object.assign(window, { rung });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      ++rung.strokes;
      start.call(this, when);
    };
    const Usual = Notification;
    window.Notification = class extends Usual {
      constructor(head: string, options?: NotificationOptions) {
        super(head, options);
        rung.notices.push(`${head}: ${options?.body}`);
      }
    };
  });
}
const rung = (page: Page) => page.evaluate(() => (window as unknown as { rung: Rung }).rung);
const lookElsewhere = (page: Page) =>
  page.evaluate(() => Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" }));

// Each answers until the other is asked.
async function handOver(from: Page, to: Page): Promise<void> {
  while (!(await asked(to).isVisible())) await passOn(from);
}
async function untilTurnComesBack(host: Page, guest: Page): Promise<void> {
  await handOver(host, guest);
  await handOver(guest, host);
}

test("nothing rings and nothing is shown until it is asked for; then both do, once a turn", async () => {
  const [host, guest] = [await person(table.browser), await person(table.browser)];
  await host.context.grantPermissions(["notifications"]);
  await listen(host);
  const invitation = await invite(host.page, table.server.url);
  await guest.page.goto(invitation);
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  for (const { page } of [host, guest]) await page.locator(".chart svg").first().waitFor();
  await lookElsewhere(host.page);
  await untilTurnComesBack(host.page, guest.page);
  assert.deepEqual(await rung(host.page), { strokes: 0, notices: [] }, "allowed by the browser, but not asked for");

  await host.page.getByRole("tab", { name: "Table" }).click();
  await host.page.getByLabel("Ring a bell when it is my turn").check();
  await soon(async () => assert.equal((await rung(host.page)).strokes, 2, "so it sounds"));
  await host.page.getByLabel("Tell me when it is my turn and I look elsewhere").check();
  await host.page.getByText("You will be told when it is your turn").waitFor();
  await untilTurnComesBack(host.page, guest.page);
  await soon(async () => {
    const { strokes, notices } = await rung(host.page);
    assert.equal(strokes, 4);
    assert.equal(notices.length, 1);
    assert.match(notices[0]!, /^Wardroom: your turn: [A-Z]/);
  });

  // It is kept; whoever comes back and finds that it is his turn hears nothing.
  await host.page.reload();
  await asked(host.page).waitFor();
  await host.page.getByRole("tab", { name: "Table" }).click();
  assert.ok(await host.page.getByLabel("Ring a bell when it is my turn").isChecked());
  assert.ok(await host.page.getByLabel("Tell me when it is my turn and I look elsewhere").isChecked());
  assert.deepEqual(await rung(host.page), { strokes: 0, notices: [] });
  await host.page.getByLabel("Tell me when it is my turn and I look elsewhere").uncheck();
  await host.page.getByLabel("Ring a bell when it is my turn").uncheck();
  await lookElsewhere(host.page);
  await untilTurnComesBack(host.page, guest.page);
  assert.deepEqual(await rung(host.page), { strokes: 0, notices: [] });

  // Whose browser forbids it is told so.
  const tick = guest.page.getByLabel("Tell me when it is my turn and I look elsewhere");
  await guest.page.getByRole("tab", { name: "Table" }).click();
  if (await tick.isEnabled()) await tick.click();
  await guest.page.getByText("This browser lets the page send no notices").waitFor();
  await soon(async () => assert.ok(!(await tick.isChecked()) && (await tick.isDisabled())));
  await host.context.close();
  await guest.context.close();
});
