import assert from "node:assert/strict";
import { test } from "node:test";
import {
  dateOf,
  dayAfter,
  dayAt,
  dayOf,
  daysIn,
  dayWords,
  minutesOf,
  timeOf,
  weekday,
  zones,
} from "../src/net/hours.ts";

test("a time of the day is a number of minutes, and the other way round", () => {
  assert.equal(timeOf(0), "00:00");
  assert.equal(timeOf(22 * 60 + 5), "22:05");
  for (let minutes = 0; minutes < 24 * 60; ++minutes) assert.equal(minutesOf(timeOf(minutes)), minutes);
  assert.equal(minutesOf(""), 0);
  assert.equal(minutesOf("25:00"), 0);
});

test("a day is a number, whatever the zone of whoever reads it", () => {
  assert.equal(dateOf(20261117), "2026-11-17");
  assert.equal(dayOf("2026-11-17"), 20261117);
  assert.equal(dayOf(""), 0);
  assert.equal(dayWords(20261117, "en-GB"), "17 Nov 2026");
  assert.equal(dayAfter(20261231), 20270101);
  assert.equal(daysIn(20261230, 20270102), 4);
  assert.equal(daysIn(20261230, 20261230), 1);
  assert.equal(daysIn(20261230, 20261229), 0);
  assert.equal(daysIn(20260328, 20260330), 3); // across a change of the clocks
});

test("today is where one lives", () => {
  const late = new Date("2026-11-17T23:30:00Z");
  assert.equal(dayAt(late, "Europe/Warsaw"), 20261118);
  assert.equal(dayAt(late, "America/New_York"), 20261117);
  assert.equal(dayAt(late, ""), 20261117);
});

test("weeks begin on Monday; every zone can be chosen", () => {
  assert.equal(weekday(1, "en-GB"), "Monday");
  assert.equal(weekday(7, "pl"), "niedziela");
  assert.ok(zones().includes("Europe/Warsaw"));
  assert.equal(new Set(zones()).size, zones().length);
});
