// Where blocks, aircraft, ports and names stand on the chart at one size of it: all can be read, and none hides another. Places are
// in units of the chart; `unit` of them are as wide as a pixel.
import { fontOf, readable, settle, widthOf, type Sign } from "../../chart/settle";
import {
  Hex_Feature,
  Hex_Terrain,
  Label_Kind,
  type Airbase,
  type Label,
  type Port,
} from "../../gen/wardroom/pq17/v1/map_pb";
import type { KindName, Mark, Pq17Board, Stack } from "./board.svelte";
import { centre, type Point } from "./geometry";
import { placeName } from "./names";
import { t } from "./words";

export interface Spot extends Point {
  mark: Mark;
  scale: number;
}
// Blocks that stand together: in one hex, or in several that are too small on the screen to tell them apart.
export interface Pile extends Point {
  key: string;
  hexes: readonly number[];
  marks: readonly Mark[]; // those that say most first
  spots: readonly Spot[]; // as far as they are shown
  scale: number;
}

const blockFont = 132;
const scaleOf = (unit: number): number => fontOf(blockFont, unit) / blockFont;

// Those that say most first: convoys, then those that fight; of the others nothing is known.
const ranks: readonly KindName[] = ["convoy", "task_force", "wolfpack", "dummy", "unknown"];
const byRank = (a: Mark, b: Mark): number =>
  ranks.indexOf(a.kind) - ranks.indexOf(b.kind) || Number(b.block.flat) - Number(a.block.flat);
const ordered = (marks: readonly Mark[]): Mark[] => [...marks].sort(byRank);

const inHex = (n: number, count: number): Point & { scale: number } => {
  if (count === 1) return { x: 0, y: -60, scale: 1 };
  if (count === 2) return { x: n === 0 ? -225 : 225, y: -60, scale: 0.85 };
  return { x: n % 2 === 0 ? -220 : 220, y: n < 2 ? -200 : 110, scale: 0.75 };
};

export function pilesOf(marksIn: ReadonlyMap<number, readonly Mark[]>, unit: number): Pile[] {
  const scale = scaleOf(unit);
  const joined: { at: Point; hexes: number[]; marks: Mark[] }[] = [];
  // What lies on top stands in its own hex; the others are joined to it.
  const best = [...marksIn]
    .map(([hex, marks]) => ({ hex, marks: ordered(marks) }))
    .filter(({ marks }) => marks.length > 0);
  for (const { hex, marks } of best.sort((a, b) => byRank(a.marks[0]!, b.marks[0]!) || a.hex - b.hex)) {
    const at = centre(hex);
    const near = joined.find(
      (pile) => Math.abs(pile.at.x - at.x) < 560 * scale - 60 && Math.abs(pile.at.y - at.y) < 400 * scale - 60,
    );
    if (near) {
      near.hexes.push(hex);
      near.marks.push(...marks);
    } else joined.push({ at, hexes: [hex], marks: [...marks] });
  }
  return joined.map(({ at, hexes, marks: all }) => {
    const marks = ordered(all);
    const pile = { key: String(hexes[0]), hexes, marks, scale, x: at.x, y: at.y - 60 };
    const room = inHex(0, marks.length);
    // Side by side while they can be read so; else one upon the other.
    if (hexes.length === 1 && marks.length <= 4 && room.scale * blockFont >= readable * unit)
      return {
        ...pile,
        spots: marks.map((mark, i) => {
          const { x, y, scale: size } = inHex(i, marks.length);
          return { mark, x: at.x + x, y: at.y + y, scale: size };
        }),
      };
    return { ...pile, spots: [{ mark: marks[0]!, x: pile.x, y: pile.y, scale }] };
  });
}

// The blocks of a pile one beside the other, above it.
export function fan({ marks, x, y, scale }: Pile): Spot[] {
  const row = Math.min(marks.length, 5);
  return marks.map((mark, i) => ({
    mark,
    scale,
    x: x + ((i % row) - (row - 1) / 2) * 580 * scale,
    y: y - (560 + Math.floor(i / row) * 470) * scale,
  }));
}

const named = (text: string, font: number, key: string, at: readonly Point[]): Sign => ({
  key,
  width: widthOf(text, font),
  height: font * 1.1,
  at,
});

const around = ({ x, y }: Point, ways: readonly (readonly [number, number])[]): Point[] =>
  ways.map(([dx, dy]) => ({ x: x + dx, y: y + dy }));

const labelFont: Record<Label_Kind, number> = {
  [Label_Kind.UNSPECIFIED]: 330,
  [Label_Kind.OCEAN]: 420,
  [Label_Kind.SEA]: 330,
  [Label_Kind.STRAIT]: 190,
  [Label_Kind.COUNTRY]: 300,
  [Label_Kind.ISLAND]: 180,
  [Label_Kind.CAPE]: 180,
};
export const fontOfLabel = (kind: Label_Kind, unit: number): number => fontOf(labelFont[kind], unit, 12);

export interface Names {
  piles: readonly Pile[];
  scale: number;
  stacks: readonly (Point & { stack: Stack })[];
  flying: readonly (Point & { hex: number })[];
  ports: readonly (Point & { port: Port })[];
  portNames: readonly (Point & { port: Port })[];
  bases: readonly (Point & { hex: number; all: readonly Airbase[] })[];
  baseNames: readonly (Point & { hex: number; words: string; all: readonly Airbase[] })[];
  labels: readonly (Point & { label: Label; words: string; font: number })[];
  numbers: readonly (Point & { hex: number; offered: boolean })[];
  numberFont: number;
  portFont: number;
  baseFont: number;
}

const water = (board: Pq17Board, hex: number): boolean => {
  const data = board.box.hexes.get(hex);
  return (
    data !== undefined &&
    data.terrain !== Hex_Terrain.LAND &&
    !data.feature.includes(Hex_Feature.UNDER_BOX) &&
    !data.feature.includes(Hex_Feature.OUT_OF_PLAY)
  );
};

// Where each kind of sign may stand about its hex, the best place first.
type Ways = readonly (readonly [number, number])[];
const ways = {
  stack: [
    [-330, 190],
    [-330, -60],
    [0, 60],
    [330, -260],
    [-560, 190],
    [560, 300],
  ],
  flying: [
    [330, -210],
    [-330, -210],
    [0, -420],
    [560, -60],
    [-560, -60],
    [0, 420],
  ],
  port: [
    [0, 205],
    [0, 60],
    [240, 205],
    [0, 380],
  ],
  offered: [
    [0, -440],
    [0, 440],
    [0, 20],
  ],
  number: [[0, -440]],
  base: [
    [330, 60],
    [330, -200],
    [-330, -60],
    [0, -60],
  ],
  baseName: [
    [330, 215],
    [330, -60],
    [330, 300],
  ],
} satisfies Record<string, Ways>;

const boxed = (key: string, hex: number, [width, height]: readonly [number, number], places: Ways): Sign => ({
  key,
  width,
  height,
  at: around(centre(hex), places),
});
const numbered = (hex: number, font: number, places: Ways): Sign =>
  named("0000", font, `number${hex}`, around(centre(hex), places));

function pileSigns(piles: readonly Pile[]): Sign[] {
  return piles.flatMap(({ key, spots }) =>
    spots.map(({ x, y, scale }, i) => ({
      key: `pile${key}.${i}`,
      width: 500 * scale,
      height: 340 * scale,
      at: [{ x, y }],
    })),
  );
}

function portName(port: Port, font: number): Sign {
  const below = 130 + font * 0.9;
  const places: Ways = [
    [0, below + 120],
    [0, below + 320],
    [0, -below],
  ];
  return named(placeName(port.id), font, `name${port.id}`, around(centre(Number(port.hex)), places));
}

// Airbases by their names; one that is called like its port is named there.
function namesBeside(bases: readonly Airbase[], ports: readonly Port[]): string {
  const said = new Set(ports.map(({ id }) => placeName(id)));
  return bases
    .map(({ id }) => placeName(id))
    .filter((name) => !said.has(name))
    .join(", ");
}

type Worded = Names["labels"][number];
function labelSign(board: Pq17Board, { label, words, font }: Omit<Worded, "x" | "y">): Sign {
  const middle = { x: within(board, label, words, font), y: label.y - font * 0.35 };
  const size = font * (label.kind === Label_Kind.COUNTRY ? 1.35 : 1.05);
  return named(
    words,
    size,
    `label${label.id}`,
    around(
      middle,
      [0, -1, 1, -2, 2].map((lines) => [0, lines * font]),
    ),
  );
}

// All of them, by what matters most: blocks, what the menu speaks of, ports, names, and the numbers of the other hexes.
export function namesOf(board: Pq17Board, unit: number): Names {
  const scale = scaleOf(unit);
  const [numberFont, portFont, baseFont] = [fontOf(118, unit), fontOf(150, unit), fontOf(110, unit)];
  const piles = pilesOf(new Map([...board.marksIn].filter(([hex]) => board.box.hexes.has(hex))), unit);
  const flying = [...board.airIn].filter(([, units]) => units.some((unit) => unit.flying)).map(([hex]) => hex);
  const ports = board.box.ports.filter((port) => !port.temporary);
  const bases = [...Map.groupBy(board.box.airbases, (base) => Number(base.hex))].map(([hex, all]) => ({
    hex,
    all,
    words: namesBeside(
      all,
      ports.filter((port) => Number(port.hex) === hex),
    ),
  }));
  const labels = board.box.labels.map((label) => ({
    label,
    words: t(`${label.id}.name`),
    font: fontOfLabel(label.kind, unit),
  }));
  const hexes = [...board.box.hexes.keys()];
  const offered = hexes.filter((hex) => board.offers.has(hex));
  const legible = unit < 17; // a hex is some sixty pixels wide
  const others = legible ? hexes.filter((hex) => water(board, hex) && !board.offers.has(hex)) : [];
  const square = (side: number, high = side) => [side * scale, high * scale] as const;

  const at = settle([
    ...pileSigns(piles),
    ...board.stacks.map(({ place, side, hex }) => boxed(`stack${place}${side}`, hex, square(190, 170), ways.stack)),
    ...flying.map((hex) => boxed(`flying${hex}`, hex, square(280), ways.flying)),
    ...ports.map((port) => boxed(`port${port.id}`, Number(port.hex), square(150), ways.port)),
    ...offered.map((hex) => numbered(hex, numberFont, ways.offered)),
    ...ports.map((port) => portName(port, portFont)),
    ...bases.map(({ hex }) => boxed(`base${hex}`, hex, square(200, 170), ways.base)),
    ...bases
      .filter(({ words }) => words !== "")
      .map(({ hex, words }) => named(words, baseFont, `base name${hex}`, around(centre(hex), ways.baseName))),
    ...labels.toSorted((a, b) => b.font - a.font).map((label) => labelSign(board, label)),
    ...others.map((hex) => numbered(hex, numberFont, ways.number)),
  ]);
  const put = <T extends object>(key: string, what: T): (Point & T)[] => {
    const point = at.get(key);
    return point ? [{ ...what, ...point }] : [];
  };
  return {
    piles,
    scale,
    stacks: board.stacks.flatMap((stack) => put(`stack${stack.place}${stack.side}`, { stack })),
    flying: flying.flatMap((hex) => put(`flying${hex}`, { hex })),
    ports: ports.flatMap((port) => put(`port${port.id}`, { port })),
    portNames: ports.flatMap((port) => put(`name${port.id}`, { port })),
    bases: bases.flatMap((base) => put(`base${base.hex}`, base)),
    baseNames: bases.flatMap((base) => put(`base name${base.hex}`, base)),
    labels: labels.flatMap((each) => put(`label${each.label.id}`, each)),
    numbers: hexes.flatMap((hex) => put(`number${hex}`, { hex, offered: board.offers.has(hex) })),
    numberFont,
    portFont,
    baseFont,
  };
}

// Names of wide waters stay on the chart, however long they are in a language.
function within(board: Pq17Board, { x }: Label, words: string, font: number): number {
  const half = widthOf(words, font * 1.1) / 2 + 120;
  const all = [...board.box.hexes.keys()].map((hex) => centre(hex).x);
  return Math.min(Math.max(x, Math.min(...all) - 620 + half), Math.max(...all) + 620 - half);
}
