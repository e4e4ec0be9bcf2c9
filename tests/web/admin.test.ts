// The page of whoever acts for the host: only with the right and a second factor; what he does is told to whom it concerns.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { look, person, root, signUp, soon, stage, takeFactor } from "./harness.ts";

const table = stage();

const host = (...words: string[]) =>
  execFileSync(join(root, "build/bin/wardroom"), ["admin", "--data", table.server.data, ...words], {
    encoding: "utf8",
  });

test("whoever acts for the host does it on a page, with a second factor, and everyone is told", async () => {
  const [keeper, player] = [await person(table.browser), await person(table.browser)];
  await signUp(keeper.page, table.server.url, "Keeper");
  await signUp(player.page, table.server.url, "Rowdy");
  await keeper.page.goto(`${table.server.url}/#/account`);
  await keeper.page.getByText("Second factor").first().waitFor();
  assert.equal(await keeper.page.getByRole("link", { name: "Administration" }).count(), 0);
  await keeper.page.goto(`${table.server.url}/#/admin`);
  await keeper.page.getByText("That is for admins of this server.").waitFor();

  assert.match(host("grant", "Keeper"), /Done/);
  await keeper.page.goto(`${table.server.url}/#/account`);
  await keeper.page.getByRole("link", { name: "Administration" }).click();
  await keeper.page.getByText("An admin needs a second factor.").waitFor();
  await keeper.page.goto(`${table.server.url}/#/account`);
  await takeFactor(keeper.page);

  await keeper.page.goto(`${table.server.url}/#/admin`);
  const form = keeper.page.locator(".on-account");
  await form.getByLabel("Name", { exact: true }).fill("Rowdy");
  await form.getByLabel("What to do").selectOption({ label: "Rename" });
  await form.getByLabel("New name").fill("Quiet");
  await form.getByLabel("Reason").fill("It was agreed.");
  await look(keeper.page, "admin");
  await form.getByRole("button", { name: "Do it" }).click();
  await keeper.page.getByText("Done.").waitFor();
  await keeper.page.locator(".log").getByText("by Keeper: Rowdy is called Quiet now. It was agreed.").waitFor();

  await player.page.getByRole("link", { name: /Quiet \(1\)/ }).click();
  await player.page.getByText("by Keeper: Rowdy is called Quiet now. It was agreed.").waitFor();
  await soon(async () => assert.equal(await player.page.getByRole("link", { name: /\(1\)/ }).count(), 0));

  await form.getByLabel("Name", { exact: true }).fill("Quiet");
  await form.getByLabel("What to do").selectOption({ label: "Ban" });
  await form.getByRole("button", { name: "Do it" }).click();
  await keeper.page.locator(".log").getByText("Quiet was banned.").waitFor();
  await player.page.getByRole("link", { name: "Sign in" }).first().waitFor();
  assert.match(host("log"), /by Keeper: Quiet was banned\./);
  await Promise.all([keeper.context.close(), player.context.close()]);
});
