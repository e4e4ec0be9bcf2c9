// Line: a conversation with the server. Every question gets one answer; a dropped line comes back by itself.
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { MatchInfo } from "../gen/wardroom/v1/lobby_pb";
import {
  Capability,
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
import { partFor, promise, satDown } from "./dice";
import { Hearing } from "./told";

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
  silent(silent: boolean): void; // nothing has come for a while though something should have
}

interface Asked {
  frame: ClientFrame;
  resolve(answer: Answer): void;
  reject(error: Refused): void;
}

const firstPause = 200;
const longestPause = 5000;
// A line that is looked at is tried after so long a quiet; unanswered for `silence` it is called silent, for `patience` given up.
// Nobody sees what a hidden page says: there it is tried seldom.
const beat = 250;
const quiet = 1400;
const quietHidden = 20_000;
const silence = 1200;
const patience = 10_000;

// Asking it twice does what asking it once does.
const harmlessTwice = new Set<string | undefined>([
  "ping",
  "giveNonce",
  "playAsGuest",
  "listSessions",
  "listTitles",
  "listMatches",
  "lookAtInvitation",
  "listChallenges",
  "attach",
  "detach",
  "act",
  "askEndedView",
  "history",
  "askReplay",
  "askHint",
  "askReach",
  "askEstimate",
  "askDiary",
  "askNotices",
  "setNotices",
  "addPush",
  "removeChannel",
  "askCalendar",
  "setCalendar",
  "askPerson",
  "setBlocked",
  "listBlocked",
  "keepUsual",
  "askUsual",
  "listEvents",
  "askEvent",
  "direct", // by its key
  "askRatings",
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
  #waits = 0; // since when something is unanswered; 0: nothing is
  #silent = false;
  #hearing = new Hearing(); // of this connection
  #takesDeltas = true; // until one does not fit
  #quick: Uint8Array | undefined; // promised to whoever is met

  readonly #ended = new AbortController();
  readonly #beat: ReturnType<typeof setInterval>;

  constructor(
    readonly url: string,
    readonly listener: Listener,
  ) {
    const { signal } = this.#ended;
    this.#beat = setInterval(() => this.#check(), beat);
    addEventListener("online", () => this.#hurry(), { signal });
    const seen = () => document.visibilityState === "visible" && this.#hurry();
    document.addEventListener("visibilitychange", seen, { signal });
  }

  // Somebody else speaks from now on, on a new connection.
  hand(token: string): void {
    this.token = token;
    this.#drop("connecting");
    this.connect();
  }

  // For good.
  end(): void {
    clearInterval(this.#beat);
    this.#ended.abort();
    this.#drop("gone");
  }

  #drop(state: LineState, why = refusal("web.line.lost")): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.#waits = 0;
    this.#fail(() => true, why);
    this.#become(state);
  }

  connect(): void {
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#hearing = new Hearing();
    socket.onopen = () => {
      const frame = this.#frame({
        case: "hello",
        value: {
          protocol: Protocol.VERSION,
          token: this.token,
          language: this.language,
          client: "wardroom-web",
          capabilities: [
            Capability.TYPED_REPORTS,
            Capability.QUEUES,
            Capability.MARKS,
            ...(this.#takesDeltas ? [Capability.DELTAS] : []),
          ],
        },
      });
      socket.send(toBinary(ClientFrameSchema, frame));
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      this.#waits = 0;
      this.#say(false);
      for (const frame of this.#whole(new Uint8Array(event.data as ArrayBuffer))) this.#take(frame);
    };
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#state === "gone") return reject(refusal("web.line.gone"));
      const frame = this.#frame(promising(question));
      if (frame.body.case === "quickMatch") this.#quick = frame.body.value.nonceHash;
      this.#asked.set(frame.request, { frame, resolve, reject });
      if (this.#state === "online") this.#send(frame);
    });
  }

  #frame(body: Question): ClientFrame {
    return create(ClientFrameSchema, { request: ++this.#last, body });
  }

  #say(silent: boolean): void {
    if (silent !== this.#silent) this.listener.silent((this.#silent = silent));
  }

  #send(frame: ClientFrame): void {
    this.#waits ||= Date.now();
    this.#socket?.send(toBinary(ClientFrameSchema, frame));
  }

  #become(state: LineState): void {
    this.#state = state;
    this.listener.state(state);
  }

  // Who cannot make sense of what he is told comes again, and is told everything whole from then on.
  #whole(message: Uint8Array): ServerFrame[] {
    try {
      return this.#hearing.whole(fromBinary(ServerFrameSchema, message));
    } catch {
      this.#takesDeltas = false;
      this.#give();
      return [];
    }
  }

  #take(frame: ServerFrame): void {
    const { body } = frame;
    if (this.#state !== "online") {
      if (body.case === "welcome") return this.#arrived(body.value);
      if (body.case === "refusal") this.#rejected(body.value);
      return;
    }
    const asked = this.#asked.get(frame.request);
    this.#holdTo(asked, body);
    for (const match of noncesWanted(body)) this.#giveNonce(match);
    if (frame.request === 0n) return this.listener.frame(body);
    if (!asked) return;
    this.#asked.delete(frame.request);
    if (body.case === "refusal") asked.reject(new Refused(body.value));
    else asked.resolve(body);
  }

  #arrived(welcome: Welcome): void {
    this.#pause = firstPause;
    const waiting = [...this.#asked.values()]; // what the welcome brings to be asked is sent as it is asked
    this.#become("online");
    this.listener.welcome(welcome);
    for (const asked of waiting) this.#send(asked.frame);
  }

  // The server will not talk with this client: only what may pass by itself is worth another try.
  #rejected(why: Refusal): void {
    if (why.code === RefusalCode.UNAVAILABLE || why.code === RefusalCode.TOO_MUCH) return;
    this.#drop("gone", new Refused(why));
  }

  #lost(): void {
    this.#socket = undefined;
    this.#waits = 0;
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
    const now = Date.now();
    const waited = this.#waits ? now - this.#waits : 0;
    if (waited > patience) this.#give();
    else if (waited > silence) this.#say(true);
    else if (!waited && now - this.#heard > (document.visibilityState === "visible" ? quiet : quietHidden))
      this.ask({ case: "ping", value: {} }).catch(() => undefined);
  }

  // A socket whose far end is gone may take minutes to close.
  #give(): void {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  // What was promised when a match was asked for is what it must quote; whoever is met comes later than the answer.
  #holdTo(asked: Asked | undefined, body: Answer): void {
    const question = asked?.frame.body;
    if (body.case === "match" && (question?.case === "createMatch" || question?.case === "rematch"))
      satDown(question.value.nonceHash, body.value);
    if (body.case === "matchFound" && body.value.match && this.#quick) satDown(this.#quick, body.value.match);
  }

  // A seat's part of the dice, without asking the person; the same again after a resend.
  #giveNonce(match: MatchInfo): void {
    const part = partFor(match);
    if (!part) return;
    this.ask({ case: "giveNonce", value: { match: match.id, seedCommitment: match.seedCommitment, ...part } }).catch(
      () => undefined,
    );
  }
}

// Whoever may sit down first promises a part of the dice.
function promising(question: Question): Question {
  switch (question?.case) {
    case "createMatch":
      return { case: "createMatch", value: { ...question.value, nonceHash: question.value.nonceHash ?? promise() } };
    case "quickMatch":
      return { case: "quickMatch", value: { ...question.value, nonceHash: promise() } };
    case "rematch":
      return { case: "rematch", value: { ...question.value, nonceHash: promise() } };
    default:
      return question;
  }
}

function noncesWanted(body: Answer): MatchInfo[] {
  const told = (): (MatchInfo | undefined)[] => {
    switch (body.case) {
      case "match":
        return [body.value];
      case "matches":
        return body.value.matches;
      case "matchFound":
      case "matchNews":
      case "attached":
      case "notice":
        return [body.value.match];
      default:
        return [];
    }
  };
  return told().filter((match): match is MatchInfo => match?.nonceWanted === true);
}
