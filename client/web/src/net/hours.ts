// Hours: times of one's own day and days of one's own calendar, as forms have them and as they travel.

/** 1350 as "22:30". */
export function timeOf(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
/** "22:30" as 1350; what is no time is midnight. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  const found = (hours ?? 0) * 60 + (minutes ?? 0);
  return Number.isInteger(found) && found >= 0 && found < 24 * 60 ? found : 0;
}

/** 20261117 as "2026-11-17". */
export const dateOf = (day: number): string =>
  String(day)
    .padStart(8, "0")
    .replace(/^(....)(..)(..)$/, "$1-$2-$3");
/** "2026-11-17" as 20261117; none: 0. */
export const dayOf = (date: string): number => Number(date.replaceAll("-", "")) || 0;

// A day is the same everywhere: no zone may move it.
const noon = (day: number): Date => new Date(`${dateOf(day)}T12:00:00Z`);
export const dayWords = (day: number, language: string): string =>
  noon(day).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" });
/** How many days a leave has, the first and the last included. */
export const daysIn = (first: number, last: number): number =>
  first > 0 && last >= first ? Math.round((noon(last).getTime() - noon(first).getTime()) / 86_400_000) + 1 : 0;
export const dayAfter = (day: number): number =>
  dayOf(new Date(noon(day).getTime() + 86_400_000).toISOString().slice(0, 10));

/** Which day it is there. */
export function dayAt(moment: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone || "UTC",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(moment);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return Number(part("year") + part("month") + part("day"));
}

/** 1 to 7, from Monday on, as a language calls them. */
export const weekday = (day: number, language: string): string =>
  new Date(Date.UTC(2024, 0, day)).toLocaleDateString(language, { weekday: "long", timeZone: "UTC" });

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
export const zones = (): string[] => [...new Set([browserZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])];

/** A moment in the reader's zone. */
export const moment = (ms: number, language: string): string =>
  new Date(ms).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
