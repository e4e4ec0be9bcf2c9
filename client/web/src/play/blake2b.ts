// BLAKE2b-256 without a key (RFC 7693): what the server commits to its seed with. Browsers have no such hash of their own.
const start = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const sigma = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const lanes = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;
const mask = 0xffffffffffffffffn;
const block = 128;
const size = 32;

const turn = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & mask;

function compress(h: bigint[], bytes: DataView, counted: number, last: boolean): void {
  const m = Array.from({ length: 16 }, (_, i) => bytes.getBigUint64(8 * i, true));
  const v = [...h, ...start];
  v[12]! ^= BigInt(counted);
  if (last) v[14]! ^= mask;
  for (let round = 0; round < 12; ++round) {
    const order = sigma[round % 10]!;
    lanes.forEach(([a, b, c, d], i) => {
      v[a] = (v[a]! + v[b]! + m[order[2 * i]!]!) & mask;
      v[d] = turn(v[d]! ^ v[a]!, 32n);
      v[c] = (v[c]! + v[d]!) & mask;
      v[b] = turn(v[b]! ^ v[c]!, 24n);
      v[a] = (v[a]! + v[b]! + m[order[2 * i + 1]!]!) & mask;
      v[d] = turn(v[d]! ^ v[a]!, 16n);
      v[c] = (v[c]! + v[d]!) & mask;
      v[b] = turn(v[b]! ^ v[c]!, 63n);
    });
  }
  for (let i = 0; i < 8; ++i) h[i]! ^= v[i]! ^ v[i + 8]!;
}

export function blake2b(bytes: Uint8Array): Uint8Array {
  const h = [...start];
  h[0]! ^= 0x01010000n ^ BigInt(size);
  const blocks = Math.max(1, Math.ceil(bytes.length / block));
  const padded = new Uint8Array(blocks * block);
  padded.set(bytes);
  for (let i = 0; i < blocks; ++i) {
    const last = i === blocks - 1;
    compress(h, new DataView(padded.buffer, i * block, block), last ? bytes.length : (i + 1) * block, last);
  }
  const out = new DataView(new ArrayBuffer(size));
  for (let i = 0; i < size / 8; ++i) out.setBigUint64(8 * i, h[i]!, true);
  return new Uint8Array(out.buffer);
}

// The hash of parts, each written with its length before it.
export function hashOf(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + 8 + part.length, 0));
  let at = 0;
  for (const part of parts) {
    new DataView(whole.buffer).setBigUint64(at, BigInt(part.length), true);
    whole.set(part, at + 8);
    at += 8 + part.length;
  }
  return blake2b(whole);
}
