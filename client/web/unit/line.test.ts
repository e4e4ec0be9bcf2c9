// The line: one answer for each question, and what becomes of questions when it drops.
import assert from "node:assert/strict";
import { beforeEach, test, type TestContext } from "node:test";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { emptyStorage } from "./browser.ts";
import {
  Capability,
  ClientFrameSchema,
  RefusalCode,
  ServerFrameSchema,
  type ClientFrame,
  type ServerFrame,
} from "../src/gen/wardroom/v1/wire_pb";
import { Line, Refused, type LineState, type Question } from "../src/net/line";

class Socket {
  static all: Socket[] = [];
  static get last(): Socket {
    return Socket.all.at(-1)!;
  }
  sent: ClientFrame[] = [];
  onopen = () => {};
  onmessage = (_: { data: ArrayBuffer }) => {};
  onclose = () => {};

  constructor() {
    Socket.all.push(this);
  }
  send(bytes: Uint8Array): void {
    this.sent.push(fromBinary(ClientFrameSchema, bytes));
  }
  close(): void {
    this.onclose();
  }
  says(request: bigint, body: ServerFrame["body"]): void {
    const bytes = toBinary(ServerFrameSchema, create(ServerFrameSchema, { request, body }));
    this.onmessage({ data: bytes.slice().buffer });
  }
  // The first frame is a greeting; it is answered.
  welcomes(): void {
    this.onopen();
    assert.equal(this.sent[0]?.body.case, "hello");
    this.says(1n, body("welcome", {}));
  }
}
Object.assign(globalThis, { WebSocket: Socket });

// A body by the name of its case, with what the schema says it carries.
function body(name: NonNullable<ServerFrame["body"]["case"]>, value: Record<string, unknown>): ServerFrame["body"] {
  const field = ServerFrameSchema.field[name];
  return { case: name, value: create(field.message!, value) } as ServerFrame["body"];
}

let hush: boolean[] = []; // what was said of silence

function opened(context: TestContext): { line: Line; states: LineState[]; unasked: (string | undefined)[] } {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const states: LineState[] = [];
  const unasked: (string | undefined)[] = [];
  const line = new Line("ws://wardroom.test/ws", {
    state: (state) => states.push(state),
    welcome: () => {},
    frame: (body) => unasked.push(body.case),
    silent: (silent) => hush.push(silent),
  });
  line.connect();
  return { line, states, unasked };
}

beforeEach(() => {
  hush = [];
  emptyStorage();
  Socket.all = [];
});

const lastRequest = () => Socket.last.sent.at(-1)!;

test("a question gets its own answer; what nobody asked for goes to the listener", async (context) => {
  const { line, states, unasked } = opened(context);
  const early = line.ask({ case: "listTitles", value: {} });
  Socket.last.welcomes();
  assert.deepEqual(states, ["online"]);
  assert.equal(lastRequest().body.case, "listTitles", "what was asked before the line was there is sent now");
  Socket.last.says(0n, body("goingDown", {}));
  Socket.last.says(lastRequest().request, body("titles", {}));
  assert.equal((await early).case, "titles");
  assert.deepEqual(unasked, ["goingDown"]);
});

test("a refusal rejects the question", async (context) => {
  const { line } = opened(context);
  Socket.last.welcomes();
  const asked = line.ask({ case: "signOut", value: {} });
  Socket.last.says(lastRequest().request, body("refusal", { code: RefusalCode.NOT_FOUND, reason: { id: "why" } }));
  await assert.rejects(asked, (error) => error instanceof Refused && error.message === "why");
});

test("when it drops, only what is harmless twice is asked again", async (context) => {
  const { line, states } = opened(context);
  Socket.last.welcomes();
  const again = line.ask({ case: "listTitles", value: {} });
  const once = line.ask({ case: "say", value: { match: "m", text: "hello" } });
  Socket.last.close();
  await assert.rejects(once, /web\.line\.lost/);
  assert.deepEqual(states, ["online", "lost"]);
  context.mock.timers.tick(200);
  assert.equal(Socket.all.length, 2, "it comes back by itself");
  Socket.last.welcomes();
  assert.deepEqual(
    Socket.last.sent.slice(1).map(({ body }) => body.case),
    ["listTitles"],
  );
  Socket.last.says(lastRequest().request, body("titles", {}));
  assert.equal((await again).case, "titles");
});

test("what is asked at the welcome is sent once, before what has waited", (context) => {
  const { line } = opened(context);
  line.listener.welcome = () => void line.ask({ case: "attach", value: { match: "m" } });
  void line.ask({ case: "act", value: { match: "m", menuSerial: 1n } });
  Socket.last.welcomes();
  assert.deepEqual(
    Socket.last.sent.slice(1).map(({ body }) => body.case),
    ["attach", "act"],
  );
});

test("each try waits longer than the one before, and a welcome begins anew", (context) => {
  opened(context);
  for (const pause of [200, 400, 800]) {
    const before = Socket.all.length;
    Socket.last.close();
    context.mock.timers.tick(pause - 1);
    assert.equal(Socket.all.length, before);
    context.mock.timers.tick(1);
    assert.equal(Socket.all.length, before + 1);
  }
  Socket.last.welcomes();
  Socket.last.close();
  context.mock.timers.tick(200);
  assert.equal(Socket.all.length, 5);
});

test("a server that will not talk with this client is not asked again", async (context) => {
  const { line, states } = opened(context);
  const asked = line.ask({ case: "listTitles", value: {} });
  Socket.last.onopen();
  Socket.last.says(1n, body("refusal", { code: RefusalCode.UNREADABLE, reason: { id: "old" } }));
  await assert.rejects(asked, /old/);
  assert.deepEqual(states, ["gone"]);
  context.mock.timers.tick(60_000);
  assert.equal(Socket.all.length, 1);
  await assert.rejects(line.ask({ case: "listTitles", value: {} }), /web\.line\.gone/);
});

// The clock stands still while one tick's timers run.
function pass(context: TestContext, ms: number): void {
  for (let done = 0; done < ms; done += 50) context.mock.timers.tick(50);
}

test("a silent line is called so within three seconds, and given up in the end", async (context) => {
  const { line, states } = opened(context);
  Socket.last.welcomes();
  const before = Socket.last.sent.length;
  pass(context, 1250);
  assert.equal(Socket.last.sent.length, before, "a line is not tried more often than once in a second");
  pass(context, 500);
  assert.equal(lastRequest().body.case, "ping");
  Socket.last.says(lastRequest().request, body("pong", {}));
  pass(context, 3000);
  assert.deepEqual(hush, [true]);
  assert.deepEqual(states, ["online"]);
  // An answer that is given meanwhile is kept, and sent once more when the line is there again.
  const act = line.ask({ case: "act", value: { match: "m", menuSerial: 7n } });
  pass(context, 10_000);
  assert.deepEqual(states, ["online", "lost"]);
  pass(context, 250);
  Socket.last.welcomes();
  assert.deepEqual(hush, [true, false]);
  const acts = Socket.last.sent.filter(({ body }) => body.case === "act");
  assert.equal(acts.length, 1);
  Socket.last.says(acts[0]!.request, body("acted", { taken: 1 }));
  assert.equal((await act).case, "acted");
});

test("a line that speaks again is no longer silent", (context) => {
  opened(context);
  Socket.last.welcomes();
  pass(context, 3000);
  assert.deepEqual(hush, [true]);
  Socket.last.says(0n, body("goingDown", {}));
  assert.deepEqual(hush, [true, false]);
});

test("whoever may sit down first promises a part, and it is given when the match wants it", (context) => {
  const { line } = opened(context);
  Socket.last.welcomes();
  void line.ask({ case: "quickMatch", value: {} });
  const { body: asked } = lastRequest();
  assert.ok(asked.case === "quickMatch");
  assert.equal(asked.value.nonceHash?.length, 32);
  const seats = [{ nonceHash: asked.value.nonceHash }, { nonce: new Uint8Array(32) }];
  Socket.last.says(0n, body("matchFound", { match: { id: "m", mySeat: 0, nonceWanted: true, seats } }));
  const { body: given } = lastRequest();
  assert.ok(given.case === "giveNonce");
  assert.equal(given.value.match, "m");
  assert.equal(given.value.nonce.length, 32);
});

test("a match that does not quote what was promised for it is given nothing", (context) => {
  const { line } = opened(context);
  Socket.last.welcomes();
  const questions: NonNullable<Question>[] = [
    { case: "createMatch", value: {} },
    { case: "rematch", value: { match: "before" } },
  ];
  for (const question of questions) {
    void line.ask(question);
    const { request } = lastRequest();
    const match = { id: question.case, mySeat: 0, seats: [{}, {}] };
    Socket.last.says(request, body("match", match));
    Socket.last.says(0n, body("notice", { match: { ...match, nonceWanted: true } }));
    assert.equal(lastRequest().body.case, question.case);
  }
  void line.ask({ case: "quickMatch", value: {} });
  Socket.last.says(0n, body("matchFound", { match: { id: "met", mySeat: 0, nonceWanted: true, seats: [{}, {}] } }));
  assert.equal(lastRequest().body.case, "quickMatch");
});

test("what does not fit what was told before is asked for anew, and whole from then on", (context) => {
  const { line, states, unasked } = opened(context);
  line.listener.welcome = () => void line.ask({ case: "attach", value: { match: "m" } }).catch(() => undefined);
  const deltas = () =>
    (Socket.last.sent[0]!.body.value as { capabilities: Capability[] }).capabilities.includes(Capability.DELTAS);
  Socket.last.welcomes();
  assert.ok(deltas());
  Socket.last.says(lastRequest().request, body("attached", { update: { match: "m", full: true, serial: 1n } }));
  Socket.last.says(0n, body("update", { match: "m", serial: 2n, menuDelta: { back: 3, delta: Uint8Array.of(0) } }));
  assert.deepEqual(states, ["online", "lost"]);
  assert.deepEqual(unasked, [], "nothing of it is shown");
  context.mock.timers.tick(200);
  Socket.last.welcomes();
  assert.ok(!deltas());
  assert.equal(lastRequest().body.case, "attach");
  Socket.last.says(0n, body("update", { match: "m", serial: 3n, full: true }));
  assert.deepEqual(unasked, ["update"]);
});
