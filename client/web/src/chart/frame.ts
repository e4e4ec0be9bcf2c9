// Points and frames of a chart, in units of its own: x right, y down. Lines and signs are drawn for places some 1000 units wide.
export interface Point {
  x: number;
  y: number;
}
export interface Frame extends Point {
  width: number;
  height: number;
}

// Room for these points and some sea around them.
export function frameOf(points: Iterable<Point>, margin: number): Frame | undefined {
  const all = [...points];
  if (all.length === 0) return undefined;
  const x = all.map((point) => point.x);
  const y = all.map((point) => point.y);
  const [left, top] = [Math.min(...x) - margin, Math.min(...y) - margin];
  return { x: left, y: top, width: Math.max(...x) + margin - left, height: Math.max(...y) + margin - top };
}

export const middleOf = ({ x, y, width, height }: Frame): Point => ({ x: x + width / 2, y: y + height / 2 });

// The places of a chart, by the numbers that menus and reports give them.
export interface Places {
  has(place: number): boolean;
  at(point: Point): number | undefined;
  centre(place: number): Point;
  outline(place: number, share: number): string; // of a polygon, so large a share of the place
  step(from: number, key: Arrow): number | undefined; // where an arrow key leads
}
export const arrows = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"] as const;
export type Arrow = (typeof arrows)[number];
