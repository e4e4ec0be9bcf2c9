// Box: the public data of Murmansk Run that the chart and the papers are drawn from.
import { fromBinary, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import type { Places, Point } from "../../chart/frame";
import { OutlineSchema, type Outline } from "../../gen/wardroom/v1/data_pb";
import {
  MapSchema,
  NumbersSchema,
  ScenarioSchema,
  SeasonTrackSchema,
  Ship_Start,
  ShipsSchema,
  WeatherTableSchema,
  type Map_Position,
  type Numbers,
  type Scenario,
  type SeasonTrack_Turn,
  type Ship,
} from "../../gen/wardroom/murmansk/v1/data_pb";
import { Feature_Kind, type Season_Kind } from "../../gen/wardroom/murmansk/v1/types_pb";
import { placesOf, project } from "./geometry";

export interface Box {
  positions: readonly Map_Position[]; // place 1 is the first
  places: Places;
  links: readonly (readonly number[])[]; // of each, in that order
  lane: readonly number[];
  laneEast: readonly number[];
  coast: string; // an SVG path
  turns: readonly SeasonTrack_Turn[];
  icy: ReadonlySet<Season_Kind>; // ice closes positions then
  ships: ReadonlyMap<string, Ship>;
  numbers: Numbers;
  scenario: Scenario;
}

async function read<D extends DescMessage>(schema: D, path: string): Promise<MessageShape<D>> {
  const answer = await fetch(`/data/murmansk/${path}.pb`);
  if (!answer.ok) throw new Error(path);
  return fromBinary(schema, new Uint8Array(await answer.arrayBuffer()));
}

export async function openBox(scenario: string): Promise<Box> {
  const [map, coast, track, weather, ships, numbers, about] = await Promise.all([
    read(MapSchema, "map"),
    read(OutlineSchema, "coast"),
    read(SeasonTrackSchema, "seasons"),
    read(WeatherTableSchema, "tables/weather"),
    read(ShipsSchema, "ships"),
    read(NumbersSchema, "numbers"),
    read(ScenarioSchema, `scenarios/${scenario}`),
  ]);
  const number = new Map(map.position.map((each, i) => [each.id, i + 1]));
  const numbered = (ids: readonly string[]) => ids.map((id) => number.get(id) ?? 0);
  return {
    positions: map.position,
    places: placesOf(map.position.map(pointOf)),
    links: map.position.map((each) => numbered(each.link.map(({ to }) => to))),
    lane: numbered(map.lane),
    laneEast: numbered(map.laneEast),
    coast: path(coast),
    turns: track.turn,
    icy: new Set(weather.row.filter((row) => row.ice).map((row) => row.season)),
    ships: new Map(ships.ship.map((ship) => [ship.id, ship])),
    numbers,
    scenario: about,
  };
}

const pointOf = ({ latitude, longitude }: Map_Position): Point => project(latitude, longitude);

// What a scenario's picture is drawn from: where convoys come in and go, where German ships lie, and whether there is ice.
export interface Sketch {
  coast: string;
  lane: readonly Point[];
  ports: readonly Point[];
  ice: readonly Point[];
  pieces: readonly { side: "allied" | "axis"; at: Point }[];
}
const common = () =>
  Promise.all([
    read(MapSchema, "map"),
    read(OutlineSchema, "coast"),
    read(ShipsSchema, "ships"),
    read(SeasonTrackSchema, "seasons"),
    read(WeatherTableSchema, "tables/weather"),
  ]);
let shared: ReturnType<typeof common> | undefined; // the same for all scenarios
export async function openSketch(scenario: string): Promise<Sketch> {
  const [[map, coast, ships, track, weather], about] = await Promise.all([
    (shared ??= common()),
    read(ScenarioSchema, `scenarios/${scenario}`),
  ]);
  const points = new Map(map.position.map((each) => [each.id, pointOf(each)]));
  const having = (kind: Feature_Kind) => map.position.filter(({ has }) => has.includes(kind));
  const season = track.turn[about.firstTurn - 1]?.season;
  const taking = ships.ship.filter(({ id }) => about.only.length === 0 || about.only.includes(id));
  const main = having(Feature_Kind.MAIN_BASE)[0]?.id ?? "";
  const bases = taking.flatMap((ship) => {
    const begins = about.begins.find((each) => each.ship === ship.id);
    return (begins?.start || ship.start) === Ship_Start.NORWAY ? [begins?.base || main] : [];
  });
  const entries = [
    ...having(Feature_Kind.ENTRY_A),
    ...(taking.some((ship) => ship.entersSouth) ? having(Feature_Kind.ENTRY_B) : []),
  ];
  return {
    coast: path(coast),
    lane: map.lane.map((id) => points.get(id)!),
    ports: having(Feature_Kind.ALLIED_PORT).map(pointOf),
    ice: weather.row.some((row) => row.season === season && row.ice) ? having(Feature_Kind.ICE).map(pointOf) : [],
    pieces: [
      ...entries.map((each) => ({ side: "allied" as const, at: pointOf(each) })),
      ...[...new Set(bases)].map((id) => ({ side: "axis" as const, at: points.get(id)! })),
    ],
  };
}

function path(coast: Outline): string {
  return coast.ring
    .map(({ x, y }) => {
      const points = x.map((longitude, i) => project(y[i]!, longitude));
      return `M${points.map((point) => `${point.x} ${point.y}`).join("L")}Z`;
    })
    .join("");
}
