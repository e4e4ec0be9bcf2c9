// How long others wait while one address floods the server, beside how long they wait at rest: somebody says something in his
// match, which is stored before it is answered, and somebody else signs in with his password. Each flood is a process of its own.
//   node tests/web/floods.ts --seconds 10
import { spawn } from "node:child_process";
import { createConnection } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { root, Server } from "./harness.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    flood: { type: "string" }, // be one
    url: { type: "string", default: "" },
    match: { type: "string", default: "" }, // the bystander's
    over: { type: "string", default: "" }, // another, which is over
  },
});
const milliseconds = Number(values.seconds) * 1000;

const module = (name: string) => import(new URL(`../../client/web/${name}`, import.meta.url).href);
await module("unit/hooks.mjs");
const [protobuf, wire] = await Promise.all(
  ["node_modules/@bufbuild/protobuf/dist/esm/index.js", "src/gen/wardroom/v1/wire_pb.ts"].map(module),
);

type Body = { case: string; value: never };
type Headed = new (url: string, options: { headers: Record<string, string> }) => WebSocket;

/** A line of frames, as if from this address. */
class Line {
  readonly #socket: WebSocket;
  #request = 0n;
  #waiting = new Map<bigint, (body: Body) => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      const { request, body } = protobuf.fromBinary(wire.ServerFrameSchema, new Uint8Array(data as ArrayBuffer));
      this.#waiting.get(request)?.(body);
      this.#waiting.delete(request);
    };
  }
  static async open(url: string, address: string): Promise<Line> {
    const headers = { "X-Forwarded-For": address };
    const socket = new (WebSocket as unknown as Headed)(`${url.replace("http", "ws")}/ws`, { headers });
    await new Promise((opened, failed) => {
      socket.onopen = opened;
      socket.onerror = failed;
    });
    const line = new Line(socket);
    await line.ask("hello", { protocol: wire.Protocol.VERSION });
    return line;
  }
  get open(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }
  ask(question: string, value: object = {}): Promise<Body> {
    const request = ++this.#request;
    const frame = protobuf.create(wire.ClientFrameSchema, { request, body: { case: question, value } });
    this.#socket.send(protobuf.toBinary(wire.ClientFrameSchema, frame));
    return new Promise((answered) => this.#waiting.set(request, answered));
  }
  close(): void {
    this.#socket.close();
  }
}

const guest = async (url: string, address: string): Promise<Line> => {
  const line = await Line.open(url, address);
  await line.ask("playAsGuest", { name: "" });
  return line;
};
const game = { title: "pq17", scenario: "learning", bot: "standard" };
const made = async (line: Line): Promise<string> => ((await line.ask("createMatch", game)).value as { id: string }).id;

// -- floods: each goes on until it is ended, and asks again as soon as it is answered --

const theirs = "192.0.2.66";
const many = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)));
async function again(line: () => Promise<Line>, ask: (line: Line) => Promise<unknown>): Promise<never> {
  for (let mine = await line(); ;) {
    if (!mine.open) mine = await line();
    await Promise.race([ask(mine), new Promise((go) => setTimeout(go, 1000))]);
  }
}
const lines = (count: number, ask: (line: Line) => Promise<unknown>) =>
  many(count, () => again(() => Line.open(values.url, theirs), ask));
const ownMatch = async (question: string): Promise<unknown> => {
  const line = await guest(values.url, theirs);
  const match = await made(line);
  await line.ask("attach", { match });
  return many(20, () =>
    again(
      () => Promise.resolve(line),
      (mine) => mine.ask(question, { match }),
    ),
  );
};

const floods: Record<string, () => Promise<unknown>> = {
  "passwords guessed": () => lines(50, (line) => line.ask("signIn", { name: "Nobody", password: "guess after guess" })),
  "guests kept": () =>
    many(50, (i) =>
      again(
        () => guest(values.url, theirs),
        (line) => line.ask("keepGuest", { name: `Kept${i}`, password: "a long one of ours" }),
      ),
    ),
  "guests made": () =>
    many(50, () =>
      again(
        () => guest(values.url, theirs),
        async (line) => line.close(),
      ),
    ),
  "matches made": () =>
    many(20, () =>
      again(
        () => guest(values.url, theirs),
        (line) => line.ask("createMatch", game),
      ),
    ),
  attaching: () => lines(50, (line) => line.ask("attach", { match: values.match })),
  replays: () => lines(50, (line) => line.ask("askReplay", { match: values.match })),
  hints: () => ownMatch("askHint"),
  "frames of rubbish": () => lines(50, (line) => line.ask("act", { match: "x".repeat(1000) })),
  exports: () =>
    many(50, async () => {
      for (;;)
        await fetch(`${values.url}/match/${values.over}/export`, { headers: { "X-Forwarded-For": theirs } }).then((r) =>
          r.arrayBuffer(),
        );
    }),
  // They ask for everything and take nothing.
  "readers that do not read": () =>
    many(50, async () => {
      const { port, hostname, host } = new URL(values.url);
      const socket = createConnection(Number(port), hostname);
      socket.pause();
      socket.on("error", () => undefined);
      const request = `GET /data/pq17/text/en.pb HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${theirs}\r\n\r\n`;
      for (;;) {
        socket.write(request);
        await new Promise((go) => setTimeout(go, 5));
      }
    }),
  "lines that are not read": () =>
    many(50, async () => {
      for (;;) await askAndNotRead();
    }),
};

// A WebSocket by hand, since the one of Node reads by itself. Its mask is nought, so that what is sent is what is written.
const written = (question: string, value: object = {}): Buffer => {
  const frame = protobuf.create(wire.ClientFrameSchema, { request: 1n, body: { case: question, value } });
  const bytes = protobuf.toBinary(wire.ClientFrameSchema, frame);
  return Buffer.concat([Buffer.from([0x82, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
};
async function askAndNotRead(): Promise<void> {
  const { port, hostname, host } = new URL(values.url);
  const socket = createConnection(Number(port), hostname);
  const ended = new Promise((end) => socket.on("error", end).on("close", end));
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13";
  const key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
  socket.write(`GET /ws HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${theirs}\r\n${upgrade}\r\n${key}\r\n\r\n`);
  await Promise.race([ended, new Promise((opened) => socket.once("data", opened))]);
  socket.pause();
  socket.write(written("hello", { protocol: wire.Protocol.VERSION }));
  for (; !socket.destroyed; await new Promise((go) => setTimeout(go, 5))) socket.write(written("listTitles"));
}

// -- bystanders --

async function paced(ask: () => Promise<unknown>, pause: number): Promise<number[]> {
  const took: number[] = [];
  for (const end = performance.now() + milliseconds; performance.now() < end;) {
    const before = performance.now();
    await ask();
    took.push(performance.now() - before);
    await new Promise((go) => setTimeout(go, pause));
  }
  return took.sort((a, b) => a - b);
}
const at = (took: number[], share: number) => (took[Math.floor(took.length * share)] ?? NaN).toFixed(1);
const row = (name: string, said: number[], signed: number[]) =>
  console.log(
    `${name.padEnd(26)}${[at(said, 0.5), at(said, 0.99), at(signed, 0.5), at(signed, 0.99)].map((each) => each.padStart(9)).join("")}`,
  );

async function measure(): Promise<void> {
  const server = new Server(undefined, undefined, ["--trusted-proxy", "127.0.0.1"]);
  await server.start();
  const talker = await guest(server.url, "198.51.100.7");
  const match = await made(talker);
  await talker.ask("attach", { match });
  const over = await made(talker);
  await talker.ask("resign", { match: over });
  const owner = await Line.open(server.url, "203.0.113.9");
  const account = { name: "Owner", password: "a password of some length" };
  await owner.ask("signUp", account);
  const say = () => talker.ask("say", { match, text: "steady" });
  const signIn = async () => {
    const line = await Line.open(server.url, "203.0.113.9");
    const answer = await line.ask("signIn", account);
    if (answer.case !== "signedIn") console.log("   he was not let in");
    line.close();
  };
  const both = () => Promise.all([paced(say, 20), paced(signIn, 200)]);
  console.log(
    `${"milliseconds".padEnd(26)}${["said p50", "p99", "in p50", "p99"].map((each) => each.padStart(9)).join("")}`,
  );
  row("at rest", ...(await both()));
  for (const flood of Object.keys(floods)) {
    const words = ["--flood", flood, "--url", server.url, "--match", match, "--over", over];
    const flooding = spawn(process.execPath, [fileURLToPath(import.meta.url), ...words], {
      cwd: join(root),
      stdio: "inherit",
    });
    await new Promise((go) => setTimeout(go, 2000));
    row(flood, ...(await both()));
    flooding.kill("SIGKILL");
    await new Promise((go) => setTimeout(go, 1000));
  }
  row("at rest again", ...(await both()));
  talker.close();
  owner.close();
  await server.close();
  process.exit(0);
}

await (values.flood ? floods[values.flood]!() : measure());
