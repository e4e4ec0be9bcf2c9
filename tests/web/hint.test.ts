// "What would you do?": the computer's answer and its reason, against the computer and in the tutorial, never between people.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answering, asked, look, person, soon, stage } from "./harness.ts";
import { playUntil } from "./wire.ts";

const table = stage();

test("against the computer one may ask what it would do, and why", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Bring it in (Allies)" }).click();
  await page.locator(".chart svg").first().waitFor();
  await playUntil(page, /Move your forces/);
  const ask = page.getByRole("button", { name: "What would you do?" });
  await ask.click();
  const advice = page.locator(".advice");
  await advice.getByText("The computer would:").waitFor();
  await soon(async () => assert.match(await advice.innerText(), /Because: \S+/));
  const marked = page.locator(".hand .items .advised");
  await soon(async () => assert.equal(await marked.count(), 1));
  const words = await marked.locator(".words").innerText();
  await soon(async () => assert.ok((await advice.innerText()).includes(words), "the sentence names the answer"));
  await soon(async () => assert.match(await marked.innerText(), /suggested/));
  await look(page, "match-hint");

  // Following the advice leads on; it was for that question only. Some answer of a turn has places, and they are lit.
  let lit = false;
  for (let i = 0; i < 12; ++i) {
    await asked(page).waitFor();
    await ask.click();
    await marked.waitFor();
    lit ||= (await page.locator(".chart .advised").count()) > 0;
    await answering(page, () => marked.locator("button").click());
    if (lit) break;
  }
  assert.ok(lit, "an answer with a place is lit on the chart");
  await soon(async () => assert.equal(await marked.count(), 0, "a new question has no advice yet"));
  assert.deepEqual(troubles, []);
  await context.close();
});

test("in the tutorial the advice is what the lesson asks for", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Learn it in ten minutes" }).click();
  const coach = page.locator(".coach");
  await coach.waitFor();
  const ask = page.getByRole("button", { name: "What would you do?" });
  const next = coach.getByRole("button", { name: "Go on", exact: true });
  await next.or(ask).first().waitFor();
  while (await next.isVisible()) await next.click();
  await ask.click();
  await page.locator(".advice").getByText("The lesson asks for:").waitFor();
  await soon(async () => assert.match(await page.locator(".hand .items .advised").innerText(), /this one/));
  assert.deepEqual(troubles, []);
  await context.close();
});

test("between people nobody is offered advice", async () => {
  const host = await person(table.browser);
  const guest = await person(table.browser);
  await host.page.goto(table.server.url);
  await host.page.getByRole("button", { name: "Make an invitation" }).click();
  await guest.page.goto(await host.page.getByLabel("Link of the invitation").inputValue());
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([host, guest].map(({ page }) => page.locator(".chart svg").first().waitFor()));
  for (const { page } of [host, guest]) {
    await page.locator(".hand h2").waitFor();
    await soon(async () => assert.equal(await page.getByRole("button", { name: "What would you do?" }).count(), 0));
  }
  assert.deepEqual([...host.troubles, ...guest.troubles], []);
  await host.context.close();
  await guest.context.close();
});
