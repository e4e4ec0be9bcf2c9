// Box: the public data of PQ-17 that the chart is drawn from.
import { fromBinary, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { OutlineSchema, type Outline } from "../../gen/wardroom/v1/data_pb";
import {
  MapSchema,
  PlacesSchema,
  type Airbase,
  type Box as OffMap,
  type Hex,
  type Label,
  type Places,
  type Port,
} from "../../gen/wardroom/pq17/v1/map_pb";
import { NumbersSchema, type Numbers } from "../../gen/wardroom/pq17/v1/numbers_pb";
import { ScenarioSchema, type Scenario } from "../../gen/wardroom/pq17/v1/scenario_pb";

export interface Box {
  hexes: ReadonlyMap<number, Hex>;
  coast: string; // an SVG path
  roughCoast: string; // the same with fewer points, for the whole chart and for the shoals along it
  ports: readonly Port[];
  airbases: readonly Airbase[];
  boxes: readonly OffMap[];
  labels: readonly Label[];
  placeHex: ReadonlyMap<string, number>; // of ports and airbases, by id
  scenario: Scenario;
  numbers: Numbers;
}

export async function read<D extends DescMessage>(schema: D, path: string): Promise<MessageShape<D>> {
  const answer = await fetch(`/data/pq17/${path}.pb`);
  if (!answer.ok) throw new Error(path);
  return fromBinary(schema, new Uint8Array(await answer.arrayBuffer()));
}

export async function openBox(scenario: string): Promise<Box> {
  const [map, coast, places, about, numbers] = await Promise.all([
    read(MapSchema, "map"),
    read(OutlineSchema, "coast"),
    read(PlacesSchema, "places"),
    read(ScenarioSchema, `scenarios/${scenario}`),
    read(NumbersSchema, "numbers"),
  ]);
  return {
    hexes: new Map(map.hex.map((hex) => [Number(hex.hex), hex])),
    coast: path(coast, 0),
    roughCoast: path(coast, 90),
    ports: places.port,
    airbases: places.airbase,
    boxes: places.box,
    labels: places.label,
    placeHex: hexesOf(places),
    scenario: about,
    numbers,
  };
}

// What a scenario's picture is drawn from.
export interface Sketch {
  coast: string;
  placeHex: ReadonlyMap<string, number>;
  scenario: Scenario;
}
let shore: Promise<Pick<Sketch, "coast" | "placeHex">> | undefined; // the same for all
export async function openSketch(scenario: string): Promise<Sketch> {
  shore ??= Promise.all([read(OutlineSchema, "coast"), read(PlacesSchema, "places")]).then(([coast, places]) => ({
    coast: path(coast, 160),
    placeHex: hexesOf(places),
  }));
  const [drawn, about] = await Promise.all([shore, read(ScenarioSchema, `scenarios/${scenario}`)]);
  return { ...drawn, scenario: about };
}

const hexesOf = (places: Places): ReadonlyMap<string, number> =>
  new Map([...places.port, ...places.airbase].map((place) => [place.id, Number(place.hex)]));

// Leaves out points that are nearer than `least` to the one before.
function path(coast: Outline, least: number): string {
  let d = "";
  for (const ring of coast.ring) {
    let [lastX, lastY] = [Infinity, Infinity];
    const points: string[] = [];
    ring.x.forEach((x, i) => {
      const y = ring.y[i]!;
      if (Math.hypot(x - lastX, y - lastY) < least) return;
      points.push(`${x} ${y}`);
      [lastX, lastY] = [x, y];
    });
    if (points.length > 2) d += "M" + points.join("L") + "Z";
  }
  return d;
}
