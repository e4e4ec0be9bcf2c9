import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { MatchInfoSchema } from "../src/gen/wardroom/v1/lobby_pb.ts";
import { clockOf, isSlow, leftOf, paces } from "../src/net/clocks.ts";

test("only a clock of days rests", () => {
  assert.equal(clockOf("", true, true), undefined);
  assert.deepEqual(clockOf("hour", true, true), paces["hour"]);
  assert.deepEqual(clockOf("day", true, false), {
    bankSeconds: 86_400,
    incrementSeconds: 14_400,
    capSeconds: 259_200,
    rests: true,
    leave: false,
  });
  for (const pace of Object.values(paces)) assert.ok((pace.capSeconds ?? pace.bankSeconds) >= pace.bankSeconds);
});

const at = (clock: object, rest: object = {}) =>
  create(MatchInfoSchema, {
    clock,
    thinkingMs: 1000n,
    seats: [{ clockMs: 5000n, deadlineMs: 50_000n }, { clockMs: 7000n }],
    ...rest,
  });

test("a quick clock runs since everyone was last shown something", () => {
  const info = at({ bankSeconds: 3600 });
  assert.deepEqual(leftOf(info, 0, true, 10_000, 1500), { ms: 2500, until: 0, fallen: false });
  assert.equal(leftOf(info, 0, true, 10_000, 4000).fallen, true);
  assert.deepEqual(leftOf(info, 1, false, 10_000, 60_000), { ms: 7000, until: 0, fallen: false });
});

test("one that rests is over at its deadline, whatever the bank says", () => {
  const info = at({ bankSeconds: 86_400, rests: true });
  assert.ok(isSlow(info.clock));
  assert.deepEqual(leftOf(info, 0, true, 49_999, 60_000), { ms: 5000, until: 50_000, fallen: false });
  assert.equal(leftOf(info, 0, true, 50_000, 60_000).fallen, true);
  assert.equal(leftOf(info, 0, false, 60_000, 60_000).until, 0);
});

test("nobody's flag falls in a pause", () => {
  const info = at({ bankSeconds: 86_400 }, { pausedUntilMs: 70_000n });
  assert.deepEqual(leftOf(info, 0, true, 60_000, 60_000), { ms: 5000, until: 0, fallen: false });
});
