// What is told by differences: bytes, and frames that are made whole of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import { MenuSchema, type Update } from "../src/gen/wardroom/v1/play_pb";
import { ServerFrameSchema, type ServerFrame } from "../src/gen/wardroom/v1/wire_pb";
import { patched } from "../src/net/delta";
import { Hearing, Unfit } from "../src/net/told";

const bytes = (hex: string) => Uint8Array.from(hex === "-" ? [] : Buffer.from(hex, "hex"));

test("a delta is read as every client reads it, and one that does not fit is none", () => {
  const lines = readFileSync(new URL("../../../tests/common/deltas.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  assert.ok(lines.length > 20);
  for (const line of lines.slice(1)) {
    const [base, delta, made] = line.split(" ") as [string, string, string];
    assert.deepEqual(patched(bytes(base), bytes(delta)), made === "unfit" ? undefined : bytes(made), line);
  }
});

test("whatever a delta has become on the way, reading it ends", () => {
  const base = Uint8Array.from({ length: 300 }, (_, i) => i);
  const delta = bytes("ac0200640003c80101ffff90014801");
  for (let at = 0; at < delta.length; ++at)
    for (let byte = 0; byte < 256; byte += 5) {
      const wrong = delta.slice();
      wrong[at] = byte;
      const made = patched(base, wrong);
      assert.ok(made === undefined || made.length < 2 ** 26);
    }
});

// All of it is new: as a delta of nothing.
const anew = (all: Uint8Array) => Uint8Array.from([all.length, all.length, ...all]);
const menu = (serial: bigint) => toBinary(MenuSchema, create(MenuSchema, { serial, kind: 4 }));

type Body = Parameters<typeof create<typeof ServerFrameSchema>>[1];
const heard = (hearing: Hearing, frame: NonNullable<Body>): ServerFrame[] =>
  hearing.whole(create(ServerFrameSchema, frame));
const update = (value: Partial<Update> | object): NonNullable<Body> => ({
  body: { case: "update", value: { match: "m", ...value } as Update },
});
function attached(): Hearing {
  const hearing = new Hearing();
  const full = { match: "m", full: true, serial: 4n, sections: [{ number: 2, body: Uint8Array.from([7, 8]) }] };
  heard(hearing, { request: 1n, body: { case: "attached", value: { update: full } as never } });
  return hearing;
}
const told = (frame: ServerFrame | undefined) => {
  assert.ok(frame?.body.case === "update");
  return frame.body.value;
};

test("sections and menus are made of those that were told before", () => {
  const hearing = attached();
  const first = update({
    serial: 5n,
    sections: [
      { number: 2, delta: bytes("0300010001090101") },
      { number: 3, delta: anew(Uint8Array.from([1])) },
    ],
    menuDelta: { delta: anew(menu(5n)) },
  });
  const one = told(heard(hearing, first)[0]);
  assert.deepEqual(
    one.sections.map(({ number, body, delta }) => [number, [...body], delta.length]),
    [
      [2, [7, 9, 8], 0],
      [3, [1], 0],
    ],
  );
  assert.equal(one.menu?.serial, 5n);
  assert.equal(one.menuDelta, undefined);
  const second = update({ serial: 6n, menuDelta: { back: 1, delta: bytes("0400010001060200") } });
  const two = told(heard(hearing, second)[0]);
  assert.equal(two.menu?.serial, 6n);
  assert.equal(two.menu.kind, 4);
  assert.equal(told(heard(hearing, update({ serial: 7n }))[0]).menu, undefined, "nothing is asked");
});

test("what came with the answer to an action is heard before it", () => {
  const value = { taken: 1, update: { match: "m", serial: 5n, sections: [{ number: 2, delta: bytes("01000100") }] } };
  const frames = heard(attached(), { request: 9n, body: { case: "acted", value: value as never } });
  assert.deepEqual(
    frames.map(({ request, body }) => [request, body.case]),
    [
      [0n, "update"],
      [9n, "acted"],
    ],
  );
  assert.deepEqual([...told(frames[0]).sections[0]!.body], [7]);
});

test("a full update begins anew, and what nobody was told cannot be made", () => {
  const hearing = attached();
  heard(hearing, update({ serial: 5n, menuDelta: { delta: anew(menu(5n)) } }));
  heard(hearing, update({ serial: 6n, full: true }));
  assert.throws(() => heard(hearing, update({ menuDelta: { back: 1, delta: bytes("00") } })), Unfit);
  const copied = update({ sections: [{ number: 2, delta: bytes("01000100") }] });
  assert.throws(() => heard(attached(), update({ sections: [{ number: 9, delta: bytes("01000100") }] })), Unfit);
  assert.doesNotThrow(() => heard(attached(), copied));
  assert.throws(() => heard(hearing, copied), Unfit);
});

test("what is asked for, as the whole truth in the end, is nothing that was told", () => {
  const hearing = attached();
  heard(hearing, { request: 3n, ...update({ full: true, sections: [{ number: 2, body: bytes("aa") }] }) });
  const next = told(heard(hearing, update({ sections: [{ number: 2, delta: bytes("01000100") }] }))[0]);
  assert.deepEqual([...next.sections[0]!.body], [7]);
});
