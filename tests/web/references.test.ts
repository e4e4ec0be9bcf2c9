// Looking things up: as a page that can be linked to, and over a match without leaving it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { look, person, soon, stage } from "./harness.ts";
import { playUntil } from "./wire.ts";

const table = stage();

const textId = /\b(web|data|sheets|screen|drm|table|card|event|condition|option|ruling)\.[a-z_0-9]+(\.[a-z_0-9]+)*\b/;

// Turns all sheets over, in the page itself; those that want a word after ten seconds.
const unread = (page: Page, all: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async ({ hrefs, missing }) => {
      const wanting = new RegExp(missing);
      const ids: string[] = [];
      for (const href of hrefs) {
        const turned = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
        location.hash = href;
        await turned;
        const read = () => document.querySelector(".sheet h2")?.closest<HTMLElement>(".sheet")?.innerText;
        for (const end = Date.now() + 10_000; ;) {
          await new Promise((drawn) => setTimeout(drawn));
          const words = read();
          if (words && !wanting.test(words)) break;
          if (Date.now() < end) continue;
          ids.push(`${href}: ${words}`);
          break;
        }
      }
      return ids;
    },
    { hrefs: [...new Set(all)], missing: textId.source },
  );

test("references are found, read and linked to in both languages", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("link", { name: "References" }).click();
  await page.getByRole("heading", { name: "References" }).waitFor();
  await page.getByLabel("Find").fill("tirpitz");
  await page.getByRole("link", { name: "Tirpitz", exact: true }).click();
  await page.getByRole("heading", { name: "Tirpitz" }).waitFor();
  await soon(async () => assert.match(await page.locator(".sheet").innerText(), /Nation\s+German/));
  assert.match(page.url(), /#\/look\/pq17\/ship\.tirpitz$/);

  // Every sheet reads in both languages: no word is missing.
  for (const language of ["pl", "en"]) {
    await page.evaluate((chosen) => localStorage.setItem("wardroom.language", chosen), language);
    await page.goto(`${table.server.url}/#/look/pq17`);
    await page.reload();
    await page.locator(".found a").first().waitFor();
    while (await page.locator(".references > button").isVisible()) await page.locator(".references > button").click();
    const all = await page.locator(".found a").evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
    assert.ok(all.length > 300, String(all.length));
    assert.deepEqual(await unread(page, all), [], `in ${language}`);
    console.log(`# ${all.length} sheets in ${language}`);
    if (language === "pl") continue;
    for (const [what, name] of [
      ["table.gunnery", "table"],
      ["card.axis.7", "card"],
      ["", "list"],
      ["rule/7.4", "rule"],
    ] as const) {
      await page.goto(`${table.server.url}/#/look/pq17/${what}`);
      await page
        .locator(what && name !== "rule" ? ".sheet h2" : ".found li")
        .first()
        .waitFor();
      await look(page, `references-${name}`);
    }
  }
  assert.deepEqual(troubles, []);
  await context.close();
});

test("the rule of an anti-aircraft roll leads to its table first", async () => {
  const { page, context } = await person(table.browser);
  await page.goto(`${table.server.url}/#/look/pq17/rule/7.2.5`);
  await soon(async () => assert.equal(await page.locator(".found a").first().innerText(), "Anti-Aircraft Fire"));
  await context.close();
});

test("a rule's number in the hand opens what is known of it, and the match stays where it is", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.getByRole("button", { name: "As in history" }).waitFor();
  const question = await page.locator("#hand-title").innerText();
  await page.locator("#hand-title a.rule").click();
  const dialog = page.getByRole("dialog", { name: "References" });
  await dialog.getByText("On rule 4.1.3:").waitFor();
  await dialog.locator(".found a").first().click();
  await dialog.locator(".sheet h2").waitFor();
  await look(page, "references-dialog");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await soon(async () => assert.equal(await page.locator("#hand-title").innerText(), question));

  // The rule of a single answer leads there too, and gives no answer.
  await playUntil(page, /rule \d[^]*rule \d/);
  const hand = await page.locator(".hand .items").innerText();
  const link = page.locator(".hand .items a.rule").first();
  const [, rule] = /rule (\S+)/.exec(await link.innerText())!;
  await link.click();
  await dialog.getByText(`On rule ${rule}:`).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await soon(async () => assert.equal(await page.locator(".hand .items").innerText(), hand));
  assert.deepEqual(troubles, []);
  await context.close();
});
