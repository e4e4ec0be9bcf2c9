// Desk: who one is on this server, and what can be played there.
import type { HostAct } from "../gen/wardroom/v1/admin_pb";
import type {
  Clock,
  MatchInfo,
  MatchNews,
  QuickWaiter,
  Session,
  SideChoice,
  SignedIn,
  TitleInfo,
} from "../gen/wardroom/v1/lobby_pb";
import type { Viewpoint } from "../gen/wardroom/v1/play_pb";
import { speech, words } from "../words/words.svelte";
import { partFor, promise, type Bid } from "./dice";
import { firstScenario, seatsOf, usualOpponent } from "./offers";
import { Line, Refused, refusal, type Answer, type LineState, type Question } from "./line";

export interface Follower {
  frame(body: Answer): void;
  returned(): void; // the line is there (again)
}

export interface Wish {
  title: string;
  scenario: string;
  side: SideChoice;
  bot?: string;
  isPrivate?: boolean;
  clock?: Partial<Pick<Clock, "bankSeconds" | "incrementSeconds" | "capSeconds" | "rests" | "leave">>;
  options?: { id: string; value: string }[];
  observerDelay?: number;
  quickPasses?: boolean; // else as is usual
  bid?: Bid; // with SideChoice.BID
  invited?: string; // the name of the only one who may join
  from?: { match: string; viewpoint: Viewpoint; serial: bigint }; // plays on from there
}

// What an answer of this kind carries.
export type Carried<C extends Answer["case"]> = Extract<Answer, { case: C }>["value"];

const tokenKey = "wardroom.token";
const deviceKey = "wardroom.device"; // the token of an account that has signed out: by it the server knows this device
const titleKey = "wardroom.title";

class Desk {
  state = $state<LineState>("connecting");
  silent = $state(false); // the line is there, but nothing comes
  me = $state.raw<SignedIn | undefined>();
  titles = $state.raw<TitleInfo[]>([]);
  learned = $state(false); // what can be played here
  trouble = $state(""); // why that could not be learned
  #title = $state(localStorage.getItem(titleKey) ?? "");
  challenges = $state.raw<MatchInfo[]>([]); // matches that are meant for one
  news = $state.raw<MatchNews[]>([]); // of one's own matches that waited; until they are put away
  greeted = $state(false); // the first welcome has come: `me` is true
  goingDown = $state(false);
  build = $state("");
  readonly #followers = new Set<Follower>();
  readonly #line: Line;

  constructor() {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    this.#line = new Line(url, {
      state: (state) => (this.state = state),
      silent: (silent) => (this.silent = silent),
      welcome: (welcome) => {
        this.me = welcome.signedIn;
        this.build = welcome.build;
        this.goingDown = false;
        if (!welcome.signedIn && this.#line.token === localStorage.getItem(tokenKey)) this.#keep("");
        this.greeted = true;
        this.#lookForChallenges();
        if (localStorage.getItem("wardroom.push")) void import("./push").then(({ sayAgain }) => sayAgain());
        for (const follower of this.#followers) follower.returned();
      },
      frame: (body) => {
        if (body.case === "goingDown") this.goingDown = true;
        if (body.case === "challenges") this.challenges = body.value.matches;
        if (body.case === "matchNews") this.#hear(body.value);
        if (body.case === "hostActs" && this.me)
          this.me = { ...this.me, unread: this.me.unread + body.value.acts.length };
        for (const follower of this.#followers) follower.frame(body);
      },
    });
  }

  start(): void {
    this.#line.token = localStorage.getItem(tokenKey) ?? "";
    this.#line.language = words.language;
    this.#line.connect();
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  ask(question: Question): Promise<Answer> {
    return this.#line.ask(question);
  }

  async askFor<C extends NonNullable<Answer["case"]>>(kind: C, question: Question): Promise<Carried<C>> {
    const { case: came, value }: { case?: string | undefined; value?: unknown } = await this.ask(question);
    if (came !== kind) throw refusal("web.unexpected");
    return value as Carried<C>;
  }

  async learnTitles(): Promise<void> {
    try {
      const titles = await this.askFor("titles", { case: "listTitles", value: {} });
      this.titles = titles.titles;
      this.learned = true;
      this.trouble = "";
    } catch (error) {
      this.trouble = reason(error);
    }
  }

  title(id: string | undefined): TitleInfo | undefined {
    return this.titles.find((title) => title.id === id);
  }
  // The title at hand: the one that was played or looked at last.
  get atHand(): TitleInfo | undefined {
    return this.title(this.#title) ?? this.titles[0];
  }
  take(title: string): void {
    this.#title = title;
    localStorage.setItem(titleKey, title);
  }

  // A game for whoever wants to play at once.
  usual(title: TitleInfo): { title: string; scenario: string; bot: string } {
    const scenario = firstScenario(title);
    const alone = seatsOf(title, scenario).length < 2;
    return { title: title.id, scenario: scenario?.id ?? "", bot: alone ? "" : usualOpponent(title.opponents) };
  }

  // ---- who one is ----

  async beSomebody(name = ""): Promise<void> {
    if (this.me) return;
    this.#signedIn(await this.askFor("signedIn", { case: "playAsGuest", value: { name } }));
  }

  // This page speaks for somebody else whom the browser knows; opened again it speaks for whom it spoke before.
  become(token: string): void {
    if (token === this.#line.token && this.me) return;
    this.me = undefined;
    this.challenges = [];
    this.news = [];
    this.#line.hand(token);
  }
  get token(): string {
    return this.#line.token;
  }
  get url(): string {
    return this.#line.url;
  }

  async signIn(name: string, password: string, code: string): Promise<void> {
    await this.#signOutGuest();
    const device = localStorage.getItem(deviceKey);
    if (device && device !== this.#line.token) this.#line.hand(device);
    const value = { name, password, code, device: "browser" };
    this.#signedIn(await this.askFor("signedIn", { case: "signIn", value }));
  }

  // A guest keeps the matches he has.
  async signUp(name: string, password: string, email: string): Promise<void> {
    const value = { name, password, email };
    const question: Question = this.me?.guest ? { case: "keepGuest", value } : { case: "signUp", value };
    this.#signedIn(await this.askFor("signedIn", question));
  }

  // A link of a mail. Whoever is signed in stays who he is; anybody else may do nothing but play this match, whose name is told.
  async openLink(token: string): Promise<string> {
    const who = await this.askFor("signedIn", { case: "openLink", value: { token, device: "link" } });
    if (who.token) this.#signedIn(who);
    return who.onlyMatch;
  }
  // The only match that may be seen; empty: there is no such bound.
  get onlyMatch(): string {
    return this.me?.onlyMatch ?? "";
  }

  async signOut(): Promise<void> {
    if (localStorage.getItem("wardroom.push")) await this.#forgetDevice();
    await this.ask({ case: "signOut", value: {} });
    if (!this.me?.guest) localStorage.setItem(deviceKey, this.#line.token);
    this.me = undefined;
    this.#keep("");
  }

  sessions(): Promise<Session[]> {
    return this.askFor("sessions", { case: "listSessions", value: {} }).then(({ sessions }) => sessions);
  }
  async endSession(session: string): Promise<void> {
    await this.ask({ case: "endSession", value: { session } });
  }
  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    await this.ask({ case: "changePassword", value: { oldPassword, newPassword } });
  }
  // Everything the server keeps about one, as JSON.
  exportData(): Promise<Uint8Array> {
    return this.askFor("myData", { case: "exportMyData", value: {} }).then(({ json }) => json);
  }
  async deleteAccount(password: string): Promise<void> {
    await this.ask({ case: "deleteAccount", value: { password } });
    this.me = undefined;
    this.#keep("");
  }

  // What the host has done that concerns one; asked for, it is read.
  async hostActs(): Promise<HostAct[]> {
    const { acts } = await this.askFor("hostActs", { case: "askHostActs", value: {} });
    if (this.me?.unread) this.me = { ...this.me, unread: 0 };
    return acts;
  }

  // What is meant for one is not for whoever comes here next.
  async #forgetDevice(): Promise<void> {
    const forgotten = await (await import("./push")).unsubscribe();
    if (forgotten) await this.ask(forgotten).catch(() => undefined);
  }

  async #signOutGuest(): Promise<void> {
    if (this.me) await this.signOut();
  }

  #signedIn(who: SignedIn): void {
    this.me = who;
    this.#lookForChallenges();
    if (who.token) this.#keep(who.token);
  }

  #keep(token: string): void {
    this.#line.token = token;
    if (token) localStorage.setItem(tokenKey, token);
    else localStorage.removeItem(tokenKey);
  }

  // ---- matches ----

  async create({ bid, ...wish }: Wish): Promise<MatchInfo> {
    await this.beSomebody();
    return this.askFor("match", { case: "createMatch", value: bid ? { ...wish, nonceHash: promise(bid) } : wish });
  }

  // Our part of a match whose sides are bid for.
  async bid(match: MatchInfo, bid: Bid): Promise<void> {
    const part = partFor(match, bid);
    if (part)
      await this.askFor("match", {
        case: "giveNonce",
        value: { match: match.id, seedCommitment: match.seedCommitment, ...part },
      });
  }

  async startTutorial(title: string, tutorial = ""): Promise<MatchInfo> {
    await this.beSomebody();
    return this.askFor("match", { case: "startTutorial", value: { title, tutorial } });
  }

  async join(how: { match?: string; invitation?: string }): Promise<MatchInfo> {
    await this.beSomebody();
    return this.askFor("match", { case: "joinMatch", value: how });
  }

  // Matches that wait for a player, and people who wait for any.
  async open(): Promise<{ matches: MatchInfo[]; waiting: QuickWaiter[] }> {
    return this.askFor("matches", { case: "listMatches", value: { open: true } });
  }

  // What an invitation is for.
  lookAt(invitation: string): Promise<MatchInfo> {
    return this.askFor("match", { case: "lookAtInvitation", value: { invitation } });
  }

  async decline(match: string): Promise<void> {
    await this.ask({ case: "declineChallenge", value: { match } });
    this.challenges = this.challenges.filter((each) => each.id !== match);
  }

  putAway(match: string): void {
    const left = this.news.filter((each) => each.match?.id !== match);
    if (left.length < this.news.length) this.news = left;
  }

  #hear(news: MatchNews): void {
    this.news = [...this.news.filter((each) => each.match?.id !== news.match?.id), news];
  }

  #lookForChallenges(): void {
    if (!this.me || this.onlyMatch) this.challenges = [];
    else
      this.askFor("challenges", { case: "listChallenges", value: {} }).then(
        ({ matches }) => (this.challenges = matches),
        () => undefined,
      );
  }

  async running(): Promise<MatchInfo[]> {
    return (await this.askFor("matches", { case: "listMatches", value: { running: true, limit: 20 } })).matches;
  }

  // One's own that are over, newest first; `after` is the last of the page before.
  async finished(after = ""): Promise<{ matches: MatchInfo[]; next: string }> {
    return this.askFor("matches", { case: "listMatches", value: { mine: true, over: true, limit: 10, after } });
  }

  async mine(): Promise<MatchInfo[]> {
    if (!this.me) return [];
    return (await this.askFor("matches", { case: "listMatches", value: { mine: true, open: true, running: true } }))
      .matches;
  }
}

export const desk = new Desk();

// What a person can be told of anything that went wrong, in the words of the title it happened in.
export function reason(error: unknown, title?: string): string {
  const { say, t } = speech(title);
  if (error instanceof Refused && error.refusal.reason) return say(error.refusal.reason);
  return t("web.failed");
}
