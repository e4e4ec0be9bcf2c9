// A guest opens the page and plays against the computer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { person, playOn, stage } from "./harness.ts";

const table = stage();

test("what the first screen and the first chart need is under 400 KB on the wire", async () => {
  const { page, context } = await person(table.browser);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).waitFor();
  await page.waitForLoadState("networkidle");
  const first = bytes;
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.getByRole("button", { name: "As in history" }).waitFor();
  await page.locator(".chart svg").first().waitFor();
  console.log(`# first screen ${Math.round(first / 1024)} KB, with the chart ${Math.round(bytes / 1024)} KB`);
  assert.ok(first > 20_000, "the sizes were counted");
  assert.ok(bytes < 400 * 1024);
  await context.close();
});

test("the first move is made with the second click, and the game goes on", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.getByRole("button", { name: "As in history" }).click();
  const log = page.getByRole("tab", { name: "Log" });
  await log.click();
  await page.getByText("The Axis player has set up.").waitFor();
  await playOn(page, 6);
  assert.deepEqual(troubles, []);
  await context.close();
});
