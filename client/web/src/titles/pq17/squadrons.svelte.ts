// Squadrons: what is printed on air counters, and what weather does to those who fly. It comes when somebody looks at aircraft, not with the first chart.
import { fromBinary } from "@bufbuild/protobuf";
import { AircraftSchema, type AirModel } from "../../gen/wardroom/pq17/v1/counters_pb";
import type { WeatherEffect } from "../../gen/wardroom/pq17/v1/environment_pb";
import { AirType_Kind, type Weather_Kind } from "../../gen/wardroom/pq17/v1/types_pb";

class Squadrons {
  #models = $state.raw<ReadonlyMap<string, AirModel>>(new Map()); // by unit
  #asked: Promise<void> | undefined;
  #weather: Promise<void> | undefined;

  #effects = $state.raw<ReadonlyMap<Weather_Kind, WeatherEffect>>(new Map());

  look(): void {
    this.#weather ??= import("./effects")
      .then(({ readEffects }) => readEffects())
      .then((effects) => void (this.#effects = effects))
      .catch(() => (this.#weather = undefined));
    this.#asked ??= fetch("/data/pq17/aircraft.pb")
      .then((answer) => answer.arrayBuffer())
      .then((bytes) => this.know(new Uint8Array(bytes)))
      .catch(() => (this.#asked = undefined));
  }
  know(bytes: Uint8Array): void {
    const { model, unit } = fromBinary(AircraftSchema, bytes);
    const models = new Map(model.map((each) => [each.id, each]));
    this.#models = new Map(unit.flatMap(({ id, model: of }) => (models.has(of) ? [[id, models.get(of)!]] : [])));
  }

  // None before it has come.
  of(unit: string): AirModel | undefined {
    return this.#models.get(unit);
  }
  range(unit: string): number | undefined {
    return this.of(unit)?.range;
  }
  // What weather does to them.
  effect(weather: Weather_Kind): WeatherEffect | undefined {
    return this.#effects.get(weather);
  }
  // Such have a segment of their own, and no other use.
  photographs(unit: string): boolean {
    return this.of(unit)?.type === AirType_Kind.PHOTO;
  }
}

export const squadrons = new Squadrons();
