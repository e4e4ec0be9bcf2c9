// Names and sentences of PQ-17, out of its catalogs.
import { Ice_Condition, Ice_Sector, Ice_Zone, Weather_Kind, Command_Kind } from "../../gen/wardroom/pq17/v1/types_pb";
import {
  Clock_Segment,
  Clock_Phase,
  Force_FuelStatus,
  Air_Mission,
  type Air_Unit,
  type Counter,
  type Force,
} from "../../gen/wardroom/pq17/v1/view_pb";
import { capital } from "../../words/catalog";
import { say, t } from "./words";
import { kindName, type KindName, type Mark, type Pq17Board, type SideName } from "./board.svelte";
import { nameOf } from "./geometry";

export function list(parts: readonly string[]): string {
  if (parts.length === 0) return t("screen.pq17.nothing");
  let sum = parts[parts.length - 1]!;
  for (let i = parts.length - 2; i >= 0; --i) {
    sum =
      i === parts.length - 2
        ? t("list.last", { first: parts[i]!, second: sum })
        : t("list.more", { first: parts[i]!, rest: sum });
  }
  return sum;
}

export const turnName = (turn: number): string =>
  t(turn % 2 === 0 ? "turn.pm" : "turn.am", { day: Math.ceil(turn / 2) });
export const weatherName = (kind: Weather_Kind): string => t(`weather.${Weather_Kind[kind].toLowerCase()}.name`);
export const weatherHelp = (kind: Weather_Kind): string => t(`weather.${Weather_Kind[kind].toLowerCase()}.help`);
export const iceName = (kind: Ice_Condition): string => t(`ice.${Ice_Condition[kind].toLowerCase()}.name`);
export const zoneName = (zone: Ice_Zone): string => t(`icezone.zone_${Ice_Zone[zone].toLowerCase()}.name`);
export const sectorName = (sector: Ice_Sector): string => t(`icesector.${Ice_Sector[sector].toLowerCase()}.name`);
export const commandName = (command: Command_Kind): string => t(`command.${Command_Kind[command].toLowerCase()}.name`);
export const placeName = (id: string): string => (/^\d{4}$/.test(id) ? t("choice.hex", { hex: id }) : t(`${id}.name`));
export const unitName = (id: string): string => t(`${id}.name`);
// Counters of one Gruppe are told apart by their numbers.
export const airUnitName = (unit: Pick<Air_Unit, "unit" | "number">): string =>
  unit.number > 0 ? t("aircraft.numbered", { unit: unitName(unit.unit), number: unit.number }) : unitName(unit.unit);
export const sideWord = (side: SideName): string => t(`seat.${side}.name`);

export function segmentName(board: Pq17Board): string {
  const clock = board.view.clock;
  if (!clock) return "";
  if (board.over) return t("screen.pq17.over");
  if (clock.segment !== Clock_Segment.SEGMENT_UNSPECIFIED) {
    return t(`segment.${Clock_Segment[clock.segment].toLowerCase()}.name`);
  }
  return phaseName(clock.phase);
}
export function segmentHelp(board: Pq17Board): string {
  const segment = board.view.clock?.segment ?? 0;
  return segment === Clock_Segment.SEGMENT_UNSPECIFIED ? "" : t(`segment.${Clock_Segment[segment].toLowerCase()}.help`);
}
function phaseName(phase: Clock_Phase): string {
  const ids: Partial<Record<Clock_Phase, string>> = {
    [Clock_Phase.SPECIAL_CONDITION_DRAW]: "segment.chits.name",
    [Clock_Phase.SET_UP]: "segment.setup.name",
    [Clock_Phase.PLANNING]: "phase.planning.name",
    [Clock_Phase.DUMMIES_APPEAR]: "phase.planning.name",
    [Clock_Phase.WEATHER]: "phase.weather.name",
    [Clock_Phase.SPECIAL_CONDITIONS]: "phase.special_conditions.name",
    [Clock_Phase.FUEL]: "phase.fuel.name",
  };
  const id = ids[phase];
  return id ? t(id) : "";
}

export function blockName(kind: KindName, number: number): string {
  switch (kind) {
    case "task_force":
      return t("block.task_force", { number });
    case "convoy":
      return t("block.convoy", { number });
    case "wolfpack":
      return t("block.wolfpack", { number });
    case "dummy":
      return t("screen.pq17.dummy");
    case "unknown":
      return t("block.unidentified");
  }
}

export function forceName(force: Force): string {
  if (force.convoy) return t("block.convoy_named", { number: force.number, name: t(`${force.convoy}.name`) });
  return blockName(kindName(force.kind), force.number);
}

// Short enough to be written on the block.
export function shortName(mark: Pick<Mark, "kind" | "number">): string {
  return mark.kind === "unknown" ? "?" : t(`web.pq17.short.${mark.kind}`, { number: mark.number });
}

export function shipState(ship: Counter): string {
  if (ship.deadInWater) return "dead";
  if (ship.towedBy) return "towed";
  return ship.crippled ? "crippled" : "sound";
}
export const shipName = (ship: Counter): string =>
  t("screen.pq17.ship", { ship: unitName(ship.unit), cs: ship.cs, state: shipState(ship) });

export const fuelName = (force: Force): string => t(`fuelstatus.${Force_FuelStatus[force.fuel].toLowerCase()}.name`);

export const airName = (unit: Air_Unit): string =>
  t("screen.pq17.air", {
    unit: airUnitName(unit),
    cs: unit.cs,
    place: unitName(unit.base),
    mission: Air_Mission[unit.mission].toLowerCase(),
    hex: nameOf(unit.mission === Air_Mission.RADIUS ? (unit.radius[0] ?? unit.hex) : unit.hex),
  });

export function points(halves: number): string {
  const size = Math.abs(halves);
  return t("score.points", {
    sign: halves > 0 ? "plus" : halves < 0 ? "minus" : "none",
    whole: Math.floor(size / 2),
    half: size % 2,
  });
}

// One block in words, for labels and for readers of the screen.
export function describe(mark: Mark, board: Pq17Board): string {
  const parts = [`${sideWord(mark.side)}: ${mark.force ? forceName(mark.force) : blockName(mark.kind, mark.number)}`];
  const { block } = mark;
  if (block.flat) parts.push(t("web.pq17.level", { level: block.level }));
  if (mark.force?.fuelTurn) parts.push(fuelName(mark.force));
  if (block.scattered) parts.push(t("marker.scattered.name").toLowerCase());
  if (block.shadow.length > 0) parts.push(t("marker.shadowed.name").toLowerCase());
  for (const fact of mark.force ? [] : (board.known.get(block.id)?.facts ?? [])) parts.push(say(fact.age));
  return parts.join(", ");
}

// What a hex itself is: its ice, ports, airbases and weather.
export function groundWords(hex: number, board: Pq17Board): string[] {
  const data = board.box.hexes.get(hex);
  if (!data) return [];
  const parts: string[] = [];
  for (const area of data.ice) {
    const { condition, certain } = board.ice(area);
    if (condition <= Ice_Condition.CLEAR) continue;
    parts.push(
      t("screen.pq17.ice_area", {
        zone: zoneName(area.zone),
        ice: iceName(condition),
        certain: certain ? "yes" : "no",
      }),
    );
  }
  for (const port of board.box.ports)
    if (Number(port.hex) === hex && !port.temporary) parts.push(t("web.pq17.port", { name: placeName(port.id) }));
  for (const base of board.box.airbases)
    if (Number(base.hex) === hex) parts.push(t("web.pq17.airbase", { name: placeName(base.id) }));
  for (const local of board.view.environment?.local ?? []) {
    if (local.hex.includes(hex)) parts.push(weatherName(local.weather));
  }
  return parts.map(capital);
}

// Everything a hex shows, in words.
export function hexWords(hex: number, board: Pq17Board): string[] {
  const parts = groundWords(hex, board);
  for (const stack of board.stacksIn.get(hex) ?? []) {
    parts.push(`${sideWord(stack.side)}, ${placeName(stack.place)}: ${t("block.in_port", { count: stack.blocks })}`);
  }
  for (const mark of board.marksIn.get(hex) ?? []) parts.push(describe(mark, board));
  for (const force of board.waiting) if (Number(force.place) === hex) parts.push(forceName(force));
  for (const unit of board.airIn.get(hex) ?? [])
    parts.push(`${sideWord(unit.side)}: ${airUnitName(unit)} (${t("score.strength", { cs: unit.cs })})`);
  return parts.map(capital);
}
