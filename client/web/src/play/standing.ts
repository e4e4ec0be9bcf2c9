// Standing orders as a form fills them in: one way for each, and rules where something else shall be done.
import type { StandingInfo } from "../gen/wardroom/v1/lobby_pb";
import type { Menu } from "../gen/wardroom/v1/play_pb";
import type { UsualOrders } from "../gen/wardroom/v1/people_pb";
import type { Queue, StandingOrder } from "../gen/wardroom/v1/queue_pb";

export const askMe = 0;

export interface Rule {
  fact: number;
  atLeast: number;
  way: number;
}
export interface Standing {
  order: number;
  way: number;
  rules: Rule[];
}

const plainRule = ({ fact, atLeast, way }: Rule): Rule => ({ fact, atLeast, way });
const plain = ({ order, way, rules }: Pick<StandingOrder, "order" | "way"> & { rules: readonly Rule[] }): Standing => ({
  order,
  way,
  rules: rules.map(plainRule),
});

export const left = (queue: Queue | undefined): Standing[] => (queue?.standing ?? []).map(plain);

export const forSeat = (orders: readonly StandingInfo[], seat: number): StandingInfo[] =>
  orders.filter(({ seats }) => seats.includes(seat));

/** The order that a menu can be left to. */
export const orderFor = (orders: readonly StandingInfo[], menu: Pick<Menu, "kind" | "reaction">) =>
  orders.find(({ kinds, own }) => (menu.reaction || own) && kinds.includes(menu.kind));

export const standingOf = (all: readonly Standing[], order: number): Standing =>
  all.find((each) => each.order === order) ?? { order, way: askMe, rules: [] };

const replaced = (all: readonly Standing[], changed: Standing): Standing[] => [
  ...all.filter(({ order }) => order !== changed.order),
  ...(changed.way === askMe ? [] : [changed]),
];

// Whoever is asked has no rules; one that would lead to the same way goes.
export function withWay(all: readonly Standing[], order: number, way: number): Standing[] {
  const { rules } = standingOf(all, order);
  return replaced(all, { order, way, rules: way === askMe ? [] : rules.filter((rule) => rule.way !== way) });
}

export const withRule = (all: readonly Standing[], order: number, rule: Rule | undefined): Standing[] =>
  replaced(all, { ...standingOf(all, order), rules: rule ? [rule] : [] });

// How a question will be met: it asks its owner, an order answers, or a rule of the order decides between answers.
export type Lamp = "asks" | "order" | "rule";
export const lampOf = ({ way, rules }: Standing): Lamp =>
  way === askMe ? "asks" : rules.length > 0 ? "rule" : "order";

/** What one has kept for this title and seat. */
export const keptFor = (kept: readonly UsualOrders[], title: string, seat: number): UsualOrders | undefined =>
  kept.find((each) => each.title === title && each.seat === seat);
export const plainOrders = (orders: readonly StandingOrder[]): Standing[] => orders.map(plain);

/** What most players leave. */
export const usual = (orders: readonly StandingInfo[]): Standing[] =>
  orders.filter((each) => each.usual !== askMe).map(({ order, usual: way }) => ({ order, way, rules: [] }));

export const allAt = (orders: readonly StandingInfo[], way: number): Standing[] =>
  orders
    .filter(({ ways }) => ways.some(({ number }) => number === way))
    .map(({ order }) => ({ order, way, rules: [] }));
