// Murmansk Run: where positions lie on its chart, which one a finger means, where the arrow keys lead; orders and courses.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.ts";
import { create } from "@bufbuild/protobuf";
import { MapSchema } from "../src/gen/wardroom/murmansk/v1/data_pb.ts";
import { Direction_Kind, Feature_Kind } from "../src/gen/wardroom/murmansk/v1/types_pb.ts";
import { MenuKind_Kind, Verb_Kind } from "../src/gen/wardroom/murmansk/v1/view_pb.ts";
import type { Order } from "../src/gen/wardroom/v1/queue_pb.ts";
import { next, toOrders } from "../src/play/orders.ts";
import type { Box } from "../src/titles/murmansk/box.ts";
import { alongLane, course, courseIn, entriesOf, type Traveller } from "../src/titles/murmansk/course.ts";
import { placesOf, project, sheet, width } from "../src/titles/murmansk/geometry.ts";
import { organise, periodsOf, voyage, type Course, type Plan } from "../src/titles/murmansk/orders.ts";

// Three of a row, two of the next, as the data have them: hundredths of a degree.
const positions: [number, number][] = [
  [7310, 580],
  [7330, 1190],
  [7330, 1810],
  [7170, 930],
  [7180, 1500],
];
const points = positions.map(([latitude, longitude]) => project(latitude, longitude));
const places = placesOf(points);

test("neighbours are about as far apart on the chart as a convoy goes in twelve hours", () => {
  for (const [a, b] of [
    [1, 2],
    [2, 3],
    [4, 5],
    [1, 4],
    [2, 5],
  ] as const) {
    const [from, to] = [places.centre(a), places.centre(b)];
    const far = Math.hypot(from.x - to.x, from.y - to.y);
    assert.ok(far > 0.8 * width && far < 1.2 * width, `${a} to ${b}: ${far}`);
  }
  for (const { x, y } of points)
    assert.ok(x > sheet.x && x < sheet.x + sheet.width && y > sheet.y && y < sheet.y + sheet.height);
});

test("a finger means the nearest position, and nothing between far ones", () => {
  const { x, y } = places.centre(2);
  assert.equal(places.at({ x: x + 200, y: y - 150 }), 2);
  assert.equal(places.at({ x, y: y - 2 * width }), undefined);
  assert.ok(places.has(5) && !places.has(6) && !places.has(0));
});

test("arrow keys go along a row and from row to row", () => {
  assert.equal(places.step(1, "ArrowRight"), 2);
  assert.equal(places.step(3, "ArrowLeft"), 2);
  assert.equal(places.step(5, "ArrowLeft"), 4);
  assert.ok([4, 5].includes(places.step(2, "ArrowDown") ?? 0));
  assert.ok([1, 2].includes(places.step(4, "ArrowUp") ?? 0));
  assert.equal(places.step(3, "ArrowRight"), undefined);
});

// ---- orders ----

const { PERIOD, PULSE, WINDOW } = MenuKind_Kind;
const { MOVE, ENTER, DONE, GO_ON, SEARCH } = Verb_Kind;
const plan = (part: Partial<Plan>): Plan => ({
  side: "allied",
  from: "period",
  courses: [],
  sorties: [],
  periods: 1,
  place: String,
  ...part,
});
const cruisers: Course = { group: 5, name: "", way: [11, 12, 13, 14], enters: false, pace: "both" };
const convoy: Course = { group: 1, name: "", way: [21, 22], enters: true, pace: "first" };
const pack: Course = { group: 9, name: "", way: [31, 32], enters: false, pace: "second" };
// What is played at each menu: a group at `at` can only go to the next place of its way, up or down.
const offered = (kind: number, ...items: [number, ...number[]][]) => ({
  kind,
  items: items.map(([verb, ...values]) => ({ action: { verb, arguments: values.map(BigInt) } })),
});
function played(orders: Order[], menu: ReturnType<typeof offered>): string {
  const found = next(orders, menu);
  if (!found) return "";
  orders.splice(0, found.skipped + 1);
  return String([found.order.action?.verb, ...(found.order.action?.arguments ?? [])]);
}

test("a period is the start, two pulses and the last aircraft; slow groups move in one pulse of it", () => {
  const verbs = voyage(plan({ courses: [cruisers, convoy, pack] })).map(({ wanted }) =>
    wanted.map(({ kind, verb, arguments: [, to] = [] }) => [kind, verb, to]),
  );
  assert.deepEqual(verbs, [
    [[PERIOD, GO_ON, undefined]],
    [[PULSE, MOVE, 11]],
    [[PULSE, ENTER, 21]],
    [[PULSE, DONE, undefined]],
    [
      [PULSE, MOVE, 12],
      [PULSE, MOVE, 11],
    ],
    [[PULSE, MOVE, 31]],
    [[PULSE, DONE, undefined]],
    [[WINDOW, DONE, undefined]],
  ]);
  const axis = voyage(plan({ side: "axis", from: "second", search: [7], periods: 2 }));
  assert.deepEqual(
    axis.map(({ wanted }) => [wanted[0]!.kind, wanted[0]!.verb]),
    [
      [PULSE, SEARCH],
      [PULSE, DONE],
      [WINDOW, DONE],
      [PULSE, DONE],
      [PULSE, DONE],
      [WINDOW, DONE],
    ],
    "what is searched for is searched for at once, and once",
  );
});

test("whoever a Storm keeps in one place for a pulse goes on along his course, and nobody goes back", () => {
  const orders = toOrders(voyage(plan({ courses: [cruisers], periods: 4 })), undefined);
  const go = (...places: number[]) =>
    offered(PULSE, [DONE], ...places.map((to) => [MOVE, 5, to] as [number, number, number]));
  const done = offered(PULSE, [DONE]);
  assert.equal(played(orders, go(11, 90)), String([MOVE, 5, 11]));
  assert.equal(played(orders, done), String([DONE]));
  assert.equal(played(orders, done), String([DONE]), "a Storm: no second move");
  assert.equal(played(orders, go(10, 12)), String([MOVE, 5, 12]));
  assert.equal(played(orders, done), String([DONE]));
  assert.equal(played(orders, go(11, 13)), String([MOVE, 5, 13]));
  assert.equal(played(orders, done), String([DONE]));
  assert.equal(played(orders, go(12, 14)), String([MOVE, 5, 14]));
  assert.equal(played(orders, done), String([DONE]));
  assert.equal(played(orders, go(13, 99)), String([DONE]), "it has arrived, and stays");
});

test("how many periods a course takes", () => {
  assert.equal(periodsOf(cruisers, "period"), 2);
  assert.equal(periodsOf(cruisers, "second"), 3);
  assert.equal(periodsOf(convoy, "first"), 2);
  assert.equal(periodsOf(convoy, "window"), 3);
  assert.equal(periodsOf(pack, "second"), 2);
});

test("ships that found a group together name it by the key it will have", () => {
  const wanted = organise(
    [
      { ship: 3, to: -1 },
      { ship: 4, to: 1 },
      { ship: 5, to: -1 },
      { ship: 6, to: -2 },
    ],
    7,
  );
  assert.deepEqual(
    wanted.filter(({ verb }) => verb === Verb_Kind.JOIN).map(({ arguments: given }) => given),
    [
      [3, 0],
      [4, 1],
      [5, 7],
      [6, 0],
    ],
  );
  assert.equal(wanted.at(-1)?.verb, DONE);
});

// ---- courses ----

// 1 to 4 in a row eastwards, 5 north of 2 and 3 with ice, 6 a base south of 3, 7 a port east of 4.
const link = (way: Direction_Kind, to: string) => ({ way, to });
const { E, W, NE, SW, NW, SE, S, N } = Direction_Kind;
const map = create(MapSchema, {
  position: [
    { id: "a", link: [link(E, "b")], has: [Feature_Kind.ENTRY_A] },
    { id: "b", link: [link(W, "a"), link(E, "c"), link(NE, "e")] },
    { id: "c", link: [link(W, "b"), link(E, "d"), link(NW, "e"), link(S, "f")] },
    { id: "d", link: [link(W, "c"), link(E, "g")] },
    { id: "e", link: [link(SW, "b"), link(SE, "c")], has: [Feature_Kind.ICE] },
    { id: "f", link: [link(N, "c")], has: [Feature_Kind.NAVAL_BASE] },
    { id: "g", link: [link(W, "d")], has: [Feature_Kind.ALLIED_PORT] },
  ],
});
const ids = map.position.map(({ id }) => id);
const box = {
  positions: map.position,
  links: map.position.map((each) => each.link.map(({ to }) => ids.indexOf(to) + 1)),
  lane: [1, 2, 3, 4, 7],
} as unknown as Box;
const ships: Traveller = { side: "axis", kind: "ships", icy: false };

test("a course is the shortest way that everybody knows to be open", () => {
  assert.deepEqual(course(box, 1, 4, ships), [2, 3, 4]);
  assert.deepEqual(course(box, 1, 6, ships), [2, 3, 6], "into its own base");
  assert.deepEqual(course(box, 1, 7, ships), [], "not into the enemy's port");
  assert.deepEqual(course(box, 1, 5, { ...ships, icy: true }), [], "ice");
  assert.deepEqual(course(box, 1, 7, { ...ships, side: "allied" }), [2, 3, 4, 7]);
  assert.deepEqual(course(box, 3, 2, { side: "allied", kind: "convoy", icy: false }), [], "the Convoy goes east");
  assert.deepEqual(courseIn(box, entriesOf(box, false), 3, { ...ships, side: "allied" }), [1, 2, 3]);
});

test("the Convoy follows the lane from where it is", () => {
  const who: Traveller = { side: "allied", kind: "convoy", icy: false };
  assert.deepEqual(alongLane(box, 0, who), [1, 2, 3, 4, 7]);
  assert.deepEqual(alongLane(box, 3, who), [4, 7]);
  assert.deepEqual(alongLane(box, 5, who), [], "it has left the lane");
});
