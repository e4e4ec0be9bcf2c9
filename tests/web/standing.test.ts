// Standing orders: what one's seat answers by itself, left in a form, and told to nobody but their owner.
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, askedAgain, look, passOn, person, play, soon, stage } from "./harness.ts";

const table = stage();

test("orders that were left answer what is asked in the other's turn, and the log says so", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { side: "Allies" });
  await page.getByRole("tab", { name: "Standing orders" }).click();
  const form = page.locator(".standing");
  await form.getByRole("button", { name: "Usual orders", exact: true }).click();
  const scramble = form.getByLabel("Fighters against an air attack");
  await soon(async () => assert.equal(await scramble.inputValue(), "1"));

  // One of one's own, with a rule: none rise, but from a number of bombers on all do.
  await scramble.selectOption({ label: "none" });
  const row = form.locator(".standing-order", { hasText: "Fighters against an air attack" });
  await row.getByLabel("but otherwise, if").check();
  await row.getByLabel("at least").fill("5");
  await row.getByLabel("at least").press("Tab");
  await row.getByLabel("then").selectOption({ label: "all that can rise" });
  await look(page, "standing-orders");
  await page.reload();
  await soon(async () => {
    await page.getByRole("tab", { name: "Standing orders" }).click(); // a paper that has just come may lie over it
    assert.equal(await row.getByLabel("at least").inputValue({ timeout: 1000 }), "5");
    assert.equal(await row.getByLabel("then").inputValue(), "21");
  });

  await page.getByRole("tab", { name: "Log" }).click();
  const told = page.getByText("By your standing order").first();
  for (;;) {
    await asked(page).or(told).or(page.locator(".ending")).first().waitFor();
    if (await told.isVisible()) break;
    assert.ok(!(await page.locator(".ending").isVisible()), "the match is over");
    assert.doesNotMatch(await page.locator("#hand-title").innerText(), /You may react/);
    await passOn(page);
  }
  await context.close();
});

test("a question of the other's turn can be left to an order where it is put", async () => {
  const { page, context } = await person(table.browser);
  await play(page, table.server.url, { side: "Allies" });
  const order = page.locator(".hand .standing-order select").first();
  for (;;) {
    await askedAgain(page);
    if (await order.isVisible()) break;
    await passOn(page);
  }
  const question = await page.locator(".hand").getAttribute("data-question");
  await order.selectOption({ label: "my staff decides" });
  await page.waitForFunction(
    (was) => document.querySelector<HTMLElement>(".hand")?.dataset["question"] !== was,
    question,
  );
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByText("By your standing order").first().waitFor();
  await context.close();
});
