// The screens of Murmansk Run.
import "../../screens/sheet.css";
import { Phase_Kind, Verb_Kind } from "../../gen/wardroom/murmansk/v1/view_pb";
import type { Screens } from "../screens";
import Battle from "./Battle.svelte";
import { MurmanskBoard } from "./board.svelte";
import { openBox } from "./box";
import Chart from "./Chart.svelte";
import Contacts from "./Contacts.svelte";
import Groups from "./Groups.svelte";
import OrderPaper from "./OrderPaper.svelte";
import "./murmansk.css";
import "./sides.css";
import { placeName, points } from "./names";
import Pool from "./Pool.svelte";
import { diceIn } from "./rolls";
import Seasons from "./Seasons.svelte";
import Strip from "./Strip.svelte";
import Telling from "./Telling.svelte";

const topics = ["season", "weather", "movement", "contact", "air", "submarine", "battle", "convoy"]; // from 1
const board = (any: unknown) => any as MurmanskBoard;

export const screens: Screens = {
  open: async (table, pointer, match) => new MurmanskBoard(table, pointer, await openBox(match.scenario)),
  Strip,
  Chart,
  Telling,
  hasFigure: (report) => diceIn(report).length > 0,
  kinds: topics.map((id) => ({ id, name: `murmansk.topic.${id}` })),
  kindOf: (report) => topics[report.topic - 1] ?? "",
  engaged: (any) => (board(any).latest.board?.battle?.ship.length ?? 0) > 0,
  points,
  place: placeName,
  leads: (items) => items.find(({ action }) => action?.verb === Verb_Kind.GO_ON),
  passes: ({ action }) => action?.verb === Verb_Kind.DONE || action?.verb === Verb_Kind.HOLD_FIRE,
  settingUp: (any) => {
    const clock = board(any).clock;
    return clock !== undefined && clock.count === 0 && clock.phase < Phase_Kind.PERIOD;
  },
  next: (any) => board(any).nextGroup(),
  panels: [
    {
      id: "battle",
      name: "murmansk.board.battle",
      view: Battle,
      calls: true,
      shown: (any) => board(any).fighting,
    },
    {
      id: "orders",
      name: "web.murmansk.panel.orders",
      view: OrderPaper,
      stays: true,
      shown: (any) =>
        board(any).side !== undefined && any.table.followed && !any.table.over && (any.table.guide?.freely ?? true),
    },
    {
      id: "groups",
      name: "web.murmansk.panel.groups",
      view: Groups,
      first: true,
      shown: (any) => board(any).owns.length > 0,
    },
    { id: "contacts", name: "web.murmansk.panel.contacts", view: Contacts },
    { id: "pool", name: "web.murmansk.panel.pool", view: Pool },
    { id: "seasons", name: "web.murmansk.panel.seasons", view: Seasons },
  ],
};
