// The parts of the dice that this browser promises, gives and checks.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { emptyStorage } from "./browser.ts";
import { MatchInfoSchema, type MatchInfo } from "../src/gen/wardroom/v1/lobby_pb";
import { Sides } from "../src/gen/wardroom/v1/play_pb";
import { base16, cannotOpen, nonceHash, partFor, promise, remembered, satDown, wantsBid } from "../src/net/dice";
import { hashOf } from "../src/net/hash";

beforeEach(emptyStorage);

const bytes = (...numbers: number[]) => Uint8Array.from(numbers);
const other = new Uint8Array(32).fill(7);

// A match that wants our part: the promised one if `hash` is given, else the second.
function wanted(more: { id?: string; hash?: Uint8Array; other?: Uint8Array; sides?: Sides } = {}): MatchInfo {
  const { id = "m", hash, sides = Sides.CHOSEN } = more;
  const theirs = more.other ?? other;
  return create(MatchInfoSchema, {
    id,
    sides,
    mySeat: 0,
    nonceWanted: true,
    seedCommitment: bytes(1, 2, 3),
    seats: [hash ? { nonceHash: hash } : {}, hash ? { nonce: theirs } : { nonceHash: theirs }],
  });
}

test("the hash of parts is BLAKE2b-256 of each with its length before it", () => {
  assert.equal(base16(hashOf()), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  const [text, none] = [new TextEncoder().encode("a"), new Uint8Array()];
  assert.equal(base16(hashOf(text, none)), "df548d77c8af6f1246ee56d64d74ffa8a3f00fabf00c35533710448785a9aa54");
  assert.equal(base16(hashOf(none, text)), "3091e1d6c80a9d3a8dab6d11c402d2ae02bf03d0cc5a6c91a75cfc9c494f7011");
  const nonce = Uint8Array.from({ length: 32 }, (_, i) => i);
  assert.equal(base16(nonceHash(nonce)), "e2c9672ab29feaca2787bc0943b00662017dece362829af6d576a7dbb67e188f");
});

test("what was promised is what is opened, and the same again after a resend", () => {
  const hash = promise();
  const match = wanted({ hash });
  const part = partFor(match)!;
  assert.deepEqual(nonceHash(part.nonce), hash);
  assert.deepEqual(part.other, other);
  assert.deepEqual(partFor(match), part);
  assert.equal(remembered("m")?.nonce, base16(part.nonce));
});

test("a promised part is opened for one match only", () => {
  const hash = promise();
  assert.ok(partFor(wanted({ hash })));
  assert.ok(cannotOpen(wanted({ hash, id: "another" })));
  assert.ok(cannotOpen(wanted({ hash, other: new Uint8Array(32).fill(8) })), "nor for another part of the other seat");
  assert.equal(partFor(wanted({ hash, id: "another" })), undefined);
});

test("a part that this browser does not have, or that answers no whole part, is not opened", () => {
  assert.ok(cannotOpen(wanted({ hash: new Uint8Array(32) })));
  assert.ok(cannotOpen(wanted({ hash: promise(), other: bytes(1) })));
  assert.ok(!cannotOpen(wanted({ hash: promise() })));
});

test("where we sat down with a promise, nothing is given to a match that does not quote it", () => {
  const hash = promise();
  const none = new Uint8Array();
  satDown(hash, wanted({ other: none }));
  assert.ok(cannotOpen(wanted({ other: none })));
  assert.equal(partFor(wanted({ other: none })), undefined);
  assert.equal(partFor(wanted()), undefined, "nor when it says that the other was first");
  assert.equal(partFor(wanted({ hash: promise() })), undefined, "nor for another promise");
  assert.ok(!wantsBid(wanted({ other: none, sides: Sides.BID })));
  assert.deepEqual(nonceHash(partFor(wanted({ hash }))!.nonce), hash);
});

test("a promise is not held against somebody else at the same browser, who sits down second", () => {
  const hash = promise();
  satDown(hash, wanted({ other: new Uint8Array() }));
  const [first, second] = wanted({ hash }).seats;
  const theirs = create(MatchInfoSchema, {
    ...wanted(),
    mySeat: 1,
    seats: [first!, { ...second!, nonce: new Uint8Array() }],
  });
  assert.ok(partFor(theirs));
});

test("a promise is not held against a match where the other was first", () => {
  satDown(promise(), wanted());
  assert.ok(partFor(wanted()));
});

test("the second part is fresh for each match, and the same for one", () => {
  const first = partFor(wanted())!;
  assert.equal(first.nonce.length, 32);
  assert.deepEqual(partFor(wanted()), first);
  assert.notDeepEqual(partFor(wanted({ id: "another" }))!.nonce, first.nonce);
});

test("a bid stands behind the part and is bound with it", () => {
  const match = wanted({ sides: Sides.BID });
  assert.ok(wantsBid(match));
  assert.equal(partFor(match), undefined, "not before the person has said what he bids");
  const { nonce } = partFor(match, { seat: 1, points: 258 })!;
  assert.deepEqual([...nonce.subarray(32)], [1, 2, 1, 0, 0]);
  assert.deepEqual(partFor(match)?.nonce, nonce, "said once is enough");
});

test("where nothing may be stored, parts are kept as long as the page", (context) => {
  const none = () => {
    throw new Error("forbidden");
  };
  context.mock.method(localStorage, "setItem", none);
  const hash = promise();
  assert.deepEqual(nonceHash(partFor(wanted({ hash, id: "forbidden" }))!.nonce), hash);
});
