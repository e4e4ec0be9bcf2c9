// How the weather is drawn over the sea: the pattern's name. Fair weather is not drawn.
import { Weather_Kind } from "../../gen/wardroom/pq17/v1/types_pb";

export const skies: Partial<Record<Weather_Kind, string>> = {
  [Weather_Kind.REDUCED_VISIBILITY]: "haze",
  [Weather_Kind.FOG]: "fog",
  [Weather_Kind.STORMS]: "storms",
  [Weather_Kind.GALES]: "gales",
};
