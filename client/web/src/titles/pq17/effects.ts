// What each weather does, out of its table.
import { WeatherTableSchema, type WeatherEffect } from "../../gen/wardroom/pq17/v1/environment_pb";
import type { Weather_Kind } from "../../gen/wardroom/pq17/v1/types_pb";
import { read } from "./box";

export const readEffects = async (): Promise<ReadonlyMap<Weather_Kind, WeatherEffect>> =>
  new Map((await read(WeatherTableSchema, "tables/weather")).effect.map((each) => [each.weather, each]));
