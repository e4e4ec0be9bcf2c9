// A server of its own on a free port, and a real browser: what every test here begins with.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
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

export class Server {
  url = "";
  readonly #data = mkdtempSync(join(tmpdir(), "wardroom-web-"));
  #process: ChildProcess | undefined;
  #port = 0;

  // Again after a stop, it is on the same port with the same database.
  async start(): Promise<void> {
    const program = spawn(
      process.env["WARDROOM_SERVER"] ?? join(root, "build/bin/wardroom-server"),
      ["--port", String(this.#port), "--data", this.#data, "--web", join(root, "client/web/dist"), "--scenarios", join(root, "scenarios"), "--threads", "1", "--log-level", "warn"],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    this.#process = program;
    this.url = await new Promise((resolve, reject) => {
      let said = "";
      program.stdout!.on("data", (bytes: Buffer) => {
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
    const ended = new Promise((resolve) => program.on("exit", resolve));
    program.kill("SIGTERM");
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
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
export function stage(): Stage {
  const ready: Partial<Stage> & { server: Server } = { server: new Server() };
  before(async () => {
    await ready.server.start();
    ready.browser = await openBrowser();
  });
  // Whatever a page complains of, in whichever test, is a failure of that test.
  afterEach(() => assert.deepEqual(everyone.splice(0).flatMap(({ troubles }) => troubles), []));
  after(async () => {
    await ready.browser?.close();
    await ready.server.close();
  });
  return ready as Stage;
}

export interface Person {
  context: BrowserContext;
  page: Page;
  heard: Buffer[]; // every WebSocket message that came, as bytes
  troubles: string[]; // errors of the page: scripts, refused resources
}

const everyone: Person[] = []; // of the test that runs

export interface Look {
  language?: "en" | "pl";
  width?: number;
  height?: number;
  dark?: boolean;
}

// Somebody with a browser of his own: no cookies, no storage, nothing shared.
export async function person(browser: Browser, { language = "en", width = 1440, height = 900, dark = false }: Look = {}): Promise<Person> {
  const context = await browser.newContext({
    locale: language === "pl" ? "pl-PL" : "en-GB",
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const heard: Buffer[] = [];
  const troubles: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => heard.push(typeof payload === "string" ? Buffer.from(payload) : payload)),
  );
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  const somebody: Person = { context, page, heard, troubles };
  everyone.push(somebody);
  return somebody;
}

// A browser complains of a line that drops; where a test cuts it, that is as it should be.
export function forgiveDroppedLines({ troubles }: Person): void {
  const others = troubles.splice(0).filter((trouble) => !/WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE/.test(trouble));
  troubles.push(...others);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Violation {
  id: string;
  impact: string;
  nodes: string[];
}

// What axe-core calls serious or critical on the page as it stands. The drawing is hidden from readers of the screen, who have its
// description and the list of choices; its thousands of lines are left out.
export async function violations(page: Page): Promise<Violation[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    // @ts-expect-error axe has come with the line above
    const found = await axe.run({ include: [["body"]], exclude: [[".chart > svg > *"]] }, { resultTypes: ["violations"] });
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
const textId = /\b(web|screen|prompt|choice|report|would|refusal|ending|victory|verdict|bot|replay|tutorial)\.[a-z_0-9]+|\b[a-z_0-9.]+\.(name|help)\b/;

async function speak(page: Page, language: string): Promise<void> {
  // Not a click of the mouse: a dialogue may lie over it.
  await page.locator(`.languages button[lang=${language}]`).evaluate((button: HTMLElement) => button.click());
  await page.locator(`html[lang=${language}]`).waitFor({ state: "attached" });
}

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
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= size.width, `${which}: ${wide} wide`);
        await page.screenshot({ path: join(screens, `${which}.png`), fullPage: size.name === "phone" });
        if (usual) assert.deepEqual(await violations(page), [], which);
      }
    }
  }
}

// Answers the question that is asked: the n-th button of the hand. The page then has another question, or waits.
export async function answer(page: Page, n = 0): Promise<void> {
  await page.locator(".hand .items button:enabled").nth(n).click();
}

export const asked = (page: Page) => page.locator(".hand.mine .items button:enabled").first();

/** Sets up the learning scenario as the Allies; the link for the other side. */
export async function invite(page: Page, url: string): Promise<string> {
  await page.goto(url);
  await page.getByText("Another scenario").click();
  await page.getByLabel("Your side").selectOption({ label: "Allies" });
  await page.getByRole("button", { name: "Set up this game" }).click();
  return await page.getByLabel("Link of the invitation").inputValue();
}

export interface Game {
  scenario?: string;
  side: "Allies" | "Axis";
}

// Sets up a game of any scenario against the computer, from the first screen.
export async function play(page: Page, url: string, { scenario = "", side }: Game): Promise<void> {
  await page.goto(url);
  await page.getByText("Another scenario").click();
  await page.getByLabel("Scenario").selectOption(scenario);
  await page.getByLabel("Your side").selectOption({ label: side });
  await page.getByLabel("Opponent").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Set up this game" }).click();
  await page.locator(".chart svg").first().waitFor();
}

// Answers as history did, or with the last item, which is usually that one is done, until a question has these words.
export async function playUntil(page: Page, question: RegExp): Promise<void> {
  const title = page.locator("#hand-title");
  for (;;) {
    await asked(page).waitFor();
    const was = (await title.innerText()) + (await page.locator(".hand .items").innerText());
    if (question.test(was)) return;
    const history = page.getByRole("button", { name: "As in history" });
    await ((await history.isVisible()) ? history : page.locator(".hand .items button:enabled").last()).click();
    await page.waitForFunction(
      (before) => (document.querySelector<HTMLElement>("#hand-title")?.innerText ?? "") + (document.querySelector<HTMLElement>(".hand .items")?.innerText ?? "") !== before,
      was,
    );
  }
}
