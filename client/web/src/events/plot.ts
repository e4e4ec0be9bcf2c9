// Where the points of a rating lie on paper.
import type { PlayerRecord_Point } from "../gen/wardroom/v1/event_pb";

export interface Plotted {
  x: number;
  y: number;
  rating: number;
  timeMs: bigint;
}
export interface Plot {
  width: number;
  height: number;
  left: number;
  points: Plotted[];
  line: string;
  band: string; // twice the deviation, up and down, cut at the edges
  marks: { rating: number; y: number }[];
}

const size = { width: 640, height: 200, left: 56, margin: 10 };
const step = 100; // rating points between marks

export function plotOf(points: readonly Pick<PlayerRecord_Point, "rating" | "deviation" | "timeMs">[]): Plot {
  const ratings = points.map((each) => each.rating);
  const low = Math.floor((Math.min(...ratings, 1500) - step / 2) / step) * step;
  const high = Math.ceil((Math.max(...ratings, 1500) + step / 2) / step) * step;
  const inner = { width: size.width - size.left - 2 * size.margin, height: size.height - 2 * size.margin };
  const y = (rating: number): number =>
    Math.round(size.margin + (inner.height * (high - Math.min(high, Math.max(low, rating)))) / (high - low));
  // One match after another: a quiet year takes no more room than a busy evening.
  const x = (at: number): number =>
    Math.round(
      size.left + size.margin + (points.length > 1 ? (inner.width * at) / (points.length - 1) : inner.width / 2),
    );
  const plotted = points.map(({ rating, timeMs }, at) => ({ x: x(at), y: y(rating), rating, timeMs }));
  const edge = (sign: 1 | -1) => points.map((each, at) => `${x(at)},${y(each.rating + sign * 2 * each.deviation)}`);
  const marks = [];
  for (let rating = low; rating <= high; rating += step) marks.push({ rating, y: y(rating) });
  return {
    ...size,
    points: plotted,
    line: plotted.map((each) => `${each.x},${each.y}`).join(" "),
    band: [...edge(1), ...edge(-1).toReversed()].join(" "),
    marks,
  };
}
