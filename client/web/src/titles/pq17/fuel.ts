// Fuel: how far a force goes when it is told to be sparing with its fuel.
import type { Numbers } from "../../gen/wardroom/pq17/v1/numbers_pb";

// As ordered; never at High Speed; only as far as from where it gets home at Moderate Speed before its fuel marker is due.
export type Sparing = "no" | "speed" | "home";

export interface Voyage {
  way: readonly number[];
  inPort: boolean;
  turnsLeft: number; // after this one, before its marker is due
  home: (hex: number) => number; // hexes to the nearest port
}

// How many hexes of its way it goes this turn, at most.
export function affordable({ way, inPort, turnsLeft, home }: Voyage, sparing: Sparing, numbers: Numbers): number {
  const { moderateHexes = 0, highHexes = 0, portHexes = 0 } = numbers.movement ?? {};
  const begun = inPort ? portHexes : 0;
  if (sparing === "no") return way.length;
  if (sparing === "speed") return Math.min(way.length, Math.max(0, moderateHexes - begun));
  const reached = way.slice(0, highHexes - begun).findIndex((hex, i) => {
    const spent = begun + i + 1 > moderateHexes ? (numbers.fuel?.highSpeedCost ?? 0) : 0;
    return Math.ceil((home(hex) + portHexes) / moderateHexes) > turnsLeft - spent;
  });
  return reached < 0 ? way.length : reached;
}
