// Dice: our part of them, promised and opened, and what this browser was shown of the rest before a match began, kept so that it
// can be checked when the match is over.
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import { Sides } from "../gen/wardroom/v1/play_pb";
import { hashOf } from "./hash";

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

// What one gives for which side, where sides are bid for: it stands behind the part, and is bound with it.
export interface Bid {
  seat: number;
  points: number;
}
export const mostBid = 1000;

const shownPrefix = "wardroom.dice.";
const promisedPrefix = "wardroom.part.";
const satPrefix = "wardroom.sat.";
const mostShown = 50; // matches
const mostPromised = 500;
const nonceBytes = 32;
const bidBytes = 5;
const partBytes = (match: MatchInfo): number => nonceBytes + (match.sides === Sides.BID ? bidBytes : 0);
const memory = new Map<string, string>(); // where nothing may be stored

export const base16 = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromBase16 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const nonceHash = (nonce: Uint8Array): Uint8Array => hashOf(new TextEncoder().encode("wardroom nonce"), nonce);

// A fresh part, with the bid behind it when there is one.
function freshPart(bid: Bid | undefined): Uint8Array<ArrayBuffer> {
  const part = new Uint8Array(nonceBytes + (bid ? bidBytes : 0));
  crypto.getRandomValues(part.subarray(0, nonceBytes));
  if (bid) {
    part[nonceBytes] = bid.seat;
    new DataView(part.buffer).setUint32(nonceBytes + 1, bid.points, true);
  }
  return part;
}

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
export function promise(bid?: Bid): Uint8Array {
  const nonce = freshPart(bid);
  const hash = nonceHash(nonce);
  keep(promisedPrefix, mostPromised, base16(hash), { nonce: base16(nonce) } satisfies Promised);
  return hash;
}

// Two people may share a browser.
const place = (match: MatchInfo): string => `${match.id} ${match.mySeat}`;

// What came of a request that promised: unless the other has promised too and goes first, the match must quote what we promised
// from now on. In clear our part would be given to whoever chooses last.
export function satDown(promised: Uint8Array, match: MatchInfo): void {
  const seat = match.mySeat === undefined ? undefined : match.seats[1 - match.mySeat];
  if (!seat || seat.bot || seat.byRules || seat.nonceHash.length > 0) return;
  keep(satPrefix, mostPromised, place(match), base16(promised));
}

// What the other seat has given: the hash of its part when ours is the second, its part when ours is the promised one.
function others(match: MatchInfo): { hash: Uint8Array; other: Uint8Array } {
  const none = new Uint8Array();
  if (match.mySeat === undefined) return { hash: none, other: none };
  const hash = match.seats[match.mySeat]?.nonceHash ?? none;
  const seat = match.seats[1 - match.mySeat];
  return { hash, other: (hash.length > 0 ? seat?.nonce : seat?.nonceHash) ?? none };
}

const openedFor = (match: MatchInfo, other: Uint8Array): string =>
  `${match.id} ${base16(match.seedCommitment)} ${base16(other)}`;

// The match wants the part we promised, and this browser does not have it, or has spent it; or it does not say what we promised.
export function cannotOpen(match: MatchInfo): boolean {
  if (!match.nonceWanted) return false;
  const { hash, other } = others(match);
  const sat = kept<string>(satPrefix, place(match));
  if (sat !== undefined && sat !== base16(hash)) return true;
  if (hash.length === 0) return false;
  const part = kept<Promised>(promisedPrefix, base16(hash));
  return (
    !part || other.length !== partBytes(match) || (part.opened !== undefined && part.opened !== openedFor(match, other))
  );
}

// Sides are bid for, and ours is the second part: the person must say what he bids.
export const wantsBid = (match: MatchInfo): boolean =>
  match.nonceWanted && match.sides === Sides.BID && others(match).hash.length === 0 && !cannotOpen(match);

// Our part for a match that wants it, and for what it is given; the same again after a resend. None, too, while a bid is wanted.
export function partFor(
  match: MatchInfo,
  bid?: Bid,
): { nonce: Uint8Array<ArrayBuffer>; other: Uint8Array } | undefined {
  if (cannotOpen(match)) return undefined;
  const { hash, other } = others(match);
  let nonce: Uint8Array<ArrayBuffer>;
  if (hash.length > 0) {
    const part = kept<Promised>(promisedPrefix, base16(hash))!;
    keep(promisedPrefix, mostPromised, base16(hash), { ...part, opened: openedFor(match, other) } satisfies Promised);
    nonce = fromBase16(part.nonce);
  } else {
    const before = remembered(match.id);
    const same = before?.commitment === base16(match.seedCommitment) && before.other === base16(other);
    if (!same && !bid && wantsBid(match)) return undefined;
    nonce = same ? fromBase16(before.nonce) : freshPart(bid);
  }
  remember(match.id, { commitment: base16(match.seedCommitment), nonce: base16(nonce), other: base16(other) });
  return { nonce, other };
}
