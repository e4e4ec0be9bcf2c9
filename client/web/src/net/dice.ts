// Dice: what this browser was shown of the dice before a match began, kept so that it can be checked when the match is over.
export interface Shown {
  commitment: string; // hash of the server's seed
  nonce: string; // our own part
}

const prefix = "wardroom.dice.";
const most = 50; // matches

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export function remember(match: string, shown: Shown): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys.slice(0, Math.max(0, keys.length - most + 1))) localStorage.removeItem(key);
    localStorage.setItem(prefix + match, JSON.stringify(shown));
  } catch {
    // A full or forbidden storage: the proof then rests on what the server shows.
  }
}

export function remembered(match: string): Shown | undefined {
  try {
    const kept = localStorage.getItem(prefix + match);
    return kept ? (JSON.parse(kept) as Shown) : undefined;
  } catch {
    return undefined;
  }
}
