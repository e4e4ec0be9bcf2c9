// Obstacles: why a force or an aircraft cannot be ordered now, as far as its owner's view says. Nothing is said against what is not
// known: the server says it, when the order is played.
import type { AirModel } from "../../gen/wardroom/pq17/v1/counters_pb";
import type { WeatherEffect } from "../../gen/wardroom/pq17/v1/environment_pb";
import { AirType_Kind, BlockKind_Kind, Nation_Kind, Weather_Kind } from "../../gen/wardroom/pq17/v1/types_pb";
import {
  Clock_Segment,
  type Air_Unit,
  type Environment,
  type Force,
  type View,
} from "../../gen/wardroom/pq17/v1/view_pb";

export type WhyStays =
  | "moved"
  | "gales"
  | "dispersed"
  | "shadows"
  | "arrived"
  | "entered"
  | "inoperative"
  | "tirpitz"
  | "points"
  | "unknown";
export interface Stays {
  why: WhyStays;
  certain: boolean; // it cannot be ordered; else that may change before it moves
}

// Whether the menu offers it; none: another is asked, or none.
export type Offered = boolean | undefined;

const noPointsLeft = ({ own }: View): boolean =>
  own !== undefined && own.command.length > 0 && own.command.every(({ points, spent }) => spent >= points);

function reasonOf(force: Force, view: View, moving: boolean, offered: Offered): WhyStays | undefined {
  const inPort = force.block === 0;
  const others = view.own?.force ?? [];
  const ofAnother = force.dispersedFrom !== force.key && others.some(({ key }) => key === force.dispersedFrom);
  const shadows = (view.sea?.block ?? []).some(
    ({ id, under, shadow }) =>
      !inPort && ((id === force.block && under !== 0) || shadow.some(({ block }) => block === force.block)),
  );
  if (moving && force.enteredPort) return "entered";
  if (moving && force.done) return "moved";
  if (force.heldByGales) return "gales";
  if (ofAnother) return "dispersed";
  if (shadows) return "shadows";
  if (!inPort) return undefined;
  if (force.kind === BlockKind_Kind.CONVOY && force.destination !== "" && force.place === force.destination)
    return "arrived";
  if (force.ship.some(({ inoperative }) => inoperative)) return "inoperative";
  if (force.ship.some(({ unit }) => unit === "ship.tirpitz") && !view.own?.tirpitzMaySail) return "tirpitz";
  return offered === false && noPointsLeft(view) ? "points" : undefined;
}

// `mine`: one's own Player Phase is being played.
export function whyStays(force: Force, view: View, mine: boolean, offered: Offered): Stays | undefined {
  if (offered) return undefined;
  const moving = mine && (view.clock?.segment ?? 0) >= Clock_Segment.NAVAL_MOVEMENT;
  const why = reasonOf(force, view, moving, offered);
  if (offered === false) return { why: why ?? "unknown", certain: true };
  if (!why) return undefined;
  const mayChange = why === "shadows" || why === "tirpitz" || (why !== "arrived" && !mine);
  return { why, certain: !mayChange };
}

export type WhyGrounded = "weather" | "night" | "no_target";

export const weatherIn = (environment: Environment | undefined, hex: number): Weather_Kind =>
  environment?.local.find((area) => area.hex.includes(hex))?.weather ??
  environment?.weather ??
  Weather_Kind.UNSPECIFIED;

const bombs = ({ type }: AirModel) => type !== AirType_Kind.FIGHTER && type !== AirType_Kind.PHOTO;
// Events can let others fly at Night: where any is in force, nothing is said.
const fliesAtNight = (model: AirModel, view: View): boolean =>
  model.recon || (model.nation === Nation_Kind.BRITISH && bombs(model)) || (view.standing?.event.length ?? 0) > 0;

export interface AtBase {
  unit: Air_Unit;
  model: AirModel | undefined;
  effect: WeatherEffect | undefined; // of the weather where its base is
  night: boolean;
}
// An air unit of one's own, in one's own Player Phase.
export function whyGrounded({ unit, model, effect, night }: AtBase, view: View, offered: Offered) {
  if (offered) return undefined;
  const aboard = unit.base.startsWith("ship.");
  if (effect && !(aboard ? effect.carrierLaunch : effect.landTakeOff)) return "weather" satisfies WhyGrounded;
  if (night && model && !fliesAtNight(model, view)) return "night" satisfies WhyGrounded;
  return offered === false ? ("no_target" satisfies WhyGrounded) : undefined;
}

// Aircraft that cannot search fly only where there may be something for them to attack.
export const hasNoTarget = (model: AirModel | undefined, enemies: number, enemyPlace: boolean): boolean =>
  model !== undefined && !model.recon && enemies === 0 && !enemyPlace;
