// Battles that are told: a surface battle, an air strike and a wolfpack's attack, each watched live, after an absence and in the
// replay, with the report at the end. What is told was told in real matches and is laid over what the server says: the dice would not
// do it for a test.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page, WebSocketRoute } from "playwright-core";
import { protoc, undiffering } from "./frames.ts";
import { look, type Person, person, playOn, root, soon, stage } from "./harness.ts";

const table = stage();

const encode = (text: string): Buffer => protoc("encode", "ServerFrame", text);

interface Battle {
  name: string;
  head: RegExp;
  shot: { firer: string; target: string; says: string[] };
  harm: string;
  points: string;
  odds: string;
}
const battles: Battle[] = [
  {
    name: "surface",
    head: /seeks battle with Axis TF 1/,
    shot: { firer: "Kent", target: "Type 34–36 destroyers", says: ["Naval Gunnery", "needs 8 or more"] },
    harm: "Type 34–36 destroyers: 1 CS lost",
    points: "Points: −2 VP",
    odds: "Naval Gunnery: ",
  },
  {
    name: "air",
    head: /aircraft/,
    shot: { firer: "1./KüFlGr 706", target: "Merchant oilers", says: ["Bombing", "needs 8 or more", "hit"] },
    harm: "lost",
    points: "Points: +2 VP",
    odds: "Bombing: ",
  },
  {
    name: "submarine",
    head: /submarine|Wolfpack/i,
    shot: { firer: "", target: "", says: ["Torpedo Attack", "needs 8 or more", "hit"] },
    harm: "lost",
    points: "Points: +2 VP",
    odds: "Torpedo Attack: ",
  },
];

// What each update of a battle told, as text.
function updatesOf(name: string): string[] {
  const text = readFileSync(join(root, "tests/web/battles", `${name}.textproto`), "utf8");
  return text
    .split(/^reports \{$/m)
    .slice(1)
    .map((part) => part.replace(/^\}\s*$/m, "").replace(/^ {2}serial: \d+$/m, ""));
}

// Lays frames over those of the server; `now` sends one unasked.
interface Laid {
  over: (kind: "attached" | "replay", text: (serial: number) => string) => void;
  now: (text: string) => void;
  serial: number; // of the newest update
}
async function lay({ page }: Person): Promise<Laid> {
  let socket: WebSocketRoute | undefined;
  const more = new Map<string, (serial: number) => string>();
  const laid: Laid = {
    serial: 0,
    over: (kind, text) => more.set(kind, text),
    now: (text) => socket!.send(encode(text)),
  };
  await page.routeWebSocket("**/ws", (route) => {
    socket = route;
    const far = route.connectToServer();
    route.onMessage((message) => far.send(undiffering(message)));
    far.onMessage((message) => {
      const bytes = Buffer.from(message as Buffer);
      const text = protoc("decode", "ServerFrame", bytes).toString();
      const kind = /^(update|attached|replay) \{$/m.exec(text)?.[1];
      // The update's own serial: a field of the frame's body, or of the update in it.
      const found =
        kind === "update"
          ? /^ {2}serial: (\d+)$/m
          : kind === "attached"
            ? /^ {2}update \{[^]*?^ {4}serial: (\d+)$/m
            : undefined;
      const serial = Number(found?.exec(text)?.[1] ?? 0);
      if (serial > 0) laid.serial = serial;
      const last =
        kind === "replay" ? Number([...text.matchAll(/^ {4}serial: (\d+)$/gm)].at(-1)?.[1] ?? 0) : laid.serial;
      const extra = kind && more.get(kind)?.(last);
      route.send(extra ? Buffer.concat([bytes, encode(`${kind} { ${extra} }`)]) : bytes);
    });
  });
  return laid;
}

async function sitDown({ page }: Person): Promise<void> {
  await page.goto(table.server.url);
  await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
  await page.locator(".chart svg").first().waitFor();
  await playOn(page, 3);
}

const theatre = (page: Page) => page.getByRole("region", { name: "Battle, as it was fought" });
const after = (page: Page) => page.locator(".after");

// At the shot that the battle is known by, firer, target, number and dice are there, and its table lights up.
async function atTheShot(page: Page, { name, head, shot }: Battle): Promise<void> {
  await theatre(page).getByRole("heading", { level: 2 }).getByText(head).waitFor();
  const dot = page.locator(".rail .dot.shot").and(page.getByRole("button", { name: shot.says[0]! }));
  const wanted = shot.firer ? dot.and(page.getByRole("button", { name: `(${shot.firer} ` })) : dot;
  await wanted.last().click();
  const caption = page.locator(".theatre .caption");
  for (const word of shot.says) await caption.getByText(word).first().waitFor();
  await soon(async () => assert.ok((await caption.getByRole("img").count()) > 0, "dice"));
  if (shot.firer) {
    await page.locator(".actor.fires").getByText(shot.firer).waitFor();
    await page.locator(".actor.aimed").getByText(shot.target).waitFor();
  }
  await page.locator(".fire line").waitFor({ state: "attached" }); // it may be straight, and has no width then
  await soon(async () => assert.ok((await page.locator(".actor .figure").count()) >= 2, `${name}: silhouettes`));
  await caption.getByRole("button", { name: /^Why/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: shot.says[0]! }).waitFor();
  await dialog.locator(".lit").first().waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
}

// Whatever is told, its words are in sight, and somebody stands on either side from the first moment on.
async function everyWordInSight(page: Page): Promise<void> {
  await page.locator(".rail .dot").first().click();
  await soon(async () => assert.equal(await page.locator(".rank:has(.actor)").count(), 2, "nobody is there"));
  for (const dot of (await page.locator(".rail .dot:not(.shot, .loss, .sum)").all()).slice(0, 4)) {
    await dot.click();
    const words = (await dot.getAttribute("aria-label"))!;
    const said = page.locator(".theatre .caption").getByText(words.split(/[(:]/)[0]!).first();
    await soon(async () => assert.ok((await said.boundingBox())!.y > 0, words));
    const [caption, theatre] = await Promise.all(
      [".theatre .caption", ".theatre"].map((each) => page.locator(each).boundingBox()),
    );
    assert.ok(caption!.y > theatre!.y && caption!.y + caption!.height <= theatre!.y + theatre!.height, words);
  }
}

// The report says what was lost, won and against which odds; it stays until it is closed, and can be opened again.
async function theReport(page: Page, { harm, points, odds, head }: Battle): Promise<void> {
  await after(page).waitFor();
  const words = await after(page).innerText();
  assert.match(words, head);
  for (const each of [harm, points, odds, "The rolls that decided it"])
    assert.ok(words.includes(each), `${each} in ${words}`);
}
async function closeAndOpenAgain(page: Page): Promise<void> {
  await after(page).getByRole("button", { name: "Close the report" }).click();
  await after(page).waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByRole("list", { name: "Log" }).getByRole("button", { name: "After-action report" }).first().click();
  await after(page).waitFor();
  await after(page).getByRole("button", { name: "Watch it again" }).click();
  await theatre(page).waitFor();
}

for (const battle of battles) {
  const told = updatesOf(battle.name);

  test(`live: ${battle.name}`, async () => {
    const somebody = await person(table.browser);
    const { page, context } = somebody;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const laid = await lay(somebody);
    await sitDown(somebody);
    const { serial } = laid;
    told.forEach((reports, i) =>
      laid.now(
        `update { match: "${matchOf(page)}" time_ms: ${Date.now()} serial: ${serial + 1 + i} state: MATCH_STATE_PLAYING ${reports} }`,
      ),
    );
    await page.getByRole("region", { name: "As it happens" }).waitFor();
    await theatre(page).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await everyWordInSight(page);
    await atTheShot(page, battle);
    // It plays by itself; the space bar hurries it to the end, wherever the keys go.
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator("#tab-log").focus();
    await page.keyboard.down(" ");
    await theReport(page, battle);
    await page.keyboard.up(" ");
    await soon(async () =>
      assert.equal(await page.locator("#tab-log[aria-selected=true]").count(), 0, "it presses nothing"),
    );
    await closeAndOpenAgain(page);
    await context.close();
  });

  test(`away: ${battle.name}`, async () => {
    const somebody = await person(table.browser);
    const { page, context } = somebody;
    const laid = await lay(somebody);
    await sitDown(somebody);
    const match = page.url();
    await page.goto(`${table.server.url}/#/`);
    await page.getByText("Another scenario").waitFor();
    laid.over("attached", (serial) =>
      told.map((reports, i) => `missed { time_ms: ${Date.now()} serial: ${serial + 1000 + i} ${reports} }`).join(" "),
    );
    await page.goto(match);
    const away = page.getByRole("region", { name: "While you were away" });
    await away.getByText(/1 battle among them|1 thing has happened/).waitFor();
    await look(page, `away-${battle.name}`);
    await away.getByRole("button", { name: "Play all" }).click();
    await theatre(page).waitFor();
    await atTheShot(page, battle);
    await look(page, `theatre-${battle.name}`);
    // Nothing moves for who wants nothing to move; arrows step.
    await soon(async () => assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0));
    for (let i = 0; i < 80 && !(await after(page).isVisible()); ++i) {
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(10);
    }
    await theReport(page, battle);
    await look(page, `after-${battle.name}`);
    await after(page).getByRole("button", { name: "Close the report" }).click();
    await away.getByRole("button", { name: /Close|Skip/ }).click();
    await away.waitFor({ state: "hidden" });
    await context.close();
  });

  test(`replay: ${battle.name}`, async () => {
    const somebody = await person(table.browser);
    const { page, context } = somebody;
    const laid = await lay(somebody);
    await sitDown(somebody);
    laid.over("replay", (serial) =>
      told
        .map(
          (reports, i) =>
            `updates { time_ms: ${Date.now()} serial: ${serial + 1 + i} state: MATCH_STATE_PLAYING ${reports} }`,
        )
        .join(" "),
    );
    await page.goto(page.url().replace("/match/", "/replay/"));
    await page.locator(".slider").waitFor();
    await page.locator("body").press("Home");
    await page.getByRole("button", { name: "To the next battle" }).click();
    await theatre(page).waitFor();
    await atTheShot(page, battle);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.locator(".rail .dot").last().click();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await theReport(page, battle);
    await closeAndOpenAgain(page);
    await look(page, `replay-${battle.name}`);
    await context.close();
  });
}

test("whoever left in the middle of a battle is told all of it", async () => {
  const told = updatesOf("surface");
  assert.ok(told.length > 1);
  const somebody = await person(table.browser);
  const { page, context } = somebody;
  const laid = await lay(somebody);
  await sitDown(somebody);
  const match = page.url();
  const seen = laid.serial + 1000; // the first of what follows
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key!, value!),
    [`wardroom.seen.${matchOf(page)}`, String(seen)],
  );
  await page.goto("about:blank");
  laid.over("attached", () =>
    told.map((reports, i) => `missed { time_ms: ${Date.now()} serial: ${seen + i} ${reports} }`).join(" "),
  );
  await page.goto(match);
  await page
    .getByRole("region", { name: "While you were away" })
    .getByText(/1 battle among them/)
    .waitFor();
  await context.close();
});

const matchOf = (page: Page): string => /#\/match\/([^/]+)/.exec(page.url())![1]!;
