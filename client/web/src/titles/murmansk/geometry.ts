// Where a position lies on the chart: an equal-area projection around the Pole, a thousand units for the 200 km between positions.
import type { Arrow, Frame, Places, Point } from "../../chart/frame";

export const width = 1000;
const globe = (2 * 6371 * width) / 200; // its diameter
const meridian = 16; // points straight down
const pole = 90;
const radians = Math.PI / 180;

// Of hundredths of a degree, as in the data.
export function project(latitude: number, longitude: number): Point {
  const far = globe * Math.sin(((pole - latitude / 100) / 2) * radians);
  const angle = (longitude / 100 - meridian) * radians;
  return { x: Math.round(far * Math.sin(angle)), y: Math.round(far * Math.cos(angle)) };
}

export const sheet: Frame = { x: -10000, y: 4600, width: 19500, height: 11700 };

const corners = [0, 60, 120, 180, 240, 300].map((degrees) => degrees * radians);
const ways: Record<Arrow, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
};

// Places are the positions in the order of the data, from 1.
export function placesOf(points: readonly Point[]): Places {
  const centre = (place: number): Point => points[place - 1] ?? { x: 0, y: 0 };
  const has = (place: number) => place >= 1 && place <= points.length;
  const nearest = (from: Point, far: (to: Point) => number): number | undefined => {
    let [best, least] = [0, Infinity];
    points.forEach((to, i) => {
      const away = to === from ? Infinity : far(to);
      if (away < least) [best, least] = [i + 1, away];
    });
    return least < Infinity ? best : undefined;
  };
  return {
    has,
    centre,
    at: (point) =>
      nearest(point, ({ x, y }) => {
        const away = Math.hypot(x - point.x, y - point.y);
        return away < 0.56 * width ? away : Infinity;
      }),
    outline: (place, share) =>
      corners
        .map((angle) => {
          const { x, y } = centre(place);
          const size = 0.46 * width * share;
          return `${Math.round(x + size * Math.cos(angle))},${Math.round(y + size * Math.sin(angle))}`;
        })
        .join(" "),
    // The nearest one that lies more that way than any other.
    step: (from, arrow) => {
      const [start, way] = [centre(from), ways[arrow]];
      return nearest(start, ({ x, y }) => {
        const [dx, dy] = [x - start.x, y - start.y];
        const along = dx * way.x + dy * way.y;
        const aside = Math.abs(dx * way.y - dy * way.x);
        return along > 0 && aside <= along * 1.8 ? along + 2 * aside : Infinity;
      });
    },
  };
}
