// The parts of the dice: promised by whoever sits down first, given by the other, opened by themselves when the first comes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { invite, person, stage } from "./harness.ts";

const table = stage();

test("a match begins when the first comes back, in one visit each", async () => {
  const host = await person(table.browser);
  const guest = await person(table.browser);
  const invitation = await invite(host.page, table.server.url);
  const match = host.page.url();
  await host.page.goto("about:blank");

  await guest.page.goto(invitation);
  await guest.page.getByLabel("Your name").fill("Anna");
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await guest.page.getByText("Your part of the dice is given.").waitFor();
  await guest.page.getByRole("button", { name: "Give up my seat" }).waitFor();

  await host.page.goto(match);
  await Promise.all([host, guest].map(({ page }) => page.locator(".chart svg").first().waitFor()));
  await host.context.close();
  await guest.context.close();
});

test("a part that is lost loses the start, and both see why", async () => {
  const host = await person(table.browser);
  const guest = await person(table.browser);
  const invitation = await invite(host.page, table.server.url);
  const lost = await host.page.evaluate(() => {
    const parts = Object.keys(localStorage).filter((key) => key.startsWith("wardroom.part."));
    for (const part of parts) localStorage.removeItem(part);
    return parts.length;
  });
  assert.equal(lost, 1);
  await guest.page.goto(invitation);
  await guest.page.getByLabel("Your name").fill("Anna");
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await guest.page.getByText("Your part of the dice is given.").waitFor();

  await host.page.getByText("This browser does not have it, or has spent it").waitFor();
  await host.page.getByRole("button", { name: "Cancel this game" }).click();
  const verdict = /did not open the promised part of the dice/;
  await guest.page.getByText(verdict).waitFor();
  for (const { page } of [host, guest]) {
    await page.goto(table.server.url);
    await page.getByText("Finished games").click();
    await page.getByText(verdict).waitFor();
  }
  await host.context.close();
  await guest.context.close();
});
