// Dice: our part of them, promised and opened, and what this browser was shown of the rest before a match began, kept so that it
// can be checked when the match is over.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import { hashOf } from "../play/blake2b";

export interface Shown {
  commitment: string; // hash of the server's seed
  nonce: string; // our own part
  other?: string; // what the other seat had given when we gave ours: the hash of its part, or the part
}

// A part this browser sat down with. Opened for one match it is not opened for another: whoever has seen it could choose the rest.
interface Promised {
  nonce: string;
  opened?: string; // for what
}

const shownPrefix = "wardroom.dice.";
const promisedPrefix = "wardroom.part.";
const mostShown = 50; // matches
const mostPromised = 500;
const nonceBytes = 32;
const memory = new Map<string, string>(); // where nothing may be stored

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const nonceHash = (nonce: Uint8Array): Uint8Array => hashOf(new TextEncoder().encode("wardroom nonce"), nonce);

function keep(prefix: string, most: number, name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key !== prefix + name);
    for (const key of keys.slice(0, Math.max(0, keys.length - most + 1))) localStorage.removeItem(key);
    localStorage.setItem(prefix + name, text);
  } catch {
    memory.set(prefix + name, text); // a full or forbidden storage
  }
}

function kept<T>(prefix: string, name: string): T | undefined {
  try {
    const text = localStorage.getItem(prefix + name) ?? memory.get(prefix + name);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    const text = memory.get(prefix + name);
    return text ? (JSON.parse(text) as T) : undefined;
  }
}

export const remember = (match: string, shown: Shown): void => keep(shownPrefix, mostShown, match, shown);
export const remembered = (match: string): Shown | undefined => kept<Shown>(shownPrefix, match);

// The hash of a fresh part, for a request that may sit down first.
export function promise(): Uint8Array {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const hash = nonceHash(nonce);
  keep(promisedPrefix, mostPromised, hex(hash), { nonce: hex(nonce) } satisfies Promised);
  return hash;
}

// What the other seat has given: the hash of its part when ours is the second, its part when ours is the promised one.
function others(match: MatchInfo): { hash: Uint8Array; other: Uint8Array } {
  const none = new Uint8Array();
  if (match.mySeat === undefined) return { hash: none, other: none };
  const hash = match.seats[match.mySeat]?.nonceHash ?? none;
  const seat = match.seats[1 - match.mySeat];
  return { hash, other: (hash.length > 0 ? seat?.nonce : seat?.nonceHash) ?? none };
}

const openedFor = (match: MatchInfo, other: Uint8Array): string => `${match.id} ${hex(match.seedCommitment)} ${hex(other)}`;

// The match wants the part we promised, and this browser does not have it, or has spent it.
export function cannotOpen(match: MatchInfo): boolean {
  const { hash, other } = others(match);
  if (!match.nonceWanted || hash.length === 0) return false;
  const part = kept<Promised>(promisedPrefix, hex(hash));
  return !part || other.length !== nonceBytes || (part.opened !== undefined && part.opened !== openedFor(match, other));
}

// Our part for a match that wants it, and for what it is given; the same again after a resend.
export function partFor(match: MatchInfo): { nonce: Uint8Array<ArrayBuffer>; other: Uint8Array } | undefined {
  if (cannotOpen(match)) return undefined;
  const { hash, other } = others(match);
  let nonce: Uint8Array<ArrayBuffer>;
  if (hash.length > 0) {
    const part = kept<Promised>(promisedPrefix, hex(hash))!;
    keep(promisedPrefix, mostPromised, hex(hash), { ...part, opened: openedFor(match, other) } satisfies Promised);
    nonce = fromHex(part.nonce);
  } else {
    const before = remembered(match.id);
    const same = before?.commitment === hex(match.seedCommitment) && before.other === hex(other);
    nonce = same ? fromHex(before.nonce) : crypto.getRandomValues(new Uint8Array(nonceBytes));
  }
  remember(match.id, { commitment: hex(match.seedCommitment), nonce: hex(nonce), other: hex(other) });
  return { nonce, other };
}
