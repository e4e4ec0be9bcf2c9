import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.ts";
import { create } from "@bufbuild/protobuf";
import { NumbersSchema } from "../src/gen/wardroom/pq17/v1/numbers_pb.ts";
import { MenuKind_Kind, Verb_Kind } from "../src/gen/wardroom/pq17/v1/view_pb.ts";
import { IfAbsent, OrderState, QueueSchema } from "../src/gen/wardroom/v1/queue_pb.ts";
import {
  alike,
  leftOut,
  next,
  nextGroup,
  text,
  toOrders,
  undoable,
  waitingGroups,
  without,
} from "../src/play/orders.ts";
import { affordable } from "../src/titles/pq17/fuel.ts";
import {
  flightOf,
  moveOf,
  opening,
  phase,
  searchRest,
  surfaceOf,
  underwaterOf,
  type Plan,
} from "../src/titles/pq17/phase.ts";

const { MOVE, MOVE_FORCE, ICE, SPLIT } = MenuKind_Kind;
const menu = (kind: number, ...items: [number, ...number[]][]) => ({
  kind,
  items: items.map(([verb, ...values]) => ({ action: { verb, arguments: values.map(BigInt) } })),
});
const endOfMovement = { kind: MOVE, verb: Verb_Kind.DONE };
const plan = (part: Partial<Plan>): Plan => ({
  asked: 0,
  ticked: [],
  moves: [],
  flights: [],
  searches: [],
  attacks: new Map(),
  passed: new Set(),
  rests: new Set(),
  through: MenuKind_Kind.DESIGNATE,
  finishes: false,
  ...part,
});
const kindsOf = (part: Partial<Plan>) => phase(plan(part)).flatMap(({ wanted }) => wanted.map(({ kind }) => kind));
const groups = (...wanted: Parameters<typeof moveOf>[0][]) =>
  wanted.map((move) => ({ label: text("a"), wanted: moveOf(move, false) }));

test("a sheet is sent as ordinary actions, each for a menu of its kind", () => {
  const orders = toOrders(groups({ force: 3, way: [409, 410], intoPort: false, ice: "cross", air: "ask" }), undefined);
  assert.deepEqual(
    orders.map(({ menuKind, action }) => [menuKind, action?.verb, ...(action?.arguments ?? []).map(Number)]),
    [
      [MOVE, Verb_Kind.CHOOSE_FORCE, 3],
      [MOVE_FORCE, Verb_Kind.STEP, 409],
      [ICE, Verb_Kind.CROSS],
      [MOVE_FORCE, Verb_Kind.STEP, 410],
      [ICE, Verb_Kind.CROSS],
      [MOVE_FORCE, Verb_Kind.STOP],
    ],
  );
  assert.ok(orders[0]?.ifAbsent === IfAbsent.TELL, "where it cannot go, others still do, and its owner is told");
  assert.ok(orders[1]?.ifAbsent === IfAbsent.TELL);
  assert.ok(orders[3]?.ifAbsent === IfAbsent.SKIP, "it goes as far as it can");
});

test("a Wolfpack does about enemy aircraft as it was told", () => {
  const { WOLFPACK_RETRY } = MenuKind_Kind;
  const orders = (air: "ask" | "stay" | "again" | "one") =>
    toOrders(groups({ force: 3, way: [409], intoPort: false, ice: "cross", air }), undefined).slice(1);
  const patrolled = menu(MOVE_FORCE, [Verb_Kind.STEP, 409], [Verb_Kind.STEP, 409, 1], [Verb_Kind.STOP]);
  const heldUp = menu(WOLFPACK_RETRY, [Verb_Kind.TRY_AGAIN], [Verb_Kind.STOP]);
  const first = (air: "ask" | "stay" | "again" | "one") =>
    String(next(orders(air), patrolled)?.order.action?.arguments);
  assert.deepEqual([first("again"), first("stay"), first("one")], ["409", "409", "409,1"]);
  const then = (air: "ask" | "stay" | "again" | "one") => next(orders(air).slice(1), heldUp)?.order.action?.verb;
  assert.deepEqual([then("ask"), then("stay"), then("again")], [undefined, Verb_Kind.STOP, Verb_Kind.TRY_AGAIN]);
  // It tries again, and goes to the same hex.
  const again = orders("again");
  const tried = next(again.slice(1), heldUp)!;
  assert.equal(String(next(again.slice(tried.skipped + 2), patrolled)?.order.action?.arguments), "409");
  const free = menu(MOVE_FORCE, [Verb_Kind.STEP, 409], [Verb_Kind.STOP]);
  assert.equal(String(next(orders("one"), free)?.order.action?.arguments), "409", "where none patrol it goes on");
});

test("a force that spares its fuel goes no farther than it can afford", () => {
  const numbers = create(NumbersSchema, {
    movement: { moderateHexes: 2, highHexes: 3, portHexes: 1 },
    fuel: { highSpeedCost: 3 },
  });
  const voyage = { way: [1, 2, 3, 4], inPort: false, turnsLeft: 6, home: (hex: number) => 3 + hex };
  assert.equal(affordable(voyage, "no", numbers), 4);
  assert.equal(affordable(voyage, "speed", numbers), 2);
  assert.equal(affordable({ ...voyage, inPort: true }, "speed", numbers), 1, "leaving port has cost one");
  assert.equal(affordable(voyage, "home", numbers), 2, "a third hex at High Speed costs three turns");
  assert.equal(affordable({ ...voyage, turnsLeft: 7 }, "home", numbers), 4);
  assert.equal(affordable({ ...voyage, turnsLeft: 2 }, "home", numbers), 0);
  assert.equal(affordable({ ...voyage, home: () => Infinity }, "home", numbers), 0);
});

test("ids go on from those of the queue, and orders of one name are one group", () => {
  const first = toOrders([{ label: text("a"), wanted: flightOf({ unit: 7, hex: 611, patrol: false }) }], undefined);
  const queue = create(QueueSchema, { orders: first.map((order) => ({ order, state: OrderState.WAITING })) });
  const more = toOrders([{ label: text("b"), wanted: [endOfMovement] }], queue);
  assert.equal(more[0]?.id, 4n);
  assert.equal(waitingGroups(queue).length, 1);
  assert.equal(waitingGroups(queue)[0]?.orders.length, 3);
});

test("what is optional is left out where its menu does not come", () => {
  const orders = toOrders(phase(plan({ passed: new Set(opening) })), undefined);
  assert.equal(next(orders, menu(MOVE, [Verb_Kind.DONE]))?.skipped, opening.length);
  assert.equal(next(orders, menu(SPLIT, [Verb_Kind.DONE]))?.order.menuKind, SPLIT);
});

test("what is optional and belongs to other menus waits for them", () => {
  const { COMBINE, STRIKE } = MenuKind_Kind;
  const orders = toOrders(phase(plan({ asked: STRIKE, through: STRIKE, passed: new Set([COMBINE]) })), undefined);
  assert.equal(next(orders, menu(STRIKE, [Verb_Kind.DONE])), undefined);
});

test("a sheet begins with the menu that is asked, and ends where it says", () => {
  const { AIR_MISSION, COMBINE, DESIGNATE, STRIKE } = MenuKind_Kind;
  assert.deepEqual(kindsOf({ asked: AIR_MISSION }), [AIR_MISSION], "no search is ordered: there he is asked");
  assert.deepEqual(kindsOf({ asked: AIR_MISSION, searches: [searchRest] }), [AIR_MISSION, DESIGNATE, DESIGNATE]);
  assert.deepEqual(kindsOf({ asked: MOVE, through: MOVE, passed: new Set([COMBINE]) }), [MOVE, COMBINE]);
  assert.deepEqual(kindsOf({ asked: STRIKE, through: STRIKE, passed: new Set([COMBINE]) }), [COMBINE]);
});

const attack = (...wanted: ReturnType<typeof surfaceOf>) => ({ label: text("a"), wanted });

test("attacks beneath the sea and on it go with one sending, each in its segment, and then it is done", () => {
  const { STRIKE, SUBMARINE_COMBAT, SUBMARINE_TARGETS, SURFACE_COMBAT } = MenuKind_Kind;
  const torpedoes = underwaterOf({ force: 4, target: 9, verb: Verb_Kind.SUBMARINE_ATTACK, aim: 3, boats: 1 });
  const asked = plan({
    asked: STRIKE,
    through: STRIKE,
    finishes: true,
    attacks: new Map([
      [SURFACE_COMBAT, [attack(...surfaceOf(9, [1, 2])), attack(...surfaceOf(8, [3]))]],
      [SUBMARINE_COMBAT, [attack(...torpedoes)]],
    ]),
  });
  const orders = toOrders(phase(asked), undefined);
  assert.deepEqual(
    orders.map(({ menuKind, action, rest }) => [menuKind, action?.verb, String(action?.arguments), rest]),
    [
      [STRIKE, Verb_Kind.DONE, "", false],
      [SUBMARINE_COMBAT, Verb_Kind.SUBMARINE_ATTACK, "4,9", false],
      [SUBMARINE_TARGETS, Verb_Kind.CHOOSE_CATEGORY, "3", false],
      [SUBMARINE_TARGETS, Verb_Kind.CHOOSE_CATEGORY, "3", false],
      [SUBMARINE_COMBAT, Verb_Kind.DONE, "", false],
      [SURFACE_COMBAT, Verb_Kind.ATTACK, "1,9", true],
      [SURFACE_COMBAT, Verb_Kind.ATTACK, "2,9", false],
      [SURFACE_COMBAT, Verb_Kind.ATTACK, "3,8", true],
      [SURFACE_COMBAT, Verb_Kind.DONE, "", false],
    ],
  );
  assert.ok(
    orders.every(({ ifAbsent }) => ifAbsent !== IfAbsent.HOLD),
    "whatever a battle asks is asked, and the sheet goes on after it",
  );
});

test("boats without an aim are asked for theirs; a battle that is asked for now is not waited for", () => {
  const { SUBMARINE_COMBAT, SURFACE_COMBAT } = MenuKind_Kind;
  const each = { force: 4, target: 9, verb: Verb_Kind.SUBMARINE_ATTACK, boats: 2 };
  assert.deepEqual(
    underwaterOf({ ...each, aim: 0 }).map(({ kind }) => kind),
    [SUBMARINE_COMBAT],
  );
  const battles = new Map([[SURFACE_COMBAT, [attack(...surfaceOf(9, [1])), attack(...surfaceOf(8, [3]))]]]);
  const now = phase(plan({ asked: SURFACE_COMBAT, through: SURFACE_COMBAT, finishes: true, attacks: battles }));
  assert.deepEqual(
    toOrders(now, undefined).map(({ rest }) => rest),
    [false, true, false],
  );
});

test("a sheet waits before the parts that its owner named, but not at the one that is asked", () => {
  const { AIR_MISSION, DESIGNATE } = MenuKind_Kind;
  const rests = new Set<number>([AIR_MISSION, DESIGNATE]);
  const sent = (asked: number) =>
    toOrders(phase(plan({ asked, rests, searches: [searchRest] })), undefined)
      .filter(({ rest }) => rest)
      .map(({ menuKind }) => menuKind);
  assert.deepEqual(sent(MOVE), [AIR_MISSION, DESIGNATE]);
  assert.deepEqual(sent(AIR_MISSION), [DESIGNATE]);
});

test("of a menu of which nothing is wanted one is done, if the sheet is sent for it", () => {
  const { STRIKE, STRIKE_TARGETS } = MenuKind_Kind;
  for (const kind of [STRIKE, STRIKE_TARGETS])
    assert.deepEqual(
      toOrders(phase(plan({ asked: kind, through: kind, finishes: true })), undefined).map(({ menuKind, action }) => [
        menuKind,
        action?.verb,
      ]),
      [[kind, Verb_Kind.DONE]],
    );
});

test("who sends his sheet at a question and ticks nothing has nothing to say there", () => {
  const { PHOTO } = MenuKind_Kind;
  assert.deepEqual(kindsOf({ asked: PHOTO }).slice(0, 2), [PHOTO, MOVE]);
  assert.ok(!kindsOf({ asked: MOVE }).includes(PHOTO));
});

test("ticked answers stand first, and then their menu is done", () => {
  const { PHOTO } = MenuKind_Kind;
  const photo = { kind: PHOTO, verb: Verb_Kind.PHOTOGRAPH, arguments: [1, 2], told: true };
  const [first, second] = phase(plan({ asked: PHOTO, ticked: [{ label: text("a"), wanted: [photo] }] }));
  assert.deepEqual(first!.wanted, [photo]);
  assert.equal(second!.wanted[0]!.verb, Verb_Kind.DONE, "the end is an order of its own: it stays when another goes");
});

test("a done of one menu is never taken for that of another", () => {
  const orders = toOrders([{ label: text("a"), wanted: [endOfMovement] }], undefined);
  assert.equal(next(orders, menu(SPLIT, [Verb_Kind.DONE])), undefined);
});

test("an order that is open takes whatever follows its arguments", () => {
  const wanted = [{ kind: MOVE_FORCE, verb: Verb_Kind.STEP, arguments: [409], open: true }];
  const orders = toOrders([{ label: text("a"), wanted }], undefined);
  assert.ok(next(orders, menu(MOVE_FORCE, [Verb_Kind.STEP, 409, 1])));
  assert.equal(next(orders, menu(MOVE_FORCE, [Verb_Kind.STEP, 410, 1])), undefined);
});

test("what is not offered halts", () => {
  const orders = toOrders(groups({ force: 3, way: [409], intoPort: false, ice: "cross", air: "ask" }), undefined);
  assert.equal(next(orders, menu(MOVE, [Verb_Kind.CHOOSE_FORCE, 4])), undefined);
});

// A sheet as the server keeps it: so many orders of it have been played or left out.
function queueOf(orders: ReturnType<typeof toOrders>, states: readonly OrderState[], hold?: { order: bigint }) {
  return create(QueueSchema, {
    orders: orders.map((order, i) => ({ order, state: states[i] ?? OrderState.WAITING })),
    ...(hold && { hold }),
  });
}
const { PLAYED, SKIPPED } = OrderState;
const flight = (unit: number, label = "fly") => ({
  label: text(label, { unit }),
  wanted: flightOf({ unit, hex: 611, patrol: false }),
});
const endOfFlights = {
  label: text("flown"),
  wanted: [{ kind: MenuKind_Kind.AIR_MISSION, verb: Verb_Kind.DONE, optional: true }],
};
const idsOf = (orders: readonly { id: bigint }[]) => orders.map(({ id }) => Number(id));

test("a flight that is not possible is left out, the next is flown, and its owner is told which it was", () => {
  const orders = toOrders([flight(7), flight(8), endOfFlights], undefined);
  const found = next(orders, menu(MenuKind_Kind.AIR_MISSION, [Verb_Kind.CHOOSE_AIR, 8], [Verb_Kind.DONE]));
  assert.deepEqual([found?.skipped, Number(found?.order.action?.arguments[0])], [3, 8]);
  const queue = queueOf(orders, [SKIPPED, SKIPPED, SKIPPED, PLAYED, PLAYED, SKIPPED, PLAYED]);
  assert.deepEqual(
    leftOut(queue).map(({ orders: [first] }) => Number(first?.action?.arguments[0])),
    [7],
  );
  // It takes off and cannot fly there: it stays, and that is told, too.
  const vain = queueOf(orders, [PLAYED, SKIPPED, PLAYED]);
  assert.equal(leftOut(vain).length, 1);
});

test("an order is left out whole, with the ends of what follows kept; of what has begun its end stays", () => {
  const orders = toOrders([flight(7), flight(8), endOfFlights], undefined);
  const held = queueOf(orders, [PLAYED], { order: 2n });
  const first = nextGroup(held)!;
  assert.deepEqual(idsOf(first.orders), [2, 3]);
  assert.deepEqual(idsOf(without(held, [first])), [3, 4, 5, 6, 7], "it has been chosen: it stays at its base");
  const flights = alike(waitingGroups(held), first);
  assert.equal(flights.length, 2);
  assert.deepEqual(idsOf(without(held, flights)), [3, 7], "no flights, and their end");
  const fresh = queueOf(orders, []);
  assert.deepEqual(idsOf(without(fresh, [nextGroup(fresh)!])), [4, 5, 6, 7]);
});

test("the next order is named, not the end of a part before it", () => {
  const passed = { label: text("passed"), wanted: [{ kind: SPLIT, verb: Verb_Kind.DONE, optional: true }] };
  const orders = toOrders([passed, flight(7), endOfFlights], undefined);
  assert.equal(nextGroup(queueOf(orders, []))?.label.id, "fly");
  assert.equal(nextGroup(queueOf(toOrders([passed], undefined), []))?.label.id, "passed");
  assert.equal(nextGroup(undefined), undefined);
});

test("of what was sent together the newest is undone at once, if it is more than one answer", () => {
  const orders = toOrders([{ label: text("a"), wanted: [endOfMovement, endOfMovement, endOfMovement] }], undefined);
  const queue = (canUndo: (i: number) => boolean, sending: (i: number) => bigint) =>
    create(QueueSchema, {
      orders: orders.map((order, i) => ({
        order,
        state: OrderState.PLAYED,
        canUndo: canUndo(i),
        sending: sending(i),
      })),
    });
  assert.equal(undoable(undefined), undefined);
  assert.equal(
    undoable(
      queue(
        () => true,
        () => 4n,
      ),
    ),
    4n,
  );
  assert.equal(
    undoable(
      queue(
        (i) => i === 0,
        () => 4n,
      ),
    ),
    undefined,
  );
});
