// Box: the public data of PQ-17 that the chart is drawn from.
import { fromBinary, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { OutlineSchema, type Outline } from "../../gen/wardroom/v1/data_pb";
import { MapSchema, PlacesSchema, type Airbase, type Box as OffMap, type Hex, type Label, type Port } from "../../gen/wardroom/v1/pq17_map_pb";
import { ScenarioSchema, type Scenario } from "../../gen/wardroom/v1/pq17_scenario_pb";

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
}

async function read<D extends DescMessage>(schema: D, path: string): Promise<MessageShape<D>> {
  const answer = await fetch(`/data/pq17/${path}.pb`);
  if (!answer.ok) throw new Error(path);
  return fromBinary(schema, new Uint8Array(await answer.arrayBuffer()));
}

export async function openBox(scenario: string): Promise<Box> {
  const [map, coast, places, about] = await Promise.all([
    read(MapSchema, "map"),
    read(OutlineSchema, "coast"),
    read(PlacesSchema, "places"),
    read(ScenarioSchema, `scenarios/${scenario}`),
  ]);
  const placeHex = new Map([...places.port, ...places.airbase].map((place) => [place.id, Number(place.hex)]));
  return {
    hexes: new Map(map.hex.map((hex) => [Number(hex.hex), hex])),
    coast: path(coast, 0),
    roughCoast: path(coast, 90),
    ports: places.port,
    airbases: places.airbase,
    boxes: places.box,
    labels: places.label,
    placeHex,
    scenario: about,
  };
}

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
