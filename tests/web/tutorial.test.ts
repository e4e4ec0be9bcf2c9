// A guest finishes the tutorial: every lesson in order, nothing else lets him go astray, and then a real game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look, person, stage } from "./harness.ts";

const table = stage();

test("a guest finishes the tutorial", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Learn it in ten minutes" }).click();
  const coach = page.locator(".coach");
  await coach.waitFor();
  const head = () => coach.locator(".turn").innerText();
  const [, count] = /LESSON 1 OF (\d+)/i.exec(await head())!;

  let refused = false;
  let reloaded = false;
  for (let before = 1; ; ) {
    const at = Number(/lesson (\d+) of/i.exec(await head())![1]);
    assert.ok(at === before || at === before + 1, `lesson ${at} after ${before}`);
    before = at;
    if (at === Number(count)) break;
    const next = coach.getByRole("button", { name: "Go on", exact: true });
    const marked = page.locator(".hand .items button:enabled", { has: page.locator(".badge", { hasText: "this one" }) }).first();
    await next.or(marked).first().waitFor();
    if (at === 8) {
      await look(page, "tutorial");
    }
    if (await next.isVisible()) {
      await next.click();
    } else {
      const other = page.locator(".hand .items button:enabled").filter({ hasNot: page.locator(".badge") }).last();
      if (!refused && (await other.isVisible())) {
        await other.click();
        await page.getByText("Another time: this lesson asks for the answer that is marked.").waitFor();
        refused = true;
      }
      if (at === 6 && !reloaded) {
        reloaded = true;
        await page.reload();
        await coach.waitFor();
        continue;
      }
      const title = await page.locator("#hand-title").textContent();
      const lesson = await coach.locator(".turn").textContent();
      await marked.click();
      // The same lesson may ask twice; what it asks then is offered, or another lesson is there.
      await page.waitForFunction(
        ([lesson, asked]) => document.querySelector(".coach .turn")?.textContent !== lesson || document.querySelector("#hand-title")?.textContent !== asked,
        [`${lesson}`, title] as const,
      );
    }
    await coach.waitFor();
  }
  assert.ok(refused && reloaded);
  await look(page, "tutorial-end");
  await page.getByRole("button", { name: "A real game against the computer" }).click();
  await page.getByRole("button", { name: "As in history" }).waitFor();
  assert.equal(await page.locator(".coach").count(), 0);
  assert.deepEqual(troubles, []);
  await context.close();
});
