// Pages of tournaments as a server would say them: every format, without waiting for matches to be played.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { protoc } from "./frames.ts";
import { look, person, signUp, soon, stage } from "./harness.ts";

const table = stage();

type Answers = Record<string, string | ((said: string) => string)>;
const directs: Answers = { ask_factor: "factor { on: true }" }; // whoever directs may

// Questions about tournaments are answered here, by the case of the question; all others by the server.
async function sayOn(page: Page, answers: Answers): Promise<void> {
  await page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((message) => {
      const said = protoc("decode", "ClientFrame", Buffer.from(message as Buffer)).toString();
      const request = /^request: (\d+)$/m.exec(said)?.[1];
      const found = Object.entries({ ...directs, ...answers }).find(([name]) => said.includes(`\n${name} {`));
      if (!found) return far.send(message);
      const answer = typeof found[1] === "string" ? found[1] : found[1](said);
      socket.send(protoc("encode", "ServerFrame", `request: ${request} ${answer}`));
    });
  });
}

const names = ["Anna", "Bert", "Clara", "Dora", "Emil", "Fritz"];
const entries = names
  .map((name, i) => `entries { entry: ${i + 1} name: "${name}" rank: ${i + 1} rating: ${1650 - 40 * i} present: true }`)
  .join("\n");
const game = (match: string, first: number, second: number, result = "") =>
  `games { match: "${match}" first: ${first} second: ${second} ${result} }`;
const result = (first: number, second: number, margin: number, kind = "PLAYED") =>
  `result { kind: ${kind} first_halves: ${first} second_halves: ${second} margin: ${margin} }`;
const pairing = (board: number, one: number, two: number, games: string) =>
  `pairings { board: ${board} one: ${one} two: ${two} reason { id: "web.event.live" } ${games} }`;

// The worked example of a small Swiss, in its third round.
const swiss = (more = "") => `event {
  info { id: "cup" name: "Murmansk Cup" title: "pq17" state: EVENT_STATE_PLAYING live: true entries: 6 round: 3 rounds: 3 mine: true }
  version: 7 my_entry: 2 seed_hash: "${"ab".repeat(32)}"
  rules { name: "Murmansk Cup" about: "All are welcome.\\nThree rounds in one evening." title: "pq17" scenarios: "learning"
    live: true rounds: 3 check_in: true start_minutes: 15 round_minutes: 180 watching: AFTERWARDS
    clock { bank_seconds: 3600 increment_seconds: 30 } }
  directors: "Harbour" directors: "Pilot"
  ${entries}
  rounds { number: 1 state: CLOSED scenario: "learning" seed: "00ff"
    ${pairing(1, 1, 4, game("m1", 1, 4, result(2, 0, 12)))}
    ${pairing(2, 2, 5, game("m2", 5, 2, result(1, 1, 1)))}
    ${pairing(3, 3, 6, game("m3", 3, 6, result(0, 2, -4)))} }
  rounds { number: 2 state: CLOSED scenario: "learning"
    ${pairing(1, 1, 6, game("m4", 6, 1, result(0, 2, -6)))}
    ${pairing(2, 2, 3, game("m5", 2, 3, result(2, 0, 3)))}
    ${pairing(3, 4, 5, game("m6", 4, 5, result(2, 0, 0, "FORFEIT")))} }
  rounds { number: 3 state: PLAYING scenario: "learning" deadline_ms: 1794000000000 start_limit_ms: 1793990000000
    ${pairing(1, 1, 2, game("m7", 1, 2))}
    ${pairing(2, 6, 4, game("m8", 4, 6))}
    ${pairing(3, 3, 5, game("m9", 3, 5, result(1, 1, 0, "ADJUDICATED")))}
    broken { id: "web.event.live" } }
  ${[1, 2, 6, 4, 3, 5].map((entry, i) => standing(i + 1, entry)).join("\n")}
  deeds { number: 1 by: "Harbour" time_ms: 1793900000000 what { id: "web.event.do.announce" } }
  deeds { number: 2 by: "Pilot" time_ms: 1793910000000 what { id: "web.event.do.publish" } undone: true }
  deeds { number: 3 by: "Harbour" time_ms: 1793920000000 what { id: "web.event.do.publish" } can_undo: true }
  messages { by: "Harbour" time_ms: 1793900000000 text: "Welcome. Be in time." }
  ${more} }`;
const standing = (place: number, entry: number) => `standings { place: ${place} entry: ${entry} halves: ${7 - place}
  breaks { tie_break: EVENT_TIE_BREAK_BUCHHOLZ value: "4.5" sum: "Dora 1 + Fritz 2 + Bert 1½" }
  breaks { tie_break: EVENT_TIE_BREAK_MARGINS value: "+17" sum: "12 + 6 − 1" } }`;

test("a tournament is found in the list, and its page says how it stands", async () => {
  const { page, context } = await person(table.browser);
  await sayOn(page, {
    list_events: (said) =>
      said.includes("over: true")
        ? "events {}"
        : `events {
      events { id: "cup" name: "Murmansk Cup" title: "pq17" state: EVENT_STATE_PLAYING live: true entries: 6 round: 3 rounds: 3 mine: true }
      events { id: "open" name: "Archangel Open" title: "pq17" state: EVENT_STATE_OPEN entries: 4 places: 16 starts_ms: 1794000000000 } }`,
    ask_event: swiss(),
  });
  await page.goto(table.server.url);
  await page.getByRole("link", { name: "Tournaments", exact: true }).click();
  await page.getByRole("link", { name: "Archangel Open" }).waitFor();
  await look(page, "tournaments");
  await page.getByRole("link", { name: "Murmansk Cup" }).click();
  await page.getByRole("heading", { name: "Your match of round 3: against Anna" }).waitFor();
  assert.match((await page.getByRole("link", { name: "Go to the match" }).getAttribute("href")) ?? "", /match\/m7/);
  await page.getByText("Welcome. Be in time.").waitFor();
  await look(page, "tournament-rules");

  await page.getByRole("tab", { name: "Standings" }).click();
  await page.getByRole("button", { name: "Anna" }).click();
  await page.getByText("Dora 1 + Fritz 2 + Bert 1½").waitFor();
  await look(page, "tournament-standings");
  await page.getByRole("tab", { name: "Crosstable" }).click();
  const anna = page.locator(".crosstable tbody tr").first();
  await soon(async () => assert.match((await anna.innerText()).replace(/\s+/g, " "), /1 Anna 4: 1.*3: 1.*2: ·.* 3/));
  await look(page, "tournament-crosstable");
  await page.getByRole("tab", { name: "Rounds" }).click();
  await page.getByText("not decided yet").first().waitFor();
  await look(page, "tournament-rounds");
  await page.getByRole("tab", { name: "What directors did" }).click();
  await page.locator(".deeds .undone").waitFor();
  assert.equal(await page.getByRole("button", { name: /Undo/ }).count(), 0, "not for players");
  await look(page, "tournament-log");
  await context.close();
});

test("a knock-out has a bracket, a ladder its rungs", async () => {
  const { page, context } = await person(table.browser);
  const slot = (number: number, round: number, more: string) => `bracket { slot: ${number} round: ${round} ${more} }`;
  let answer = `event { info { id: "cup" name: "Cup" format: EVENT_FORMAT_SINGLE_ELIMINATION state: EVENT_STATE_PLAYING round: 1 rounds: 3 }
    version: 1 rules { title: "pq17" format: EVENT_FORMAT_SINGLE_ELIMINATION } ${entries}
    ${slot(1, 1, "one: 3 two: 6 winner: 3")} ${slot(2, 1, "one: 4 two: 5")}
    ${slot(3, 2, "one: 1 two_from: WINNER_OF two_number: 2")} ${slot(4, 2, "one: 2 two: 3")}
    ${slot(5, 3, "one_from: WINNER_OF one_number: 3 two_from: WINNER_OF two_number: 4")} }`;
  await sayOn(page, { ask_event: () => answer });
  await page.goto(`${table.server.url}/#/event/cup/bracket`);
  await page.getByText("winner of board 4").waitFor();
  await look(page, "tournament-bracket");

  answer = `event { info { id: "up" name: "Summer ladder" format: EVENT_FORMAT_LADDER state: EVENT_STATE_PLAYING round: 1 }
    version: 1 my_entry: 4 rules { title: "pq17" format: EVENT_FORMAT_LADDER } ${entries}
    rounds { number: 1 state: PLAYING }
    ${names.map((_, i) => `ladder { rung: ${i + 1} entry: ${i + 1} ${i === 1 ? "challenged_by: 3" : ""} }`).join("\n")} }`;
  await page.goto(`${table.server.url}/#/event/up/ladder`);
  await page.getByRole("button", { name: "Challenge Anna" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /^Challenge/ }).count(), 2, "those above, who are free");
  await look(page, "tournament-ladder");
  await context.close();
});

test("a director sees what is late, and where another was quicker, what he did", async () => {
  const { page, context } = await person(table.browser);
  const theirs = `deeds { number: 4 by: "Pilot" time_ms: 1793930000000 what { id: "web.event.do.pause" } }`;
  let answer = swiss(`i_direct: true warnings { id: "web.event.live" }`).replaceAll("1794000000000", "1700000000000");
  await sayOn(page, {
    ask_event: () => answer,
    direct: () => {
      answer = swiss(`i_direct: true ${theirs}`).replace("version: 7", "version: 8");
      return `refusal { code: REFUSAL_CODE_STALE reason { id: "refusal.stale_menu" } }`;
    },
  });
  await page.goto(`${table.server.url}/#/event/cup`);
  await page.getByText("Round 3, board 1: Anna – Bert has no result").waitFor();
  for (const drawer of [
    "Players",
    "Message, directors, pause",
    "Change the rules",
    "What was done, and taking it back",
  ])
    await page.locator("details.desk > summary").getByText(drawer, { exact: true }).click();
  await page.getByRole("button", { name: "Enter a result: Anna – Bert" }).click();
  await look(page, "tournament-desk");
  await page.locator(".pairings form select").selectOption({ label: "Bert did not come" });
  await page.getByRole("button", { name: "This is the result" }).click();
  const told = page.getByRole("alert").filter({ hasText: "Another director was quicker" });
  await soon(async () => assert.match(await told.innerText(), /Pilot: Pause everything/));
  await context.close();
});

test("a tournament is written down in steps, and doubtful rounds are told beforehand", async () => {
  const { page, context } = await person(table.browser);
  let asked = "";
  await sayOn(page, {
    create_event: (said) => {
      asked = said;
      return swiss(`i_direct: true`);
    },
    ask_event: swiss(`i_direct: true`),
  });
  await signUp(page, table.server.url, "Harbour");
  await page.goto(`${table.server.url}/#/new-event`);
  const next = page.getByRole("button", { name: "Next" });
  await next.click(); // without a name it does not go on
  await page.getByLabel("Name of the tournament").fill("Murmansk Cup");
  await look(page, "tournament-new-what");
  await next.click();
  await page.getByRole("combobox", { name: "Add a scenario" }).selectOption({ index: 2 });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await look(page, "tournament-new-play");
  await next.click();
  await page.getByLabel("How many players do you expect?").fill("7");
  await page.getByRole("combobox", { name: "Who may enter" }).selectOption({ label: "whoever knows the password" });
  await page.getByLabel("Password of the tournament").fill("ahoy");
  await look(page, "tournament-new-entering");
  await next.click();
  await page.getByLabel("Rounds", { exact: true }).fill("5");
  await page.getByRole("combobox", { name: "Add a tie-break" }).selectOption({ label: "Lot" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await look(page, "tournament-new-rounds");
  await next.click();
  await page.getByText("5 rounds are many for 7 players: from 12 players on").waitFor();
  await page.getByText("About 5 rounds, 15 hours in all.").waitFor();
  await look(page, "tournament-new-look");
  await page.getByRole("button", { name: "Make the tournament" }).click();
  await page.getByRole("heading", { name: "What is due" }).waitFor();
  for (const rule of [
    'name: "Murmansk Cup"',
    'password: "ahoy"',
    "rounds: 5",
    "round_minutes: 180",
    "tie_breaks: EVENT_TIE_BREAK_LOT",
  ])
    assert.ok(asked.includes(rule), `${rule} in ${asked}`);
  assert.equal(asked.match(/scenarios: /g)?.length, 2);
  await context.close();
});

test("ratings, how even scenarios are, and a player's page", async () => {
  const { page, context } = await person(table.browser);
  const climb = Array.from(
    { length: 40 },
    (_, i) =>
      `points { time_ms: ${1780000000000 + i * 86400000} rating: ${1500 + 5 * i + 30 * (i % 3)} deviation: ${350 - 7 * i} }`,
  ).join(" ");
  await sayOn(page, {
    ask_ratings: `ratings {
      lines { place: 1 name: "Anna" rating: 1712 deviation: 61 matches: 40 }
      lines { name: "Bert" rating: 1500 deviation: 210 provisional: true matches: 3 } }`,
    ask_record: `player_record { name: "Anna"
      lines { title: "pq17" scenario: "learning" seat: 0 matches: 20 wins: 12 draws: 2 }
      lines { title: "pq17" scenario: "learning" seat: 1 matches: 21 wins: 9 draws: 1 }
      curves { title: "pq17" live: true rating: 1712 deviation: 61 matches: 40 ${climb} }
      against { name: "Bert" matches: 7 wins: 4 draws: 1 }
      against { name: "Clara" matches: 2 wins: 0 }
      latest { match: "m1" title: "pq17" scenario: "learning" seat: 0 opponent: "Bert" halves: 2 time_ms: 1790000000000 }
      latest { match: "m2" title: "pq17" scenario: "learning" seat: 1 opponent: "Clara" halves: 1 time_ms: 1789000000000
        unrated { id: "unrated.marked" } } }`,
    ask_balance: `balance {
      lines { scenario: "learning" matches: 41 first_wins: 22 draws: 3 mean_margin: 12 first_wins_permille: 560 } }`,
    ask_person: `person { name: "Anna" reliability { hand_overs: 200 in_time: 197 matches: 41 left: 1 known: true } }`,
  });
  await page.goto(`${table.server.url}/#/ratings`);
  await page.getByRole("link", { name: "Anna" }).waitFor();
  await page.getByRole("region", { name: "How even the scenarios are" }).waitFor();
  await look(page, "ratings");
  await page.getByRole("link", { name: "Anna" }).click();
  await page.getByRole("img", { name: /Rating of Anna over the last 40 matches/ }).waitFor();
  await page.getByText("4 won, 1 drawn, 2 lost").waitFor();
  await page.getByText("not rated: marked as not rated").waitFor();
  await page.getByText("answered in time 197 of 200 times").waitFor();
  await look(page, "player");
  await context.close();
});
