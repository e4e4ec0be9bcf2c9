// What may come of an attack is asked of the server before one decides. The attack and the figures are laid over what the server
// says: no scenario begins with one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { protoc, undiffering } from "./frames.ts";
import { asked, hunt, look, person, soon, stage } from "./harness.ts";

const table = stage();

const attack = `update { menu { items { action { verb: 110 arguments: 7 } label { id: "choice.strike_back.strike" } } } }`;
const estimate = `estimate {
  odds { what { id: "estimate.finds" arguments { name: "cards" number: 2 } } permille { least: 400 most: 400 } rule: "6.2" }
  odds {
    what { id: "estimate.bombs" } mean_hundredths { least: 80 most: 190 } rule: "7.2.6"
    at_least { count: 1 permille { least: 500 most: 800 } }
    at_least { count: 2 permille { least: 200 most: 450 } }
    at_least { count: 9 permille { least: 0 most: 3 } }
  }
  because { id: "estimate.all_units" }
}`;

test("what may come of an attack is shown before one decides", async () => {
  const { page, troubles, context } = await person(table.browser);
  await page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    far.onMessage((message) => {
      const bytes = Buffer.from(message as Buffer);
      const menu = /^update \{$[^]*^ {2}menu \{$/m.test(protoc("decode", "ServerFrame", bytes).toString());
      socket.send(menu ? Buffer.concat([bytes, protoc("encode", "ServerFrame", attack)]) : bytes);
    });
    socket.onMessage((message) => {
      const bytes = undiffering(message);
      const said = protoc("decode", "ClientFrame", bytes).toString();
      const request = /^request: (\d+)$/m.exec(said)?.[1];
      if (!said.includes("ask_estimate {")) far.send(bytes);
      else socket.send(protoc("encode", "ServerFrame", `request: ${request} ${estimate}`));
    });
  });
  await hunt(page, table.server.url);
  await asked(page).click();
  const odds = page.locator(".hand .odds");
  await odds.locator("summary").click();
  await soon(async () =>
    assert.match(
      await odds.innerText(),
      /found[^]*40%[^]*0\.8[^]*1\.9 on average[^]*1 or more: 50%[^]*80%[^]*2 or more/,
    ),
  );
  await soon(async () => assert.match(await odds.innerText(), /Reckoned from what you know: every aircraft/));
  assert.doesNotMatch(await odds.innerText(), /9 or more/);
  await look(page, "match-odds");
  assert.deepEqual(troubles, []);
  await context.close();
});
