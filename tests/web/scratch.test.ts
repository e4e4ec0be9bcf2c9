// A title that was made new when the programs were built (tests/house): nothing in the browser was written for it, so it is played
// from its list of actions, with its own words.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { asked, passOn, patience, person, root, Server, soon, stage } from "./harness.ts";

const scenarios = join(root, "build/scratch/scenarios");
const table = stage(new Server(join(root, "build/bin/scratch-server"), scenarios));

test("a title without screens of its own is played from its list of actions, with its own words", async () => {
  const home = mkdtempSync(join(tmpdir(), "wardroom-scratch-"));
  const words = [
    "--url",
    table.server.url,
    "--scenarios",
    scenarios,
    "--json",
    "play",
    "--autoplay",
    "--title",
    "scratch",
    "--scenario",
    "small",
    "--side",
    "first",
    "--seed",
    "1",
  ];
  const other = spawn(join(root, "build/bin/scratch-terminal"), words, {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => other.on("exit", resolve));
  const invitation = await new Promise<string>((resolve) => {
    let said = "";
    other.stdout.on("data", (bytes: Buffer) => {
      said += bytes.toString();
      const found = /"invitation":"([^"]+)"/.exec(said);
      if (found) resolve(found[1]!);
    });
  });

  const { page } = await person(table.browser);
  await page.goto(`${table.server.url}/#/join/${encodeURIComponent(invitation)}`);
  await page.locator("form button[type=submit]").click();
  await asked(page).waitFor();
  assert.match(
    await page.locator("#hand-title").innerText(),
    /Where do you place your (carrier|cruiser|destroyer|dummy)\?/,
  );
  // To the end of the match: the last choice, which is usually that one is done.
  let over = false;
  void ended.then(() => (over = true));
  const until = Date.now() + patience;
  while (!over) {
    assert.ok(Date.now() < until, "the match does not end");
    await passOn(page);
    await page.waitForTimeout(20);
  }
  await soon(async () => assert.equal(await ended, 0));
  assert.doesNotMatch(await page.locator("body").innerText(), /\bscratch\.[a-z_.]+/); // no text of it is missing
  rmSync(home, { recursive: true, force: true });
});
