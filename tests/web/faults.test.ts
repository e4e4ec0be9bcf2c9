// Faults that people saw, each once and for all.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { hunt, person, soon, stage } from "./harness.ts";
import { layOn } from "./lay_over.ts";

const table = stage();

test("the key shows one's own force in one's own colour", async () => {
  const { page, context } = await person(table.browser);
  await hunt(page, table.server.url);
  await page.getByRole("button", { name: "Key", exact: true }).click();
  await soon(async () => assert.equal(await page.locator(".key .block.own.axis").count(), 1));
  await soon(async () => assert.equal(await page.locator(".key .block.own.allied").count(), 0));
  await soon(async () => assert.equal(await page.locator(".key .block.standing.allied").count(), 1));
  await context.close();
});

test("nothing is offered to be answered for ever on a question that is put once", async () => {
  const { page, context } = await person(table.browser);
  await hunt(page, table.server.url);
  await soon(async () => assert.equal(await page.getByRole("button", { name: /^Always answer/ }).count(), 0));
  await context.close();
});

test("whoever leaves a screen finds the next one at its top", async () => {
  const { page, context } = await person(table.browser, { width: 390, height: 500 });
  await hunt(page, table.server.url);
  await page.evaluate(() => {
    document.body.style.minHeight = "300vh"; // as long as a screen can be
    scrollTo(0, 400);
  });
  await page.waitForFunction(() => scrollY > 300);
  await page.evaluate(() => (location.hash = "#/"));
  await page.locator(".home-page").waitFor();
  await page.waitForFunction(() => scrollY === 0);
  await context.close();
});

test("the strip stays one line, whatever it says", async () => {
  for (const [width, language] of [
    [1280, "en"],
    [1280, "pl"],
    [390, "pl"],
  ] as const) {
    const { page, context } = await person(table.browser, { width, language });
    await page.goto(table.server.url);
    await page.locator(".way.first button").nth(1).click();
    await page.locator(".chart svg").first().waitFor();
    const sea = () => page.locator("div.sea").evaluate((each) => each.getBoundingClientRect().top);
    const before = await sea();
    await page.locator(".strip .segment dd").evaluate((each) => (each.textContent = "Segment ".repeat(30)));
    await soon(async () => assert.equal(await sea(), before, `${width} ${language}`));
    await soon(async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width));
    await context.close();
  }
});

const enemies = `
  block { id: 901 side: ALLIED hex: 616 flat: true level: 2 kind: CONVOY number: 3 told { level: 2 turn: 1 convoy_ships: 8 } }
  block { id: 902 side: AXIS hex: 616 flat: true level: 1 kind: WOLFPACK number: 2 told { level: 1 turn: 1 } }
  block { id: 903 side: ALLIED hex: 616 }`;
const plain = (words: string) => `id: "data.plain" arguments { name: "word" word: "${words}" }`;
const known = `
  known { subject: 901 name { id: "block.convoy" } place: 616 seat: 0 level: 2
    facts { statement { ${plain("eight merchants")} } source { ${plain("by air")} } time { ${plain("AM 1")} } age { ${plain("now")} } level: 2 } }`;

test("a contact has what was said of it, not what was said of others in its place", async () => {
  const { page, context } = await person(table.browser);
  await layOn(page, [
    { number: 3, message: "Sea", text: enemies },
    { number: 80, message: "Sight", text: known },
  ]);
  await hunt(page, table.server.url);
  await page.getByRole("tab", { name: "Contacts" }).click();
  const cards = page.locator(".cards > li");
  await cards.first().waitFor();
  const words = await cards.allInnerTexts();
  assert.equal(words.length, 2, "one's own Wolfpack is no contact");
  assert.match(words[0]!, /Convoy 3[^]*Eight merchants/);
  assert.doesNotMatch(words[1]!, /merchants|Wolfpack/i);
  await soon(async () =>
    assert.equal(await page.getByText("Photographs").count(), 0, "nobody photographs his own ports"),
  );
  await context.close();
});

const battle = `
  kind: SURFACE attacker: AXIS hex: 616 number: 1 round: 1
  unit { id: 1 side: ALLIED ship { unit: "ship.trinidad" cs: 3 } area: DEPLOYMENT }
  unit { id: 2 side: ALLIED ship { unit: "class.british_a_i" cs: 2 } area: SCREENING }
  unit { id: 3 side: ALLIED ship { unit: "ship.duke_of_york" cs: 2 } area: TORPEDO_ATTACK }
  unit { id: 4 side: AXIS ship { unit: "ship.admiral_scheer" cs: 3 } area: TORPEDO_ATTACK }
  unit { id: 5 side: AXIS ship { unit: "ship.scharnhorst" cs: 3 } area: DEPLOYMENT }`;

// Words that stand on more than one line.
const broken = (page: Page) =>
  page.locator(".stage :is(.counter strong, h4)").evaluateAll((all) =>
    all.flatMap((each) => {
      const text = each.firstChild!;
      return [...text.textContent!.matchAll(/[^\s\-\u2010]+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

test("no name breaks within a word on the battle board", async () => {
  for (const language of ["en", "pl"] as const) {
    const { page, context } = await person(table.browser, { width: 1280, height: 800, language });
    await layOn(page, [{ number: 8, message: "Battle", text: battle }]);
    await page.goto(table.server.url);
    await page.locator(".way.first button").nth(1).click();
    await page.locator(".stage .counter strong").first().waitFor();
    await soon(async () => assert.deepEqual(await broken(page), [], language));
    await context.close();
  }
});

test("the chart's buttons stay in one line on a phone", async () => {
  const { page, context } = await person(table.browser, { width: 390, height: 844 });
  await hunt(page, table.server.url);
  for (const language of ["pl", "en"]) {
    await page.locator(`.languages button[lang=${language}]`).click();
    await page.locator(`html[lang=${language}]`).waitFor({ state: "attached" });
    await soon(async () => {
      const tops = await page
        .locator(".chart .tools button")
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
      assert.equal(new Set(tops).size, 1, `${language}: ${tops.join()}`);
    });
  }
  await context.close();
});
