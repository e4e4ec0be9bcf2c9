import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.ts";
import { create } from "@bufbuild/protobuf";
import { Side_Kind } from "../src/gen/wardroom/pq17/v1/board_pb.ts";
import { BlocksSchema } from "../src/gen/wardroom/pq17/v1/counters_pb.ts";
import { ForceNumbersSchema } from "../src/gen/wardroom/pq17/v1/numbers_pb.ts";
import { ScenarioSchema } from "../src/gen/wardroom/pq17/v1/scenario_pb.ts";
import { BlockKind_Kind, Nation_Kind, ShipType_Kind } from "../src/gen/wardroom/pq17/v1/types_pb.ts";
import { MenuKind_Kind, Verb_Kind } from "../src/gen/wardroom/pq17/v1/view_pb.ts";
import { Muster } from "../src/titles/pq17/muster.svelte.ts";

const side = Side_Kind.ALLIED;
const scenario = create(ScenarioSchema, {
  dummies: [{ side, limit: 5 }],
  convoy: [{ id: "convoy.a", side, departure: ["port.x", "port.y"], escort: [{ unit: "class.es", cs: 3 }] }],
  force: [
    { side, unit: [{ unit: "ship.heavy" }, { unit: "class.dd", cs: 3 }], place: ["port.x", "port.y"] },
    { side, unit: [{ unit: "class.es", cs: 2 }], place: ["port.x"] },
    { side, unit: [{ unit: "class.ss", cs: 4 }], place: ["port.x"], atSea: ["0511"] },
  ],
  history: {
    force: [
      { side, convoy: "convoy.a", where: { case: "place", value: "port.y" }, unit: [{ unit: "class.dd", cs: 1 }] },
      {
        side,
        where: { case: "place", value: "port.x" },
        unit: [{ unit: "ship.heavy" }, { unit: "class.dd", cs: 2 }, { unit: "class.es", cs: 2 }],
      },
      { side, where: { case: "hex", value: "0511" }, unit: [{ unit: "class.ss", cs: 4 }] },
    ],
  },
});
const types: Record<string, ShipType_Kind> = {
  "ship.heavy": ShipType_Kind.CA,
  "class.dd": ShipType_Kind.DD,
  "class.es": ShipType_Kind.ES,
  "class.ss": ShipType_Kind.SS,
};
const supply = create(BlocksSchema, {
  supply: [
    { side, kind: BlockKind_Kind.TASK_FORCE, count: 2 },
    { side, kind: BlockKind_Kind.WOLFPACK, count: 1, nation: Nation_Kind.BRITISH },
  ],
}).supply;
const muster = () =>
  new Muster({
    scenario,
    side,
    printed: (unit) => ({ type: types[unit]!, nation: Nation_Kind.BRITISH, cs: 2 }),
    limits: create(ForceNumbersSchema, { convoyEsCs: 4, convoySubmarineCs: 2, wolfpackCs: 4 }),
    supply,
    number: (place) => ({ "port.x": 1, "port.y": 2 })[place] ?? Number(place),
  });
const chip = (board: Muster, unit: string) => board.chips.find((each) => each.unit === unit)!;

test("everything begins in the pool, and as in history nothing is left there", () => {
  const board = muster();
  assert.equal(board.left, 4);
  board.asInHistory();
  assert.equal(board.left, 0);
  assert.deepEqual(
    board.boxes.map(({ kind, place }) => `${kind} ${place}`),
    ["convoy port.y", "task_force port.x", "wolfpack 0511"],
  );
});

test("limits, nations and blocks say where ships may go", () => {
  const board = muster();
  const convoy = board.boxes[0]!;
  const es = chip(board, "class.es");
  assert.ok(!board.allows(es.id, { box: convoy.id }), "five CS of escorts are too many");
  const one = board.split(es.id);
  assert.ok(board.allows(one, { box: convoy.id }));
  const ss = chip(board, "class.ss");
  assert.ok(!board.allows(ss.id, { place: "port.y" }), "not one of its places");
  board.move(ss.id, { place: "0511" });
  assert.deepEqual(board.blocks("wolfpack", Nation_Kind.BRITISH), { used: 1, of: 1 });
  assert.ok(!board.allows(board.split(ss.id), { place: "port.x" }), "there is no second block");
});

test("parts that come together are one, and a force without ships is gone", () => {
  const board = muster();
  const dd = chip(board, "class.dd");
  const box = board.move(board.split(dd.id), { place: "port.x" })!;
  assert.equal(board.inBox(box).length, 1);
  board.move(dd.id, { box });
  assert.deepEqual(
    board.inBox(box).map(({ cs }) => cs),
    [3],
  );
  board.move(dd.id, { box: 0 });
  assert.equal(board.box(box), undefined);
});

test("a convoy that begins elsewhere leaves behind whoever cannot be there", () => {
  const board = muster();
  const [convoy] = board.boxes;
  board.move(board.split(chip(board, "class.es").id), { box: convoy!.id });
  board.begin(convoy!.id, "port.y");
  assert.equal(board.inBox(convoy!.id).length, 0);
});

test("it is sent as the answers of set-up by hand, forces by the keys they will have", () => {
  const board = muster();
  board.asInHistory();
  const { SET_UP, CONVOY_START, DIVIDE_CONVOY, ASSIGN_UNIT, PLACE_DUMMIES } = MenuKind_Kind;
  board.dummies.set("port.x", 1);
  assert.deepEqual(
    board.wanted(0).map(({ kind, verb, arguments: values = [] }) => [kind, verb, ...values]),
    [
      [SET_UP, Verb_Kind.BY_HAND],
      [CONVOY_START, Verb_Kind.CHOOSE_PLACE, 2],
      [DIVIDE_CONVOY, Verb_Kind.DONE],
      [ASSIGN_UNIT, Verb_Kind.ASSIGN, 0, 0, 1],
      [ASSIGN_UNIT, Verb_Kind.ASSIGN, 1, 2, 1, 1],
      [ASSIGN_UNIT, Verb_Kind.ASSIGN, 1, 2, 1, 1],
      [ASSIGN_UNIT, Verb_Kind.ASSIGN, 1, 1, 2],
      [ASSIGN_UNIT, Verb_Kind.ASSIGN, 2, 2, 1],
      [ASSIGN_UNIT, Verb_Kind.ASSIGN, 3, 0, 511],
      [PLACE_DUMMIES, Verb_Kind.PLACE_DUMMY, 1],
      [PLACE_DUMMIES, Verb_Kind.DONE],
    ],
  );
});
