// One's own time: zone, nights, free days and leave. What is left of leave is said instead of the server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look, person, play, stage } from "./harness.ts";
import { answerInstead } from "./instead.ts";

const table = stage();

test("a calendar begins with the browser's zone; leave is taken and given back in whole days", async () => {
  const { page, context } = await person(table.browser);
  const answers: Record<string, string> = { ask_calendar: "calendar { leave_left: 30 }" };
  const heard = await answerInstead(page, answers);
  const last = (what: string) => heard.findLast((each) => each.what === what)?.text ?? "";
  await play(page, table.server.url, { side: "Axis" }); // a guest has time of his own, too
  await page.goto(`${table.server.url}/#/calendar`);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const chosen = page.getByLabel("Time zone");
  await chosen.waitFor();
  assert.equal(await chosen.inputValue(), zone);
  await chosen.selectOption("Europe/Warsaw");
  await page.getByLabel("My clock stands at night").check();
  await page.getByLabel("From").fill("22:30");
  await page.getByLabel("Saturday").check();
  await page.getByLabel("Sunday").check();
  assert.ok(await page.getByLabel("Monday").isDisabled(), "two free days at most");

  const kept = `calendar { zone: "Europe/Warsaw" night_from: 1350 night_to: 420 free_days: [6, 7] }`;
  answers["set_calendar"] = `calendar { ${kept} leave_left: 30 }`;
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. It counts from the next hand-over.").waitFor();
  assert.match(
    last("set_calendar"),
    /zone: "Europe\/Warsaw"\s+night_from: 1350\s+night_to: 420\s+free_days: 6\s+free_days: 7/,
  );

  const year = new Date().getFullYear() + 1;
  const leave = `leaves { first_day: ${year}0110 last_day: ${year}0114 }`;
  answers["take_leave"] = `calendar { ${kept} ${leave} leave_left: 30 }`;
  answers["end_leave"] = answers["set_calendar"]!;
  await page.getByLabel("First day").fill(`${year}-01-10`);
  await page.getByLabel("Last day").fill(`${year}-01-14`);
  await page.getByRole("button", { name: "Take 5 days of leave" }).click();
  await page.getByText("5 days", { exact: true }).waitFor();
  assert.match(last("take_leave"), new RegExp(`first_day: ${year}0110\\s+last_day: ${year}0114`));
  await look(page, "calendar");
  await page.getByRole("button", { name: "Give back" }).click();
  await page.getByText("Days that had not begun are yours again.").waitFor();
  assert.match(last("end_leave"), new RegExp(`first_day: ${year}0110`));
  await context.close();
});
