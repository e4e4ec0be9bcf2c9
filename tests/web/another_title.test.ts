// A title that has no folder in the browser: offered as the server lists it, and played from the list of its actions in its own words.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { answering, asked, look, person, root, Server, soon, stage } from "./harness.ts";

const program = process.env["WARDROOM_PICKET_SERVER"] ?? join(root, "build/bin/picket-server");
const table = stage(new Server(program, join(root, "tests/titles")));

test("a title without screens is offered and played in its own words", async () => {
  const { page, context } = await person(table.browser);
  await page.goto(table.server.url);
  const play = page.locator(".way.first");
  await play.getByRole("button", { name: "Play " }).first().waitFor();
  const offered = await play.innerText();
  assert.doesNotMatch(offered, /convoy|Axis|Allies|Murmansk/);
  assert.doesNotMatch(offered, /\w\.name/);
  await look(page, "home-another-title");

  await page.getByText("Another scenario").click();
  await page.getByLabel("Your side").selectOption({ label: "West" });
  await page.getByLabel("Opponent").selectOption("random");
  await page.getByRole("button", { name: "Set up this game" }).click();
  await asked(page).waitFor();
  await soon(async () => assert.equal(await page.locator(".chart").count(), 0));
  await soon(async () => assert.doesNotMatch(await page.locator(".side").innerText(), /\bpicket\.\w/));
  await look(page, "match-another-title");
  for (let i = 0; i < 3; ++i) {
    await answering(page, () => asked(page).click());
    await asked(page).waitFor();
  }
  await context.close();
});
