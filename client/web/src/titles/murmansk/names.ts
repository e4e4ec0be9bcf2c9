// What things are called.
import { Feature_Kind } from "../../gen/wardroom/murmansk/v1/types_pb";
import type { Air, Group, UnitFace } from "../../gen/wardroom/murmansk/v1/view_pb";
import type { Mark, MurmanskBoard } from "./board.svelte";
import { kindName, type SideName } from "./kinds";
import { t } from "./words";

const boardShift = 24; // a place is a number on one of the title's boards
export const placeName = (place: number): string =>
  place >> boardShift > 0
    ? t("murmansk.area", { area: String(place & 0xff) })
    : t("screen.murmansk.place", { place: String(place) });
export const seasonName = (turn: number): string => t("screen.murmansk.turn", { turn: String(turn) });
export const sideWord = (side: SideName): string => t(`murmansk.seat.${side}`);
export const shipName = ({ id, damaged }: Pick<UnitFace, "id" | "damaged">): string =>
  damaged ? t("murmansk.ship.damaged", { ship: t(`${id}.name`) }) : t(`${id}.name`);
export const shipNames = (ships: readonly UnitFace[]): string => ships.map(shipName).join(", ");
export const airName = ({ id }: Air): string =>
  id.startsWith("ship.") ? t("murmansk.squadron", { carrier: t(`${id}.name`) }) : t(`${id}.name`);

export function groupName({ kind, key }: Group): string {
  const what = kindName(kind);
  if (what === "dummy") return t("murmansk.group.dummy_number", { number: key });
  return what === "ships" || what === "unknown"
    ? t("screen.murmansk.group_number", { number: key })
    : t(`murmansk.group.${what}`);
}
export const markerName = (mark: Mark): string => t(`murmansk.marker.${mark.side}`, { number: mark.marker.number });
export const markName = (mark: Mark): string => (mark.group ? groupName(mark.group) : markerName(mark));

// What is known to be behind a marker; empty: nothing.
export function contents(mark: Mark, board: MurmanskBoard): string {
  const ships = shipNames(mark.ships);
  const count = board.view.board?.freighters ?? 0;
  if (mark.kind === "convoy")
    return mark.ships.length > 0
      ? t("murmansk.group.freighters_with", { count, ships })
      : t("murmansk.group.freighters", { count });
  return ships || (mark.kind === "wolfpack" && !mark.group ? t("murmansk.group.wolfpack") : "");
}
// How long ago its ships were seen, in periods; none: they are seen now, or never were.
export function age(mark: Mark, board: MurmanskBoard): number | undefined {
  const { contacted, seen } = mark.marker;
  return mark.group || contacted || seen === 0 ? undefined : Math.max(0, (board.clock?.count ?? 0) - seen);
}
export function standing(mark: Mark, board: MurmanskBoard): string[] {
  const old = age(mark, board);
  return [
    ...(mark.marker.contacted ? [t(mark.side === board.side ? "web.murmansk.seen" : "web.murmansk.in_contact")] : []),
    ...(old === undefined ? [] : [t("web.murmansk.seen_ago", { periods: old })]),
    ...(mark.marker.fast ? [t("web.murmansk.fast")] : []),
  ];
}

const told: [Feature_Kind, string][] = [
  [Feature_Kind.LANE, "lane"],
  [Feature_Kind.LANE_EAST, "lane_east"],
  [Feature_Kind.ENTRY_A, "entry_a"],
  [Feature_Kind.ENTRY_B, "entry_b"],
  [Feature_Kind.ALLIED_PORT, "allied_port"],
  [Feature_Kind.NAVAL_BASE, "naval_base"],
  [Feature_Kind.AIR_BASE, "air_base"],
  [Feature_Kind.UBOATS, "uboats"],
  [Feature_Kind.ALLIED_SUBMARINES, "allied_submarines"],
  [Feature_Kind.SOVIET_SUBMARINES, "soviet_submarines"],
];
export function groundWords(place: number, board: MurmanskBoard): string[] {
  const closed =
    board.icy && (board.has(place, Feature_Kind.ICE) || board.has(place, Feature_Kind.CLOSED_PORT)) ? ["ice"] : [];
  return [...told.filter(([kind]) => board.has(place, kind)).map(([, word]) => word), ...closed].map((word) =>
    t(`web.murmansk.feature.${word}`),
  );
}
// Everything a position shows.
export const placeWords = (place: number, board: MurmanskBoard): string[] => [
  placeName(place),
  ...groundWords(place, board),
  ...(board.marksIn.get(place) ?? []).map((mark) =>
    [markName(mark), contents(mark, board), ...standing(mark, board)].filter(Boolean).join(", "),
  ),
  ...(board.ports.has(place) ? [t("web.murmansk.in_base", { ships: shipNames(board.ports.get(place)!) })] : []),
  ...(board.airIn.get(place) ?? []).map(airName),
];

export const points = (halves: number): string =>
  t("screen.murmansk.points", {
    sign: halves > 0 ? "plus" : halves < 0 ? "minus" : "none",
    whole: Math.trunc(Math.abs(halves) / 2),
    half: Math.abs(halves) % 2,
  });
