// Names as canaries: what only one of two people has among his own, and the other must not be sent before the rules tell it.
import assert from "node:assert/strict";
import type { Person } from "./harness.ts";

export interface Canaries {
  host: readonly string[]; // names that only the host has
  guest: readonly string[];
  told: readonly string[]; // reports that may bring the other's: whether and when they come, the dice decide
}

type Two = readonly [Person, Person];
const has = ({ heard }: Person, name: string) => heard.some((bytes) => bytes.includes(name));

// Whether they are secret still; nothing is claimed when something was told that may have had a name in it.
export function kept({ host, guest, told }: Canaries, [first, second]: Two): boolean {
  if ([first, second].some((who) => told.some((what) => has(who, `report.${what}`)))) return false;
  for (const name of host) assert.ok(!has(second, name), `${name} was sent to the guest`);
  for (const name of guest) assert.ok(!has(first, name), `${name} was sent to the host`);
  return true;
}

export function hadTheirOwn({ host, guest }: Canaries, [first, second]: Two): void {
  for (const name of host) assert.ok(has(first, name), `${name} is the host's own`);
  for (const name of guest) assert.ok(has(second, name), `${name} is the guest's own`);
}
