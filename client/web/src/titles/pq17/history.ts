// What history did, out of the scenario's public data: a guide while one plans.
import { Turn_Half, type Turn } from "../../gen/wardroom/pq17/v1/types_pb";
import type { HistoricalSetup_Force } from "../../gen/wardroom/pq17/v1/scenario_pb";
import { Clock_Phase, MenuKind_Kind, Verb_Kind } from "../../gen/wardroom/pq17/v1/view_pb";
import type { Item } from "../../gen/wardroom/v1/play_pb";
import type { Text } from "../../gen/wardroom/v1/text_pb";
import { t } from "./words";
import { sideName, type Pq17Board } from "./board.svelte";

export const turnNumber = (turn: Turn | undefined): number =>
  turn ? turn.day * 2 - (turn.half === Turn_Half.AM ? 1 : 0) : 0;

export interface Voyage {
  id: string;
  convoy: string; // id, or empty
  from: number;
  hexes: readonly number[];
  leaves: number; // turn
  into: string; // place, or empty
}

function voyage(board: Pq17Board, force: HistoricalSetup_Force): Voyage | undefined {
  const at =
    force.where.case === "hex" ? Number(force.where.value) : (board.box.placeHex.get(force.where.value ?? "") ?? 0);
  const hexes = force.plan.flatMap((move) => move.route.map(Number));
  if (hexes.length === 0) return undefined;
  return {
    id: force.id,
    convoy: force.convoy,
    from: at || hexes[0]!,
    hexes,
    leaves: turnNumber(force.plan[0]!.turn),
    into: force.plan.at(-1)!.into,
  };
}

// Planned voyages of one's own side, while plans are made.
export function voyages(board: Pq17Board): Voyage[] {
  const phase = board.view.clock?.phase;
  if (phase !== Clock_Phase.SET_UP && phase !== Clock_Phase.PLANNING) return [];
  return (board.box.scenario.history?.force ?? []).flatMap((force) =>
    sideName(force.side) === board.side ? (voyage(board, force) ?? []) : [],
  );
}

function names(text: Text | undefined): string[] {
  if (!text) return [];
  return [text.id, ...text.arguments.flatMap(({ value }) => (value.case === "text" ? names(value.value) : []))];
}

// A word beside a choice that history made too.
export function asInHistory(board: Pq17Board, item: Item): string {
  const menu = board.table.menu;
  const action = item.action;
  if (!menu || !action) return "";
  const about = names(menu.prompt);
  const then = voyages(board).find((each) => each.convoy !== "" && about.includes(`${each.convoy}.name`));
  if (!then) return "";
  const first = Number(action.arguments[0]);
  const same =
    (menu.kind === MenuKind_Kind.PLAN_DEPARTURE && action.verb === Verb_Kind.DEPART && first === then.leaves) ||
    (menu.kind === MenuKind_Kind.PLAN_ROUTE && action.verb === Verb_Kind.STEP && then.hexes.includes(first)) ||
    (menu.kind === MenuKind_Kind.PLAN_DESTINATION && item.places.includes(board.box.placeHex.get(then.into) ?? -1));
  return same ? t("web.pq17.as_in_history") : "";
}
