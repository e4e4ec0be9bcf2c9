// Orders: what a sheet asks for, as the queue of ordinary actions that the server plays menu by menu.
import { create } from "@bufbuild/protobuf";
import { ActionSchema, type Action } from "../gen/wardroom/v1/play_pb";
import { IfAbsent, OrderSchema, OrderState, type Order, type Queue } from "../gen/wardroom/v1/queue_pb";
import { TextSchema, ArgumentSchema, type Text } from "../gen/wardroom/v1/text_pb";

// One answer, for a menu of one kind. Where it is optional, its menu may not come: then it is left out.
export interface Wanted {
  kind: number;
  verb: number;
  arguments?: readonly (number | bigint)[];
  optional?: boolean;
  told?: boolean; // optional, and what its group is for: that it was left out is told
  open?: boolean; // its further arguments may be anything
  rest?: boolean; // before it the queue waits for its owner, whatever has happened
}
// What a person calls one order: a route, a flight.
export interface Group {
  label: Text;
  wanted: readonly Wanted[];
}

export function text(id: string, values: Readonly<Record<string, Text | string | number>> = {}): Text {
  return create(TextSchema, {
    id,
    arguments: Object.entries(values).map(([name, value]) => create(ArgumentSchema, { name, value: valueOf(value) })),
  });
}
function valueOf(value: Text | string | number) {
  if (typeof value === "number") return { case: "number" as const, value: BigInt(value) };
  return typeof value === "string" ? { case: "word" as const, value } : { case: "text" as const, value };
}

export function toOrders(groups: readonly Group[], after: Queue | undefined): Order[] {
  let id = after?.orders.reduce((most, { order }) => (order && order.id > most ? order.id : most), 0n) ?? 0n;
  const before = id;
  return groups.flatMap(({ label, wanted }, group) =>
    wanted.map(({ kind, verb, arguments: values = [], optional, told, open = false, rest = false }) =>
      create(OrderSchema, {
        id: ++id,
        group: before + BigInt(group + 1),
        action: create(ActionSchema, { verb, arguments: values.map(BigInt) }),
        ifAbsent: told ? IfAbsent.TELL : optional ? IfAbsent.SKIP : IfAbsent.HOLD,
        menuKind: kind,
        anyFurther: open,
        rest,
        label,
      }),
    ),
  );
}

export const waiting = (queue: Queue | undefined): Order[] =>
  (queue?.orders ?? []).flatMap(({ order, state }) => (order && state === OrderState.WAITING ? [order] : []));

// The newest sending of which several answers can be undone at once; none: there is no such.
export function undoable(queue: Queue | undefined): bigint | undefined {
  const played = (queue?.orders ?? []).filter(({ canUndo }) => canUndo);
  const newest = played.reduce((most, { sending }) => (sending > most ? sending : most), 0n);
  return played.filter(({ sending }) => sending === newest).length > 1 ? newest : undefined;
}

// Orders as their owner named them.
export interface Ordered {
  label: Text;
  orders: Order[];
}
function grouped(orders: readonly Order[]): Ordered[] {
  const groups: (Ordered & { group: bigint })[] = [];
  for (const order of orders) {
    const last = groups.at(-1);
    if (last && order.group !== 0n && last.group === order.group) last.orders.push(order);
    else groups.push({ label: order.label ?? text(""), orders: [order], group: order.group });
  }
  return groups;
}
export const waitingGroups = (queue: Queue | undefined): Ordered[] => grouped(waiting(queue));

// What could not be carried out, or not as it was wanted, while the rest of the queue was played.
export const leftOut = (queue: Queue | undefined): Ordered[] =>
  grouped(
    (queue?.orders ?? []).flatMap(({ order, state }) =>
      order && state === OrderState.SKIPPED && order.ifAbsent === IfAbsent.TELL ? [order] : [],
    ),
  );

const begun = (queue: Queue | undefined, { group }: Order): boolean =>
  group !== 0n && (queue?.orders ?? []).some((each) => each.order?.group === group && each.state === OrderState.PLAYED);

// Which of those that wait is played next, or cannot be: the one that should have answered, or what has begun, or the first that is
// more than the end of a part. The server leaves out the same one (GoOn.without_first).
export function nextGroup(queue: Queue | undefined): Ordered | undefined {
  const groups = waitingGroups(queue);
  const [first] = groups;
  const held = groups.find(({ orders }) => orders.some(({ id }) => id === queue?.hold?.order));
  if (held || !first || begun(queue, first.orders[0]!)) return held ?? first;
  return groups.find(({ orders }) => orders.some(({ ifAbsent }) => ifAbsent !== IfAbsent.SKIP)) ?? first;
}
// Those that are called the same: all flights, all routes.
export const alike = (groups: readonly Ordered[], { label }: Ordered): Ordered[] =>
  groups.filter((each) => each.label.id === label.id);

// What still waits when these are left out. What has begun is ended: its last order stays if it may be left out.
export function without(queue: Queue | undefined, unwanted: readonly Ordered[]): Order[] {
  const gone = new Set(
    unwanted.flatMap(({ orders }) => {
      const last = orders.at(-1);
      const ends = last && last.ifAbsent === IfAbsent.SKIP && begun(queue, last);
      return orders.slice(0, ends ? -1 : undefined).map(({ id }) => id);
    }),
  );
  return waiting(queue).filter(({ id }) => !gone.has(id));
}

type Asked = { kind: number; items: readonly { action?: Pick<Action, "verb" | "arguments"> | undefined }[] };

// Whether an order answers a menu.
function answers({ action, menuKind, anyFurther }: Order, menu: Asked): boolean {
  const given = action?.arguments ?? [];
  return (
    (menuKind === 0 || menuKind === menu.kind) &&
    menu.items.some(({ action: offered }) => {
      const values = offered?.arguments ?? [];
      return (
        offered?.verb === action?.verb &&
        (anyFurther || values.length === given.length) &&
        given.every((value, i) => value === values[i])
      );
    })
  );
}

// What the next order answers to a menu, and how many optional ones are left out before it; none: nothing is left out. The server
// does this; here it is reckoned how often a person is needed.
export function next(orders: readonly Order[], menu: Asked): { order: Order; skipped: number } | undefined {
  for (const [skipped, order] of orders.entries()) {
    if (answers(order, menu)) return { order, skipped };
    if (order.ifAbsent === IfAbsent.HOLD) return undefined;
  }
  return undefined;
}
/** What was played out of the queue and can still be undone, the oldest first. */
export const undoableOrders = (queue: Queue | undefined): Order[] =>
  (queue?.orders ?? []).flatMap(({ canUndo, order }) => (canUndo && order ? [order] : []));
