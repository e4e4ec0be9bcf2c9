// What a report is about, so that the log can show one thing at a time.
import type { Report } from "../../gen/wardroom/v1/play_pb";

export const kinds = ["combat", "search", "movement", "sky", "score"] as const;
export type Kind = (typeof kinds)[number] | "time" | "other";

const beginnings: readonly (readonly [Kind, readonly string[]])[] = [
  ["time", ["turn", "phase"]],
  ["movement", ["air.mission", "air.radius", "air.home", "air.grounded"]],
  ["combat", ["roll", "air", "battle", "submarine", "hit", "damaged", "crippled", "dead_in", "sunk", "driven_off", "scuttled", "display", "lone_ship", "asw", "special_attack", "force_gone", "carrier_aircraft", "bomber_command", "event.mines", "event.encounter"]],
  ["search", ["search", "identified", "id_", "shadowing", "photo", "transit", "negated", "scattered_contact", "carrier_announced", "german_threat", "event.b_dienst", "event.search"]],
  ["sky", ["weather", "ice", "gales", "dispersal", "rejoining", "event.ice"]],
  ["score", ["score", "points", "condition", "confirmation", "arrived", "not_arrived", "operation", "patrol_white"]],
  ["movement", ["moved", "left", "entered", "route", "new_block", "split", "combined", "combine", "stood_up", "fuel", "refuelling", "rearming", "tow", "training", "swapped", "dummy", "scattered", "waits_outside", "command", "blocks_in_port", "no_longer_convoy", "breakout"]],
];

export function kindOf(report: Report): Kind {
  const id = (report.text?.id ?? "").replace(/^report\./, "");
  return beginnings.find(([, all]) => all.some((begin) => id.startsWith(begin)))?.[0] ?? "other";
}
