// The screens of PQ-17.
import "../../screens/sheet.css";
import { Battle_Kind, Clock_Phase, Verb_Kind } from "../../gen/wardroom/pq17/v1/view_pb";
import { Loss_Harm, type Item } from "../../gen/wardroom/v1/play_pb";
import type { Harm } from "../../play/events";
import { t } from "./words";
import type { Screens } from "../screens";
import BattlePaper from "./BattlePaper.svelte";
import { Pq17Board } from "./board.svelte";
import { openBox } from "./box";
import Chart from "./Chart.svelte";
import "./battle.css";
import "./card.css";
import "./chart.css";
import Contacts from "./Contacts.svelte";
import Forces from "./Forces.svelte";
import OrderPaper from "./OrderPaper.svelte";
import "./muster.css";
import "./strip.css";
import { nameOf } from "./geometry";
import { asInHistory } from "./history";
import { isWeighed, kindOf, kinds } from "./kinds";
import { stepOf } from "./steps";
import { points } from "./names";
import { rest } from "./rest";
import { cardIn, chanceOf, rollIn } from "./rolls";
import Sky from "./Sky.svelte";
import Strip from "./Strip.svelte";
import Telling from "./Telling.svelte";

// Ships of one kind in several places of the line are told apart by their place.
function placeInLine({ action }: Item): string {
  const place = action?.verb === Verb_Kind.TARGET ? Number(action.arguments[1] ?? 0) : 0;
  return place > 0 ? t("web.pq17.battle.place", { place }) : "";
}

// Strength in CS; one ship with a name is lost or damaged as she is.
function amount({ unit, harm, count }: Harm): string {
  return unit.startsWith("ship.") && harm !== Loss_Harm.HIT ? "" : t("score.strength", { cs: count });
}

export const screens: Screens = {
  open: async (table, pointer, match) => new Pq17Board(table, pointer, await openBox(match.scenario)),
  Strip,
  Chart,
  Telling,
  hasFigure: (report) => rollIn(report) !== undefined || cardIn(report) !== undefined,
  kinds: kinds.map((id) => ({ id, name: `web.pq17.log.${id}` })),
  kindOf,
  Scene: () => import("./Scene.svelte"),
  engaged: (board) => ((board as Pq17Board).latest.battle?.kind ?? Battle_Kind.UNSPECIFIED) !== Battle_Kind.UNSPECIFIED,
  act: (event, report) => stepOf(event.told[0]!.report, report),
  chance: chanceOf,
  points,
  amount,
  leads: (items) => {
    const offered = (verb: Verb_Kind) => items.find((item) => item.action?.verb === verb);
    return offered(Verb_Kind.GO_ON) ?? offered(Verb_Kind.FOLLOW_ALL_ROUTES);
  },
  passes: ({ action }) => action?.verb === Verb_Kind.DONE || action?.verb === Verb_Kind.PLOT_END,
  rest,
  weighs: isWeighed,
  Stakes: () => import("./Stakes.svelte"),
  settingUp: (board) =>
    [Clock_Phase.SPECIAL_CONDITION_DRAW, Clock_Phase.SET_UP].includes(
      (board as Pq17Board).view.clock?.phase ?? Clock_Phase.PHASE_UNSPECIFIED,
    ),
  next: (board) => (board as Pq17Board).nextForce(),
  place: nameOf,
  mark: (board, item) => asInHistory(board as Pq17Board, item) || placeInLine(item),
  panels: [
    {
      id: "battle",
      name: "web.pq17.panel.battle",
      view: BattlePaper,
      calls: true,
      shown: (board) => ((board as Pq17Board).view.battle?.kind ?? Battle_Kind.UNSPECIFIED) !== Battle_Kind.UNSPECIFIED,
    },
    {
      id: "orders",
      name: "web.pq17.panel.orders",
      view: OrderPaper,
      stays: true,
      shown: (board) =>
        (board as Pq17Board).side !== undefined &&
        board.table.followed &&
        !board.table.over &&
        (board.table.guide?.freely ?? true),
    },
    {
      id: "forces",
      name: "web.pq17.panel.forces",
      view: Forces,
      first: true,
      shown: (board) => (board as Pq17Board).owns.length > 0,
    },
    { id: "contacts", name: "web.pq17.panel.contacts", view: Contacts },
    { id: "sky", name: "web.pq17.panel.sky", view: Sky },
  ],
};
