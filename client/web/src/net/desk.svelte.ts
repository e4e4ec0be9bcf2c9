// Desk: who one is on this server, and what can be played there.
import type { Clock, MatchInfo, Session, SideChoice, SignedIn, TitleInfo } from "../gen/wardroom/v1/lobby_pb";
import { words } from "../words/words.svelte";
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
  clock?: Pick<Clock, "bankSeconds" | "incrementSeconds">;
  options?: { id: string; value: string }[];
  observerDelay?: number;
}

// What an answer of this kind carries.
type Carried<C extends Answer["case"]> = Extract<Answer, { case: C }>["value"];

const tokenKey = "wardroom.token";

class Desk {
  state = $state<LineState>("connecting");
  me = $state.raw<SignedIn | undefined>();
  titles = $state.raw<TitleInfo[]>([]);
  opponents = $state.raw<string[]>([]);
  greeted = $state(false); // the first welcome has come: `me` is true
  goingDown = $state(false);
  build = $state("");
  readonly #followers = new Set<Follower>();
  readonly #line: Line;

  constructor() {
    const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    this.#line = new Line(url, {
      state: (state) => (this.state = state),
      welcome: (welcome) => {
        this.me = welcome.signedIn;
        this.build = welcome.build;
        this.goingDown = false;
        if (!welcome.signedIn) this.#keep("");
        this.greeted = true;
        for (const follower of this.#followers) follower.returned();
      },
      frame: (body) => {
        if (body.case === "goingDown") this.goingDown = true;
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
    const titles = await this.askFor("titles", { case: "listTitles", value: {} });
    await Promise.all(titles.titles.map((title) => words.know(title.id)));
    this.titles = titles.titles;
    this.opponents = titles.opponents;
  }

  // Whom one meets without choosing: somebody who plays by a plan.
  get usualOpponent(): string {
    return this.opponents.find((each) => each === "standard") ?? this.opponents[0] ?? "random";
  }

  title(id: string): TitleInfo | undefined {
    return this.titles.find((title) => title.id === id);
  }

  // ---- who one is ----

  async beSomebody(name = ""): Promise<void> {
    if (this.me) return;
    this.#signedIn(await this.askFor("signedIn", { case: "playAsGuest", value: { name } }));
  }

  async signIn(name: string, password: string): Promise<void> {
    await this.#signOutGuest();
    this.#signedIn(await this.askFor("signedIn", { case: "signIn", value: { name, password, device: "browser" } }));
  }

  // A guest keeps the matches he has.
  async signUp(name: string, password: string, email: string): Promise<void> {
    const value = { name, password, email };
    const question: Question = this.me?.guest ? { case: "keepGuest", value } : { case: "signUp", value };
    this.#signedIn(await this.askFor("signedIn", question));
  }

  async signOut(): Promise<void> {
    await this.ask({ case: "signOut", value: {} });
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

  async #signOutGuest(): Promise<void> {
    if (this.me) await this.signOut();
  }

  #signedIn(who: SignedIn): void {
    this.me = who;
    if (who.token) this.#keep(who.token);
  }

  #keep(token: string): void {
    this.#line.token = token;
    if (token) localStorage.setItem(tokenKey, token);
    else localStorage.removeItem(tokenKey);
  }

  // ---- matches ----

  async create(wish: Wish): Promise<MatchInfo> {
    await this.beSomebody();
    return this.askFor("match", { case: "createMatch", value: wish });
  }

  async startTutorial(title: string): Promise<MatchInfo> {
    await this.beSomebody();
    return this.askFor("match", { case: "startTutorial", value: { title } });
  }

  async join(how: { match?: string; invitation?: string }): Promise<MatchInfo> {
    await this.beSomebody();
    return this.askFor("match", { case: "joinMatch", value: how });
  }

  async open(): Promise<MatchInfo[]> {
    return (await this.askFor("matches", { case: "listMatches", value: { open: true } })).matches;
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
    return (await this.askFor("matches", { case: "listMatches", value: { mine: true, open: true, running: true } })).matches;
  }
}

export const desk = new Desk();

// What a person can be told of anything that went wrong.
export function reason(error: unknown): string {
  if (error instanceof Refused && error.refusal.reason) return words.catalog.sentence(error.refusal.reason);
  return words.catalog.words("web.failed");
}
