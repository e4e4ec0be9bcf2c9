// A match played over the wire, by the client's own line and words: what leads up to what a test is about needs no page, and is
// answered as fast as the server asks.
import assert from "node:assert/strict";
import { after } from "node:test";
import type { Browser, Page } from "playwright-core";
import { asked, closeAtSight, type Game, patience, person, type Person, Server } from "./harness.ts";

// What is wanted of the client's modules, which Node loads as the bundler does.
interface Text {
  id: string;
}
interface Action {
  verb: number;
  arguments: number[];
}
interface Item {
  label?: Text;
  rule: string;
  action?: Action;
}
interface Menu {
  serial: bigint;
  prompt?: Text;
  rule: string;
  items: Item[];
}
interface Update {
  match: string;
  serial: bigint;
  state: number;
  menu?: Menu;
}
type Body = { case: string; value: never };
interface Line {
  token: string;
  connect(): void;
  end(): void;
  ask(question: { case: string; value: object }): Promise<Body>;
}
interface Catalog {
  sentence(text: Text | undefined, seat?: number): string;
}

const module = (name: string) => import(new URL(`../../client/web/${name}`, import.meta.url).href);
async function client() {
  await module("unit/hooks.mjs");
  await module("unit/browser.ts");
  const [line, catalog, protobuf, data, play, lobby] = await Promise.all(
    [
      "src/net/line.ts",
      "src/words/catalog.ts",
      "node_modules/@bufbuild/protobuf/dist/esm/index.js",
      "src/gen/wardroom/v1/data_pb.ts",
      "src/gen/wardroom/v1/play_pb.ts",
      "src/gen/wardroom/v1/lobby_pb.ts",
    ].map(module),
  );
  crypto.getRandomValues = (bytes) => bytes; // as on the pages: a part of the dice that is known beforehand
  return { line, catalog, protobuf, data, play, lobby };
}
let loaded: ReturnType<typeof client> | undefined;

// Each title speaks English here, whatever is spoken on the page.
const catalogs = new Map<string, Promise<Catalog>>();
function wordsOf(url: string, title: string): Promise<Catalog> {
  const known = catalogs.get(title) ?? read(url, title);
  catalogs.set(title, known);
  return known;
}
async function read(url: string, title: string): Promise<Catalog> {
  const { catalog, protobuf, data } = await (loaded ??= client());
  const bytes = new Uint8Array(await (await fetch(`${url}/data/${title}/text/en.pb`)).arrayBuffer());
  const entries = protobuf
    .fromBinary(data.CatalogSchema, bytes)
    .entry.flatMap(({ id, text, alias }: { id: string; text: string; alias: string[] }) =>
      [id, ...alias].map((each) => [each, text]),
    );
  return new catalog.Catalog("en", entries);
}

// Which item answers a question.
type Choice = (player: Player, menu: Menu) => Promise<Item>;

/** As history did, where that is offered; else the last, which is usually that one is done. */
export const passes: Choice = ({ says }, { items }) =>
  Promise.resolve(items.find(({ label }) => /^as in history/i.test(says(label))) ?? items.at(-1)!);

/** What the computer would answer. */
export const advised: Choice = async (player, { items }) => {
  const { action } = (await player.ask("askHint", "hint")) as { action: Action };
  const same = (one: Action | undefined) =>
    one?.verb === action.verb && String(one.arguments) === String(action.arguments);
  return items.find((each) => same(each.action)) ?? assert.fail("what is advised is not offered");
};

/** Somebody in a seat of a match, without a page. */
export class Player {
  match = "";
  #line!: Line;
  #words!: Catalog;
  #seat = 0;
  #serial = 0n;
  #menu: Menu | undefined;
  #over = false;
  #overState = 0;
  #wake = () => {};

  readonly url: string;

  private constructor(url: string) {
    this.url = url;
  }

  /** A guest who sets up a game of the first title against the computer. */
  static async sitDown(url: string, { scenario = "learning", side, quickPasses = false }: Game): Promise<Player> {
    const player = new Player(url);
    await player.#connect("");
    const { lobby } = await loaded!;
    const { token } = (await player.#line.ask({ case: "playAsGuest", value: { name: "" } })).value as { token: string };
    player.#line.token = token;
    const offered = (await player.#line.ask({ case: "listTitles", value: {} })).value as {
      titles: { id: string; opponents: string[] }[];
    };
    const bot = offered.titles.find(({ id }) => id === "pq17")!.opponents[0];
    const made = await player.#line.ask({
      case: "createMatch",
      value: {
        title: "pq17",
        scenario,
        side: side === "Allies" ? lobby.SideChoice.FIRST : lobby.SideChoice.SECOND,
        bot,
        quickPasses,
      },
    });
    await player.#attach((made.value as { id: string }).id);
    return player;
  }

  /** Whoever sits before this page, in the match that it shows; the page is told that it is played elsewhere. */
  static async before(page: Page): Promise<Player> {
    const at = new URL(page.url());
    const player = new Player(at.origin);
    const token = await page.evaluate(() => localStorage.getItem("wardroom.token") ?? "");
    await player.#connect(token);
    await player.#attach(at.hash.split("/").at(-1)!);
    return player;
  }

  async #connect(token: string): Promise<void> {
    const { line, play } = await (loaded ??= client());
    this.#overState = play.MatchState.OVER;
    await new Promise<void>((welcome) => {
      this.#line = new line.Line(`${this.url.replace("http", "ws")}/ws`, {
        state: () => {},
        silent: () => {},
        welcome: () => welcome(),
        frame: (body: Body) => body.case === "update" && this.#take(body.value),
      }) as Line;
      this.#line.token = token;
      this.#line.connect();
    });
  }

  async #attach(match: string): Promise<void> {
    this.match = match;
    const attached = (await this.#line.ask({ case: "attach", value: { match } })).value as {
      match: { title: string; mySeat: number };
      update: Update;
    };
    this.#seat = attached.match.mySeat;
    this.#words = await wordsOf(this.url, attached.match.title);
    this.#take({ ...attached.update, match });
  }

  #take(update: Update): void {
    if (update.match !== this.match || update.serial < this.#serial) return;
    this.#serial = update.serial;
    this.#menu = update.menu;
    this.#over = update.state === this.#overState;
    this.#wake();
  }

  says = (text: Text | undefined): string => this.#words.sentence(text, this.#seat);

  async ask(question: string, answer: string, value: object = {}): Promise<object> {
    const body = await this.#line.ask({ case: question, value: { match: this.match, ...value } });
    assert.equal(body.case, answer);
    return body.value;
  }

  // A question and its answers, a line each, with their rules as far as a page shows them.
  #wording({ prompt, rule, items }: Menu): string {
    const line = (text: Text | undefined, of: string) => this.says(text) + (of ? ` rule ${of}` : "");
    return [line(prompt, rule), ...items.map((each) => line(each.label, each.rule === rule ? "" : each.rule))].join(
      "\n",
    );
  }

  // The next question after the one with this number; none: the match is over.
  async #next(answered: bigint | undefined): Promise<Menu | undefined> {
    for (const end = Date.now() + patience; ;) {
      if (this.#over) return undefined;
      if (this.#menu && this.#menu.serial !== answered) return this.#menu;
      assert.ok(Date.now() < end, "nothing is asked");
      await new Promise<void>((wake) => {
        this.#wake = wake;
        setTimeout(wake, 1000).unref();
      });
    }
  }

  /** Answers until a question is as wished, at most so many times; whether it came to that before the match was over. */
  async until(wished: (words: string) => boolean, choose = passes, most = Infinity): Promise<boolean> {
    let answered: bigint | undefined;
    for (let i = 0; ; ++i) {
      const menu = await this.#next(answered);
      if (!menu) return false;
      if (i >= most) return true;
      if (wished(this.#wording(menu))) return true;
      const { action } = await choose(this, menu);
      const { verb, arguments: values } = action!;
      const act = { menuSerial: menu.serial, actions: [{ verb, arguments: values }] };
      await this.ask("act", "acted", act);
      answered = menu.serial;
    }
  }

  /** A page that is his from now on shows his match as it stands. */
  async comesTo(page: Page): Promise<void> {
    const him = { url: this.url, token: this.#line.token };
    await page.addInitScript(({ url, token }) => {
      if (location.origin === url) localStorage.setItem("wardroom.token", token);
    }, him);
    this.leave();
    await page.goto(`${this.url}/#/match/${this.match}`);
    await this.#isShown(page);
  }

  /** The page that he left for a while goes on with the match. */
  async comesBackTo(page: Page): Promise<void> {
    this.leave();
    await page.locator(".over-there button").click();
    await this.#isShown(page);
  }

  async #isShown(page: Page): Promise<void> {
    if (this.#over) return page.locator(".ending").first().waitFor();
    await page.locator(`.hand[data-question="${this.#menu?.serial}"]`).waitFor();
    await asked(page).waitFor();
    await page.locator(".chart svg").first().waitFor();
  }

  leave(): void {
    this.#line.end();
  }
}

// The page is left until a question has these words; whether it came to that before the match was over.
export async function comesTo(page: Page, question: RegExp): Promise<boolean> {
  const player = await Player.before(page);
  const came = await player.until((words) => question.test(words));
  await player.comesBackTo(page);
  return came;
}
export async function playUntil(page: Page, question: RegExp): Promise<void> {
  assert.ok(await comesTo(page, question), "the match is over");
}

// A page that is opened when a question with these words has come in such a game against the computer. What is told of battles is
// closed as it comes.
export async function playTo(page: Page, url: string, game: Game, question: RegExp): Promise<void> {
  const player = await Player.sitDown(url, game);
  assert.ok(await player.until((words) => question.test(words)), "the match is over");
  await closeAtSight(page, ".after:not(.ending)");
  await player.comesTo(page);
}

// A match in which a question with these words comes, and finds what is wished, whatever is drawn: on servers of their own, by one
// chance after another.
export async function whereAsked(
  browser: Browser,
  game: Game,
  question: RegExp,
  wished: (page: Page) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Person> {
  for (const chance of ["2", "1", "3", "4", "5", "6"]) {
    const server = new Server(undefined, undefined, [], chance);
    await server.start();
    after(() => server.close());
    const player = await Player.sitDown(server.url, game);
    if (!(await player.until((words) => question.test(words)))) {
      player.leave();
      continue;
    }
    const somebody = await person(browser);
    await closeAtSight(somebody.page, ".after:not(.ending)");
    await player.comesTo(somebody.page);
    if (await wished(somebody.page)) return somebody;
    await somebody.context.close();
  }
  return assert.fail(`in no match came a question with ${question}`);
}
