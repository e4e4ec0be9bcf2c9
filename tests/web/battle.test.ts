// The Battle Display, drawn from a battle that is laid over what the server says: a real one comes when the dice want it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { look, person, stage } from "./harness.ts";
import { layOn } from "./lay_over.ts";

const table = stage();

const surface = `
  kind: SURFACE attacker: AXIS hex: 616 number: 1 round: 2
  unit { id: 1 side: ALLIED ship { unit: "ship.trinidad" cs: 3 crippled: true } area: DEPLOYMENT hits: 1 }
  unit { id: 2 side: ALLIED ship { unit: "class.british_a_i" cs: 2 } area: SCREENING blocks: 4 }
  unit { id: 3 side: ALLIED ship { unit: "class.mv" cs: 6 } area: WITHDRAWAL evading: true }
  unit { id: 4 side: AXIS ship { unit: "class.type_36a" cs: 3 torpedoes_spent: 1 } area: TORPEDO_ATTACK }
  unit { id: 5 side: AXIS area: DEPLOYMENT newcomer: true }`;
const air = `
  kind: AIR_STRIKE attacker: AXIS hex: 614 number: 2 wave: 1
  unit { id: 1 side: ALLIED ship { unit: "ship.trinidad" cs: 2 } place: 1 }
  unit { id: 2 side: ALLIED ship { unit: "class.mv" cs: 6 } place: 2 }
  raid { airbase: "airbase.vaenga" scrambled: true }
  raid { airbase: "airbase.banak" wave: 1 target: 2 torpedoes: true }`;

const word = (id: string) => `text { id: "${id}" }`;
const die = (die: number, modified: number, result: string) =>
  `id: "roll.die.modified" arguments { name: "modified" number: ${modified} } arguments { name: "die" number: ${die} } arguments { name: "result" ${word(result)} }`;
const modifier = (name: string, sign: string, rule: string) =>
  `id: "roll.modifier" arguments { name: "name" ${word(name)} } arguments { name: "rule" word: "${rule}" }
   arguments { name: "value" text { id: "roll.signed" arguments { name: "sign" word: "${sign}" } arguments { name: "size" number: 1 } } }`;
const pair = (first: string, second: string) =>
  `id: "list.last" arguments { name: "first" text { ${first} } } arguments { name: "second" text { ${second} } }`;
const gunnery = `
  reports { text { id: "report.battle.round" arguments { name: "round" number: 2 } } topic: 4 step: 14 milestone { level: ROUND number: 2 } }
  reports { rule: "7.5.2" places: 616 topic: 4 step: 16
    roll { table { id: "table.gunnery.name" } row { id: "ship.trinidad.name" }
      dice { fell: 4 modified: 5 sides: 10 result { id: "roll.miss" } } dice { fell: 9 modified: 10 sides: 10 result { id: "roll.hit" } }
      modifiers { name { id: "drm.gunnery.firer_evading.name" } value: -1 rule: "7.5.2" } modifiers { name { id: "drm.gunnery.target_crippled.name" } value: 1 rule: "7.3.1" } }
    text { id: "report.roll.modified"
    arguments { name: "table" ${word("table.gunnery.name")} } arguments { name: "row" ${word("ship.trinidad.name")} }
    arguments { name: "dice" text { ${pair(die(4, 5, "roll.miss"), die(9, 10, "roll.hit"))} } }
    arguments { name: "modifiers" text { ${pair(modifier("drm.gunnery.firer_evading.name", "minus", "7.5.2"), modifier("drm.gunnery.target_crippled.name", "plus", "7.3.1"))} } } } }`;
const card = `
  reports { rule: "6.2" places: 614 topic: 3
    card { index: 17 where { id: "cardsection.day.name" } where { id: "cardline.air.name" } where { id: "cardcolumn.fair.name" } result { id: "searchresult.id1.name" } }
    text { id: "report.search.card" arguments { name: "index" number: 17 } arguments { name: "section" ${word("cardsection.day.name")} }
    arguments { name: "line" ${word("cardline.air.name")} } arguments { name: "column" ${word("cardcolumn.fair.name")} } arguments { name: "result" ${word("searchresult.id1.name")} } } }`;

for (const [name, text, reports, words] of [
  [
    "surface",
    surface,
    gunnery,
    [
      "Surface battle",
      "round 2",
      "Trinidad",
      "Crippled",
      "1 hit",
      "Withdrawal",
      "face down",
      "Naval Gunnery",
      "miss",
      "rule 7.3.1",
    ],
  ],
  ["air", air, card, ["Air strike", "wave 1", "Trinidad", "target: place 2", "scrambled", "Card 17", "Day, Air, Fair"]],
] as const) {
  test(`a battle comes to the front: ${name}`, async () => {
    const { page, troubles, context } = await person(table.browser);
    await layOn(page, [{ number: 8, message: "Battle", text }], reports);
    await page.goto(table.server.url);
    await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
    await page.locator("#tab-battle[aria-selected=true]").waitFor();
    const panel = page.getByRole("tabpanel");
    const stage = page.getByRole("region", { name: "Battle" });
    await stage.getByText(words[0]).waitFor();
    for (const word of words) assert.ok((await page.locator(".table").innerText()).includes(word), word);
    await look(page, `match-battle-${name}`);
    await stage.getByRole("button", { name: "Show the chart" }).click();
    await page.getByRole("application", { name: "Chart of the Arctic" }).click({ trial: true });
    await panel.getByRole("button", { name: "Show the battle" }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await panel.getByText(words[0]).waitFor(); // no room for both: it lies among the papers
    assert.deepEqual(troubles, []);
    await context.close();
  });
}
