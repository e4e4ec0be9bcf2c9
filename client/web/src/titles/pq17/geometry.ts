// Where a hex lies on the chart. Unit: thousandths of a hex width, as in its outline; a hex is its number, 816 for 0816.
import { frameOf, type Arrow, type Frame, type Places, type Point } from "../../chart/frame";

export type { Frame, Point };

export const width = 1000; // of a hex
export const sheet: Frame = { x: -60, y: -60, width: 23520, height: 15700 };
export const radius = 1000 / Math.sqrt(3);
const rowHeight = 866.025;

export const rowOf = (hex: number): number => Math.floor(hex / 100);
export const columnOf = (hex: number): number => hex % 100;
export const nameOf = (hex: number): string => String(hex).padStart(4, "0");

export function centre(hex: number): Point {
  const row = rowOf(hex);
  return { x: 1000 * columnOf(hex) + (row % 2 === 0 ? 500 : 0), y: rowHeight * row };
}

// Corners clockwise from the top.
export function corners(hex: number, size = radius): Point[] {
  const { x, y } = centre(hex);
  return [-90, -30, 30, 90, 150, 210].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: x + size * Math.cos(angle), y: y + size * Math.sin(angle) };
  });
}

const written = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(" ");
export const outline = (hex: number, size = radius): string => written(corners(hex, size));

// The neighbour across each side, clockwise from the upper right.
export function neighbours(hex: number): number[] {
  const right = rowOf(hex) % 2 === 0 ? 1 : 0;
  const left = right - 1;
  return [hex - 100 + right, hex + 1, hex + 100 + right, hex + 100 + left, hex - 1, hex - 100 + left];
}

// How many hexes away.
export function distance(from: number, to: number): number {
  const rows = Math.abs(rowOf(from) - rowOf(to));
  const slant = (hex: number) => columnOf(hex) - Math.ceil(rowOf(hex) / 2);
  const across = slant(to) - slant(from);
  const down = rowOf(to) - rowOf(from);
  return Math.max(rows, Math.abs(across), Math.abs(across + down));
}

export function hexAt({ x, y }: Point): number {
  let best = 0;
  let least = Infinity;
  const about = Math.round(y / rowHeight);
  for (const row of [about - 1, about, about + 1]) {
    const column = Math.round((x - (row % 2 === 0 ? 500 : 0)) / 1000);
    const hex = row * 100 + column;
    const { x: cx, y: cy } = centre(hex);
    const far = (cx - x) ** 2 + (cy - y) ** 2;
    if (far < least) [best, least] = [hex, far];
  }
  return best;
}

// The outer sides of an area, as an SVG path.
export function border(hexes: ReadonlySet<number>): string {
  let path = "";
  for (const hex of hexes) {
    const points = corners(hex);
    neighbours(hex).forEach((other, i) => {
      if (hexes.has(other)) return;
      const [from, to] = [points[i]!, points[(i + 1) % 6]!];
      path += `M${Math.round(from.x)} ${Math.round(from.y)}L${Math.round(to.x)} ${Math.round(to.y)}`;
    });
  }
  return path;
}

// Room for these hexes and some sea around them.
export const around = (hexes: Iterable<number>, margin = 1400): Frame | undefined =>
  frameOf([...hexes].map(centre), margin);

function step(hex: number, arrow: Arrow): number {
  const [upperRight, right, lowerRight, lowerLeft, left, upperLeft] = neighbours(hex) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const odd = rowOf(hex) % 2 === 1;
  return {
    ArrowRight: right,
    ArrowLeft: left,
    ArrowUp: odd ? upperRight : upperLeft,
    ArrowDown: odd ? lowerRight : lowerLeft,
  }[arrow];
}

export const placesOf = (hexes: ReadonlyMap<number, unknown>): Places => ({
  has: (hex) => hexes.has(hex),
  at: (point) => (hexes.has(hexAt(point)) ? hexAt(point) : undefined),
  centre,
  outline: (hex, share) => outline(hex, radius * share),
  step,
});
