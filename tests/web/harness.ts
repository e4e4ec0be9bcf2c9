// A server of its own on a free port, and a real browser: what every test here begins with.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const screens = join(root, "build/screens");
mkdirSync(screens, { recursive: true });

// Machines that compile beside us are slow; nothing here measures time.
export const patience = Number(process.env["WARDROOM_PATIENCE"] ?? 180_000);

// Which draws the servers make; the same ones for every run, so that a test that depends on its luck shows it at once and always.
const known = process.env["WARDROOM_CHANCE"] ?? "1";

export class Server {
  url = "";
  readonly #program: string;
  readonly #scenarios: string;
  readonly #settings: readonly string[]; // more of the program's
  readonly #chance: string;
  readonly data = mkdtempSync(join(tmpdir(), "wardroom-web-"));
  #process: ChildProcess | undefined;
  #port = 0;
  #starts = 0; // what is drawn after another start is new: no id twice

  constructor(
    program = process.env["WARDROOM_SERVER"] ?? join(root, "build/bin/known-server"),
    scenarios = join(root, "scenarios"),
    settings: readonly string[] = [],
    chance = known,
  ) {
    this.#program = program;
    this.#scenarios = scenarios;
    this.#settings = settings;
    this.#chance = chance;
  }

  // Again after a stop, it is on the same port with the same database.
  async start(): Promise<void> {
    const program = spawn(
      this.#program,
      [
        "--port",
        String(this.#port),
        "--data",
        this.data,
        "--web",
        join(root, "client/web/dist"),
        "--scenarios",
        this.#scenarios,
        "--threads",
        "1",
        "--new-accounts-address", // everybody comes from here
        "1000000",
        "--log-level",
        "warn",
        ...this.#settings,
      ],
      {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, WARDROOM_CHANCE: `${this.#chance}.${++this.#starts}` },
      },
    );
    this.#process = program;
    this.url = await new Promise((resolve, reject) => {
      let said = "";
      program.stdout.on("data", (bytes: Buffer) => {
        said += bytes.toString();
        const match = /listening on (\S+)/.exec(said);
        if (match) resolve(match[1]!);
      });
      program.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    this.#port = Number(new URL(this.url).port);
  }

  async stop(): Promise<void> {
    const program = this.#process;
    this.#process = undefined;
    if (!program || program.exitCode !== null) return;
    const ended = new Promise((resolve) => program.on("exit", (_code, signal) => resolve(signal)));
    program.kill("SIGTERM");
    const impatient = setTimeout(() => program.kill("SIGKILL"), 60_000);
    const signal = await ended;
    clearTimeout(impatient);
    assert.notEqual(signal, "SIGKILL", "the server did not end when it was asked to");
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

// Without what draws windows it takes a fifth less of the machine, but knows no notices.
type Kind = "shell" | "whole";
async function openBrowser(kind: Kind): Promise<Browser> {
  const [shell, whole] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
  const executablePath = (kind === "shell" ? [shell, whole] : [whole]).find((path) => existsSync(path));
  return chromium.launch({
    executablePath,
    args: ["--disable-dev-shm-usage", "--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
}

export interface Stage {
  server: Server;
  browser: Browser;
}

// A server and a browser for all tests of a file; there from the first test on.
export function stage(server = new Server(), kind: Kind = "shell"): Stage {
  const ready: Partial<Stage> & { server: Server } = { server };
  before(async () => {
    await ready.server.start();
    ready.browser = await openBrowser(kind);
  });
  // Whatever a page complains of, in whichever test, is a failure of that test.
  afterEach(() =>
    assert.deepEqual(
      everyone.splice(0).flatMap(({ troubles }) => troubles),
      [],
    ),
  );
  after(async () => {
    await ready.browser?.close();
    await ready.server.close();
  });
  return ready as Stage;
}

export interface Person {
  context: BrowserContext;
  page: Page;
  heard: Buffer[]; // every WebSocket message that came, as bytes; whole, where it was told by what differs
  troubles: string[]; // errors of the page: scripts, refused resources
}

const everyone: Person[] = []; // of the test that runs

export interface Look {
  language?: "en" | "pl";
  width?: number;
  height?: number;
  dark?: boolean;
  briefed?: boolean; // false: the briefing over the chart is his own affair
}

// A sheet that lies over the table is closed as it comes. The page does it itself: a sheet that goes away on its own is no matter.
export async function closeAtSight(page: Page, sheet: string): Promise<void> {
  await page.addInitScript((button) => {
    new MutationObserver(() => document.querySelector<HTMLElement>(button)?.click()).observe(document, {
      childList: true,
      subtree: true,
    });
  }, `${sheet} button.primary`);
}

// What a connection brings by differences, whole again: a name may be made of what came long before.
async function wholeFrames(): Promise<() => (message: Buffer) => Buffer[]> {
  const module = (name: string) => import(new URL(`../../client/web/${name}`, import.meta.url).href);
  await module("unit/hooks.mjs");
  const { Hearing } = await module("src/net/told.ts");
  const { ServerFrameSchema } = await module("src/gen/wardroom/v1/wire_pb.ts");
  const { fromBinary, toBinary } = await module("node_modules/@bufbuild/protobuf/dist/esm/index.js");
  return () => {
    const hearing = new Hearing();
    return (message) =>
      (hearing.whole(fromBinary(ServerFrameSchema, message)) as object[]).map((frame) =>
        Buffer.from(toBinary(ServerFrameSchema, frame) as Uint8Array),
      );
  };
}

// Somebody with a browser of his own: no cookies, no storage, nothing shared.
export async function person(
  browser: Browser,
  { language = "en", width = 1440, height = 900, dark = false, briefed = true }: Look = {},
): Promise<Person> {
  const context = await browser.newContext({
    locale: language === "pl" ? "pl-PL" : "en-GB",
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  // His part of the dice is known beforehand too.
  await page.addInitScript(() => {
    crypto.getRandomValues = (bytes) => bytes;
  });
  // Whoever comes to press something on the chart has read the briefing.
  if (briefed) await closeAtSight(page, ".briefing");
  const heard: Buffer[] = [];
  const troubles: string[] = [];
  const whole = await wholeFrames();
  page.on("websocket", (socket) => {
    const made = whole();
    socket.on("framereceived", ({ payload }) => heard.push(...made(Buffer.from(payload))));
  });
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  const somebody: Person = { context, page, heard, troubles };
  everyone.push(somebody);
  return somebody;
}

export async function signUp(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/#/account`);
  await page.getByRole("button", { name: "I am new here" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Make an account" }).click();
  await page.getByRole("link", { name, exact: true }).waitFor();
}
// Somebody new with an account of this name.
export async function newcomer({ browser, server }: Stage, name: string): Promise<Page> {
  const { page } = await person(browser);
  await signUp(page, server.url, name);
  return page;
}
export async function newcomers(table: Stage, ...names: string[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const name of names) pages.push(await newcomer(table, name));
  return pages;
}

// A browser complains of a line that drops; where a test cuts it, that is as it should be.
export function forgiveDroppedLines({ troubles }: Person): void {
  const others = troubles
    .splice(0)
    .filter((trouble) => !/WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE/.test(trouble));
  troubles.push(...others);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Violation {
  id: string;
  impact: string;
  nodes: string[];
}

// What axe-core calls serious or critical on the page as it stands. The drawing is hidden from readers of the screen, who have its
// description and the list of choices; its thousands of lines are taken out meanwhile.
export async function violations(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const drawings = [...document.querySelectorAll(".chart > svg")].map((svg) => {
      const lines = document.createDocumentFragment();
      lines.append(...svg.childNodes);
      return { svg, lines };
    });
    // @ts-expect-error axe has come with the line above
    const found = await axe.run({ include: [["body"]] }, { resultTypes: ["violations"] });
    for (const { svg, lines } of drawings) svg.append(lines);
    return found.violations
      .filter((each: { impact: string }) => each.impact === "serious" || each.impact === "critical")
      .map((each: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }) => ({
        id: each.id,
        impact: each.impact,
        nodes: each.nodes.slice(0, 5).map((node) => `${node.html.slice(0, 200)} ${node.failureSummary}`),
      }));
  });
}

const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];
// A text that is in no catalog shows as its id: words with dots between them.
const textId =
  /\b(web|screen|prompt|choice|report|would|refusal|ending|victory|verdict|bot|replay|tutorial)\.[a-z_0-9]+|\b[a-z_0-9.]+\.(name|help)\b/;

export async function speak(page: Page, language: string): Promise<void> {
  // Not a click of the mouse: a dialogue may lie over it.
  await page.locator(`.languages button[lang=${language}]`).evaluate((button: HTMLElement) => button.click());
  await page.locator(`html[lang=${language}]`).waitFor({ state: "attached" });
}

// What reaches beyond the right edge of the screen, the innermost last.
const beyondTheEdge = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *:not(svg *)")]
      .filter((each) => each.getBoundingClientRect().right > window.innerWidth)
      .map((each) => `${each.tagName} ${each.className} "${each.innerText?.slice(0, 40)}"`)
      .join("; "),
  );

// Looks at a screen in English by day and in Polish by night, on a desk and on a phone: no text is missing, nothing is wider than
// the screen, axe-core finds nothing serious, and a picture of each is kept for people to look at (WARDROOM_SCREENS=all: also of
// English by night and Polish by day). The screen is left in English, by day, on a desk.
export async function look(page: Page, name: string): Promise<void> {
  for (const language of ["pl", "en"]) {
    await speak(page, language);
    assert.doesNotMatch(await page.locator("body").innerText(), textId, `${name}, ${language}`);
    for (const scheme of ["dark", "light"] as const) {
      const usual = (language === "pl") === (scheme === "dark");
      if (!usual && process.env["WARDROOM_SCREENS"] !== "all") continue;
      await page.emulateMedia({ colorScheme: scheme });
      for (const size of sizes.toReversed()) {
        const which = `${name}-${language}-${size.name}${scheme === "dark" ? "-dark" : ""}`;
        await page.setViewportSize(size);
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))); // as it is laid out now
        await soon(async () => {
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= size.width, `${which}: ${wide} wide, for ${await beyondTheEdge(page)}`);
        });
        await page.screenshot({ path: join(screens, `${which}.png`), fullPage: size.name === "phone" });
        if (usual) assert.deepEqual(await violations(page), [], which);
      }
    }
  }
}

// What a page shows follows what was pressed a little later: the claim is made again until it holds.
export async function soon(claim: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + 10_000; ;) {
    try {
      return await claim();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((again) => setTimeout(again, 50));
    }
  }
}

export const asked = (page: Page) => page.locator(".hand.mine .items button:enabled").first();

// A question's number tells it from another with the same words. Looked at by the clock: a page whose frames are late has its answers
// all the same. Where it does not change, the page is asked why.
async function taken(page: Page, question: string | undefined): Promise<void> {
  const changed = (was: string | undefined) =>
    document.querySelector<HTMLElement>(".hand")?.dataset["question"] !== was;
  await page.waitForFunction(changed, question, { polling: 20 }).catch(async (error: Error) => {
    const shown = ".hand, .line.shown, .over-there, .after, .away, .queue";
    const words = await page.locator(shown).allInnerTexts();
    assert.fail(`question ${question} is still asked: ${error.message}\n${words.join("\n---\n")}`);
  });
}

// Does something that answers the question, and waits until nothing is asked, or something else.
export async function answering(page: Page, answer: () => Promise<void>): Promise<void> {
  const question = await page.evaluate(() => document.querySelector<HTMLElement>(".hand")?.dataset["question"]);
  await answer();
  await taken(page, question);
}

// Answers what is asked at this moment with the first item that begins like one of those named, as history did, or else with the last,
// which is usually that one is done; false: nothing is asked. The answer is found and pressed in one breath, for a question can go away.
export async function passOn(
  page: Page,
  beginnings: readonly string[] = ["As in history", "Jak w historii"],
): Promise<boolean> {
  const question = await page.evaluate((wanted) => {
    const hand = document.querySelector<HTMLElement>(".hand.mine");
    const buttons = [...(hand?.querySelectorAll<HTMLElement>(".items button:enabled") ?? [])];
    const begins = (each: HTMLElement, with_: string) => each.innerText.toLowerCase().startsWith(with_.toLowerCase());
    const named = wanted.map((one) => buttons.find((each) => begins(each, one))).find((each) => each);
    const button = named ?? buttons.at(-1);
    button?.click();
    return button && hand?.dataset["question"];
  }, beginnings);
  if (question !== undefined) await taken(page, question);
  return question !== undefined;
}

export interface Table {
  game?: string; // else the first
  scenario?: string; // else its first
}

/** Sets up a scenario as the Allies; the link for the other side. */
export async function invite(page: Page, url: string, { game, scenario }: Table = {}): Promise<string> {
  await page.goto(url);
  if (game) await page.getByRole("group", { name: "Game" }).getByRole("button", { name: game }).click();
  await page.getByText("Another scenario").click();
  if (scenario) await page.getByLabel("Scenario").selectOption(scenario);
  await page.getByLabel("Your side").selectOption({ label: "Allies" });
  await page.getByRole("button", { name: "Set up this game" }).click();
  return await page.getByLabel("Link of the invitation").inputValue();
}

/** Two people at one table, the first with the Allies; the second reaches the server through another address if one is given. */
export async function twoAtTable(
  { browser, server }: Stage,
  through = server.url,
  which: Table = {},
): Promise<[Person, Person]> {
  const host = await person(browser);
  const guest = await person(browser);
  const invitation = await invite(host.page, server.url, which);
  await guest.page.goto(invitation.replace(server.url, through));
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([host, guest].map(({ page }) => page.locator(".chart svg").first().waitFor()));
  return [host, guest];
}

export interface Game {
  game?: string; // its name; else the first
  scenario?: string;
  side: "Allies" | "Axis";
  quickPasses?: boolean; // else every question is put, those with one single answer too
}

// Sets up a game of any scenario against the computer, from the first screen. A battle of the computer's choosing may lay its
// card over the table at any time; whoever comes to press something closes it first.
export async function play(
  page: Page,
  url: string,
  { game, scenario = "", side, quickPasses = false }: Game,
): Promise<void> {
  await closeAtSight(page, ".after:not(.ending)");
  await page.goto(url);
  if (game) await page.getByRole("group", { name: "Game" }).getByRole("button", { name: game }).click();
  await page.getByText("Another scenario").click();
  await page.getByLabel("Scenario").selectOption(scenario);
  await page.getByLabel("Your side").selectOption({ label: side });
  await page.getByLabel("Opponent").selectOption({ index: 1 });
  await page.getByLabel("Quick passes").setChecked(quickPasses);
  await page.getByRole("button", { name: "Set up this game" }).click();
  await page.locator(".chart svg").first().waitFor();
}

// The game that a newcomer is offered first, from the first screen to its first question.
export async function hunt(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await asked(page).waitFor();
  await page.locator(".chart svg").first().waitFor();
}

// A point of the chart on the screen.
export const spot = (page: Page, x: number, y: number): Promise<{ x: number; y: number }> =>
  page.locator(".chart > svg").evaluate(
    (svg: SVGSVGElement, point) => {
      const { x, y } = new DOMPoint(point.x, point.y).matrixTransform(svg.getScreenCTM()!);
      return { x, y };
    },
    { x, y },
  );

const over = (page: Page) => page.locator(".ending").first();

// Waits for a question, or for the end of the match, after which none comes; whether one came.
async function isAskedAgain(page: Page): Promise<boolean> {
  await asked(page).or(over(page)).first().waitFor();
  return !(await over(page).isVisible());
}
export async function askedAgain(page: Page): Promise<void> {
  assert.ok(await isAskedAgain(page), "the match is over");
}

// Answers as above so many times, and waits for the next question.
export async function playOn(page: Page, answers: number): Promise<void> {
  for (let i = 0; i < answers; ++i) {
    await asked(page).waitFor();
    await passOn(page);
  }
  await asked(page).waitFor();
}

// Sets up a second factor in the form that the page shows.
export async function takeFactor(page: Page): Promise<void> {
  const form = page.locator(".factor");
  await form.getByRole("button", { name: "Set up" }).click();
  await form.getByLabel("Password").fill("a long enough password");
  await form.getByRole("button", { name: "Set up" }).click();
  const secret = (await form.locator("code").innerText()).replaceAll(" ", "");
  await form.getByLabel("Code").fill(codeOf(secret));
  await form.getByRole("button", { name: "Confirm" }).click();
  await form.getByRole("heading", { name: "Recovery codes" }).waitFor();
}

// Somebody new who may hold tournaments: the page has him set up a second factor first.
export async function director(table: Stage, name: string): Promise<Page> {
  const page = await newcomer(table, name);
  await page.goto(`${table.server.url}/#/new-event`);
  await takeFactor(page);
  await page.getByRole("button", { name: "I have written them down" }).click();
  await page.getByLabel("Name of the tournament").waitFor();
  return page;
}

// What the program on somebody's phone shows for a secret (RFC 6238).
export function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const key = Buffer.from(
    bits
      .join("")
      .match(/.{8}/g)!
      .map((byte) => parseInt(byte, 2)),
  );
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(step).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
