// Settling: signs and names get places of their own, so that none hides another. What comes first has the first choice; what finds
// no free place is left out.
import type { Point } from "./frame";

export interface Sign {
  key: string;
  width: number;
  height: number;
  at: readonly Point[]; // where its middle may be, the best first
}

interface Taken {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
}

export function settle(signs: readonly Sign[]): Map<string, Point> {
  const taken: Taken[] = [];
  const found = new Map<string, Point>();
  for (const { key, width, height, at } of signs) {
    const [halfWidth, halfHeight] = [width / 2, height / 2];
    const free = at.find(({ x, y }) =>
      taken.every(
        (other) =>
          Math.abs(other.x - x) >= other.halfWidth + halfWidth ||
          Math.abs(other.y - y) >= other.halfHeight + halfHeight,
      ),
    );
    if (!free) continue;
    taken.push({ ...free, halfWidth, halfHeight });
    found.set(key, free);
  }
  return found;
}

// Names on the chart are this large on the screen at least.
export const readable = 11;

// As large as it is drawn, in units, but never smaller than can be read.
export const fontOf = (drawn: number, unit: number, least = readable): number => Math.max(drawn, least * unit);
export const widthOf = (text: string, font: number): number => text.length * font * 0.62;
