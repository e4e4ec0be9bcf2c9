// Line: a conversation with the server. Every question gets one answer; a dropped line comes back by itself.
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import {
  ClientFrameSchema,
  Protocol,
  RefusalCode,
  RefusalSchema,
  ServerFrameSchema,
  type ClientFrame,
  type Refusal,
  type ServerFrame,
  type Welcome,
} from "../gen/wardroom/v1/wire_pb";
import { TextSchema } from "../gen/wardroom/v1/text_pb";
import { partFor, promise } from "./dice";

export type Question = NonNullable<Parameters<typeof create<typeof ClientFrameSchema>>[1]>["body"];
export type Answer = ServerFrame["body"];

// A refusal of the server, or of ours when the line dropped.
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason?.id ?? "refused");
  }
}

export type LineState = "connecting" | "online" | "lost" | "gone";

export interface Listener {
  state(state: LineState): void;
  welcome(welcome: Welcome): void; // each time the line is there; what was attached must be attached again
  frame(body: Answer): void; // unasked
}

interface Asked {
  frame: ClientFrame;
  resolve(answer: Answer): void;
  reject(error: Refused): void;
}

const firstPause = 200;
const longestPause = 5000;
const beat = 20_000;

// Asking it twice does what asking it once does.
const harmlessTwice = new Set<string | undefined>([
  "ping", "giveNonce", "playAsGuest", "listSessions", "listTitles", "listMatches", "attach", "detach", "act", "askEndedView", "history", "askReplay", "askHint",
]);

export function refusal(id: string, code: RefusalCode = RefusalCode.UNAVAILABLE): Refused {
  return new Refused(create(RefusalSchema, { code, reason: create(TextSchema, { id }) }));
}

export class Line {
  token = "";
  language = "en";
  #socket: WebSocket | undefined;
  #state: LineState = "connecting";
  #last = 0n;
  readonly #asked = new Map<bigint, Asked>();
  #pause = firstPause;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heard = 0;

  constructor(
    readonly url: string,
    readonly listener: Listener,
  ) {
    setInterval(() => this.#check(), beat);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
  }

  connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      const frame = this.#frame({
        case: "hello",
        value: { protocol: Protocol.VERSION, token: this.token, language: this.language, client: "wardroom-web" },
      });
      socket.send(toBinary(ClientFrameSchema, frame));
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      this.#take(fromBinary(ServerFrameSchema, new Uint8Array(event.data as ArrayBuffer)));
    };
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#state === "gone") return reject(refusal("web.line.gone"));
      const frame = this.#frame(promising(question));
      this.#asked.set(frame.request, { frame, resolve, reject });
      if (this.#state === "online") this.#send(frame);
    });
  }

  // Ends the conversation; another token begins a new one.
  restart(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#fail(() => true);
    this.#become("connecting");
    this.connect();
  }

  #frame(body: Question): ClientFrame {
    return create(ClientFrameSchema, { request: ++this.#last, body });
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(toBinary(ClientFrameSchema, frame));
  }

  #become(state: LineState): void {
    this.#state = state;
    this.listener.state(state);
  }

  #take(frame: ServerFrame): void {
    const { body } = frame;
    if (this.#state !== "online") {
      if (body.case === "welcome") return this.#arrived(body.value);
      if (body.case === "refusal") this.#rejected(body.value);
      return;
    }
    for (const match of noncesWanted(body)) this.#giveNonce(match);
    if (frame.request === 0n) return this.listener.frame(body);
    const asked = this.#asked.get(frame.request);
    if (!asked) return;
    this.#asked.delete(frame.request);
    if (body.case === "refusal") asked.reject(new Refused(body.value));
    else asked.resolve(body);
  }

  #arrived(welcome: Welcome): void {
    this.#pause = firstPause;
    this.#become("online");
    this.listener.welcome(welcome);
    for (const asked of this.#asked.values()) this.#send(asked.frame);
  }

  // The server will not talk with this client: only what may pass by itself is worth another try.
  #rejected(why: Refusal): void {
    if (why.code === RefusalCode.UNAVAILABLE || why.code === RefusalCode.TOO_MUCH) return;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#fail(() => true, new Refused(why));
    this.#become("gone");
  }

  #lost(): void {
    this.#socket = undefined;
    this.#fail((asked) => !harmlessTwice.has(asked.frame.body.case));
    if (this.#state === "online") this.#become("lost");
    this.#retry = setTimeout(() => this.connect(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }

  #fail(which: (asked: Asked) => boolean, why = refusal("web.line.lost")): void {
    for (const [request, asked] of this.#asked) {
      if (!which(asked)) continue;
      this.#asked.delete(request);
      asked.reject(why);
    }
  }

  #hurry(): void {
    if (this.#socket || this.#state === "gone") return;
    this.#pause = firstPause;
    this.connect();
  }

  // A line that is silent although we spoke has gone, whatever the network says.
  #check(): void {
    if (this.#state !== "online") return;
    if (Date.now() - this.#heard > 2.5 * beat) this.#socket?.close();
    else this.ask({ case: "ping", value: {} }).catch(() => undefined);
  }

  // A seat's part of the dice, without asking the person; the same again after a resend.
  #giveNonce(match: MatchInfo): void {
    const part = partFor(match);
    if (!part) return;
    this.ask({ case: "giveNonce", value: { match: match.id, seedCommitment: match.seedCommitment, ...part } }).catch(() => undefined);
  }
}

// Whoever may sit down first promises a part of the dice.
function promising(question: Question): Question {
  switch (question?.case) {
    case "createMatch": return { case: "createMatch", value: { ...question.value, nonceHash: promise() } };
    case "quickMatch": return { case: "quickMatch", value: { ...question.value, nonceHash: promise() } };
    case "rematch": return { case: "rematch", value: { ...question.value, nonceHash: promise() } };
    default: return question;
  }
}

function noncesWanted(body: Answer): MatchInfo[] {
  const told = (): (MatchInfo | undefined)[] => {
    switch (body.case) {
      case "match": return [body.value];
      case "matches": return body.value.matches;
      case "matchFound": case "attached": case "notice": return [body.value.match];
      default: return [];
    }
  };
  return told().filter((match): match is MatchInfo => match?.nonceWanted === true);
}
