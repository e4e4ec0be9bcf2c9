// The hash that the server commits to its seed with, and seats to their parts: BLAKE2b-256 without a key.
import { blake2b } from "@noble/hashes/blake2.js";

// The hash of parts, each written with its length before it.
export function hashOf(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = blake2b.create({ dkLen: 32 });
  for (const part of parts) {
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(part.length), true);
    hash.update(length).update(part);
  }
  return hash.digest();
}
