// Two people who play on, whatever happens to the line and to the server.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { passOn, patience, type Person, type Stage } from "./harness.ts";
import type { Proxy } from "./proxy.ts";

// Said in either language.
export const over = (page: Page) => page.getByRole("heading", { name: /^(The match is over|Rozgrywka skończona)$/ });
export const isOver = (page: Page) => over(page).isVisible();

// Whoever is asked first passes on; false: the match is over.
export async function step(people: readonly Person[], beginnings?: readonly string[]): Promise<boolean> {
  const until = Date.now() + patience;
  for (;;) {
    for (const { page } of people) {
      if (await isOver(page)) return false;
      if (await passOn(page, beginnings)) return true;
    }
    assert.ok(Date.now() < until, "nobody is asked anything");
    await people[0]!.page.waitForTimeout(20);
  }
}

// Through a reload, a cut wire and a restart of the server; the second of them is at the end of the wire.
export async function throughTroubles(
  { server }: Stage,
  people: readonly [Person, Person],
  wire: Proxy,
  play: (answers: number) => Promise<void>,
): Promise<void> {
  const { page } = people[1];
  await play(8);
  await page.reload();
  await page.locator(".chart svg").first().waitFor();
  await play(6);

  wire.cut();
  await page.getByText("The line has dropped").waitFor();
  wire.mend();
  await page.getByText("The line has dropped").waitFor({ state: "hidden" });
  await play(6);

  await server.stop();
  await server.start();
  for (const each of people) await each.page.locator(".line.shown").waitFor({ state: "hidden" });
  await play(6);
}
