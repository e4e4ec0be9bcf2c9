// Hands: keys for everything at the table, a sheet over the chart on a phone, day and night to choose.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Proxy } from "./proxy.ts";
import { answering, asked, hunt, look, person, screens, soon, stage, twoAtTable } from "./harness.ts";
import { playUntil } from "./wire.ts";

const table = stage();

test("keys answer, walk, undo, show forces and the chart; the space bar decides nothing", async () => {
  const { page, context, troubles } = await person(table.browser);
  await hunt(page, table.server.url);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await sheet.waitFor();
  await look(page, "match-keys");
  await page.keyboard.press("1"); // of the sheet, not of the table
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await soon(async () => assert.match(await page.locator("#hand-title").innerText(), /Form your forces/));
  await page.keyboard.press("q");
  const question = await page.locator(".hand").getAttribute("data-question");
  await page.keyboard.press("Space");
  await page.waitForTimeout(300);
  await soon(async () => assert.equal(await page.locator(".hand").getAttribute("data-question"), question));
  await answering(page, () => page.keyboard.press("1"));
  await playUntil(page, /Move your forces/);
  await page.keyboard.press("f");
  await page.locator(".beside .known.axis").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  await soon(async () => assert.ok(await page.evaluate(() => document.activeElement?.classList.contains("glass"))));
  await page.keyboard.press("q");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await soon(async () =>
    assert.ok(await page.evaluate(() => document.activeElement?.closest(".hand .items") !== null)),
  );

  // A plot of several steps is undone at once.
  const plot = page.locator(".hand .items button:enabled").filter({ hasText: /Plot a route for/ });
  await plot.first().click();
  await page.getByText(/The route ends in/).waitFor();
  for (let i = 0; i < 3; ++i)
    await answering(page, () =>
      page
        .locator(".hand .items button")
        .filter({ hasText: /^On to/ })
        .first()
        .click(),
    );
  await page.getByRole("button", { name: "Undo all of it" }).click();
  await page
    .locator("#hand-title")
    .filter({ hasText: /Move your forces/ })
    .waitFor();
  await answering(page, () => page.keyboard.press("d"));
  assert.deepEqual(troubles, []);
  await context.close();
});

test("on a phone the chart stays, and the questions are a sheet of three heights", async () => {
  const { page, context, troubles } = await person(table.browser, { width: 390, height: 844 });
  await hunt(page, table.server.url);
  const side = page.locator(".side");
  const high = async () => (await side.boundingBox())!.height;
  const chart = async () => (await page.locator("div.sea").boundingBox())!.height;
  const whole = await chart();
  assert.ok(whole > 600, `${whole}`);
  const half = await high();
  const grip = page.locator(".grip");
  await grip.click();
  const full = await high();
  await grip.click();
  const peek = await high();
  assert.ok(peek < 80 && half > 300 && full > 600, `${peek} ${half} ${full}`);
  await soon(async () => assert.equal(await chart(), whole, "the chart does not move"));
  await soon(async () => assert.ok(await grip.isVisible()));
  await look(page, "match-sheet");
  assert.deepEqual(troubles, []);
  await context.close();
});

test("on a phone the chart looks at things above the sheet, and the strip says all of its segment", async () => {
  const { page, context } = await person(table.browser, { width: 390, height: 844 });
  await hunt(page, table.server.url);
  await playUntil(page, /Move your forces/);
  const sheet = (await page.locator(".side").boundingBox())!.y;
  const sea = (await page.locator("div.sea").boundingBox())!.y;
  const spots = await page.locator(".chart .block").evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return (top + bottom) / 2;
    }),
  );
  const middle = (Math.min(...spots) + Math.max(...spots)) / 2;
  const off = Math.abs(middle - (sea + sheet) / 2) / (sheet - sea);
  assert.ok(spots.length > 2 && off < 0.15, `${spots.join(" ")} between ${sea} and ${sheet}`);
  await page.screenshot({ path: join(screens, "match-above-sheet.png") });
  const cut = () =>
    page
      .locator(".strip dd, .plates .who")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent));
  for (const language of ["pl", "en"]) {
    await page.locator(`.languages button[lang=${language}]`).click();
    await soon(async () => assert.deepEqual(await cut(), []));
  }
  await context.close();
});

test("day, night or as the system", async () => {
  const { page, context } = await person(table.browser, { dark: true });
  await page.goto(table.server.url);
  const now = () => page.evaluate(() => document.documentElement.dataset["light"]);
  await page.getByRole("button", { name: "Light: as the system" }).click();
  await soon(async () => assert.equal(await now(), "day"));
  await page.getByRole("button", { name: "Light: day" }).click();
  await soon(async () => assert.equal(await now(), "night"));
  await page.reload();
  await page.getByRole("button", { name: "Light: night" }).click();
  await soon(async () => assert.equal(await now(), "night"));
  await page.getByRole("button", { name: "Light: as the system" }).waitFor();
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForFunction(() => document.documentElement.dataset["light"] === "day");
  await context.close();
});

test("plates say who is there and whose turn it is, and what was said is marked until it is read", async () => {
  const [host, guest] = await twoAtTable(table);
  await host.page.locator(".plates .turn").first().waitFor();
  await soon(async () => assert.match(await host.page.locator(".plates").innerText(), /Allies[^]*you[^]*Axis/));
  await guest.page.getByRole("tab", { name: "Table" }).click();
  await guest.page.getByLabel("Say something").fill("hello");
  await guest.page.keyboard.press("Enter");
  await host.page.getByRole("tab", { name: "Table (1)" }).click();
  await host.page.getByRole("tab", { name: "Table", exact: true }).waitFor();
  await host.context.close();
  await guest.context.close();
});

// How soon depends on the machine, too: it is told, not judged. The aim is three seconds.
test("a line that swallows everything is called silent, and an answer given meanwhile is taken once", async () => {
  const wire = new Proxy(table.server.url);
  await wire.open();
  const { page, context } = await person(table.browser);
  await page.goto(wire.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await asked(page).waitFor();
  wire.swallow();
  const since = Date.now();
  await page.getByRole("button", { name: "As in history" }).click();
  await page.getByText("The line is silent.").waitFor();
  const took = Date.now() - since;
  console.log(`# silence is told after ${took} ms`);
  // It is given up, comes back by itself, and the answer goes out once more.
  await page.locator("#hand-title").filter({ hasNotText: "Form your forces" }).waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  await soon(async () => assert.equal(await page.getByText("The Axis player has set up.").count(), 1));
  await context.close();
  wire.close();
});
