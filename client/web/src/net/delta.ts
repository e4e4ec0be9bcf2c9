// Delta: bytes, told by what differs from bytes that are here. proto/README.md says how one is written.

// The server's frames are no larger.
const most = 64 * 1024 * 1024;

// The bytes it was made for; none: it is no delta, or not one of this base.
export function patched(base: Uint8Array, delta: Uint8Array): Uint8Array | undefined {
  let at = 0;
  // NaN where there is none.
  const take = (): number => {
    for (let number = 0, unit = 1; at < delta.length && unit < 2 ** 35; unit *= 128) {
      const byte = delta[at++]!;
      number += (byte & 0x7f) * unit;
      if (byte < 0x80) return number;
    }
    return NaN;
  };
  const size = take();
  if (!(size <= most)) return undefined;
  const all = new Uint8Array(base.length + size);
  all.set(base);
  let told = base.length;
  let led = 0; // where the last copy ended
  while (at < delta.length) {
    const added = take();
    if (!(added <= delta.length - at && added <= all.length - told)) return undefined;
    all.set(delta.subarray(at, at + added), told);
    at += added;
    told += added;
    if (at === delta.length) break;
    const length = take();
    const off = take();
    const from = led + added + (off % 2 === 0 ? off / 2 : -(off + 1) / 2);
    if (!(length <= all.length - told && from >= 0 && from < told)) return undefined;
    for (let i = 0; i < length; ++i) all[told + i] = all[from + i]!; // what is copied may reach into itself
    told += length;
    led = from + length;
  }
  return told === all.length ? all.subarray(base.length) : undefined;
}
