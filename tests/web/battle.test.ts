// The Battle Display, drawn from a battle that is laid over what the server says: a real one comes when the dice want it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { person, root, screens, stage, violations } from "./harness.ts";

const table = stage();

const encode = (message: string, file: string, text: string): Buffer =>
  execFileSync("protoc", [`--proto_path=${join(root, "proto")}`, `--encode=${message}`, `wardroom/v1/${file}.proto`], { input: text });

const octets = (bytes: Buffer): string => [...bytes].map((byte) => "\\" + byte.toString(8).padStart(3, "0")).join("");

// Two messages one after the other are one: every update gets one more section.
function layOver(text: string): (bytes: Buffer) => Buffer {
  const battle = encode("wardroom.pq17.v1.Battle", "pq17_view", text);
  const update = `update { sections { number: 8 body: "${octets(battle)}" } }`;
  const updated = encode("wardroom.v1.ServerFrame", "wire", update);
  const attached = encode("wardroom.v1.ServerFrame", "wire", `attached { ${update} }`);
  // The tag of the frame's body comes first, or after the request's number.
  const holds = (bytes: Buffer, body: Buffer) => {
    const tag = bytes.indexOf(body.subarray(0, 2));
    return tag >= 0 && tag < 8;
  };
  return (bytes) => {
    for (const more of [attached, updated]) if (holds(bytes, more)) return Buffer.concat([bytes, more]);
    return bytes;
  };
}

const surface = `
  kind: SURFACE attacker: AXIS hex: 616 number: 1 round: 2
  unit { id: 1 side: ALLIED ship { unit: "ship.trinidad" cs: 3 crippled: true } area: DEPLOYMENT hits: 1 }
  unit { id: 2 side: ALLIED ship { unit: "class.british_a_i" cs: 2 } area: SCREENING blocks: 4 }
  unit { id: 3 side: ALLIED ship { unit: "class.mv" cs: 6 } area: WITHDRAWAL evading: true }
  unit { id: 4 side: AXIS ship { unit: "class.type_36a" cs: 3 torpedoes_spent: 1 } area: TORPEDO_ATTACK }
  unit { id: 5 side: AXIS area: DEPLOYMENT newcomer: true }`;
const air = `
  kind: AIR_STRIKE attacker: AXIS hex: 614 number: 2 wave: 1
  unit { id: 1 side: ALLIED ship { unit: "ship.trinidad" cs: 4 } place: 1 }
  unit { id: 2 side: ALLIED ship { unit: "class.mv" cs: 6 } place: 2 }
  raid { airbase: "airbase.vaenga" scrambled: true }
  raid { airbase: "airbase.banak" wave: 1 target: 2 torpedoes: true }`;

for (const [name, text, words] of [
  ["surface", surface, ["Surface battle", "round 2", "Trinidad", "Crippled", "1 hit", "Withdrawal", "face down"]],
  ["air", air, ["Air strike", "wave 1", "Trinidad", "target: place 2", "scrambled"]],
] as const) {
  test(`a battle comes to the front: ${name}`, async () => {
    const { page, troubles, context } = await person(table.browser);
    const lay = layOver(text);
    await page.routeWebSocket("**/ws", (socket) => {
      const far = socket.connectToServer();
      far.onMessage((message) => socket.send(lay(Buffer.from(message as Buffer))));
    });
    await page.goto(table.server.url);
    await page.getByRole("button", { name: "Hunt the convoy (Axis)" }).click();
    await page.locator("#tab-battle[aria-selected=true]").waitFor();
    const panel = page.getByRole("tabpanel");
    await panel.getByText(words[0]).waitFor();
    for (const word of words) assert.ok((await panel.innerText()).includes(word), word);
    assert.deepEqual(await violations(page), []);
    await page.screenshot({ path: join(screens, `match-battle-${name}-en-desk.png`) });
    await page.setViewportSize({ width: 390, height: 844 });
    await panel.scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(screens, `match-battle-${name}-en-phone.png`) });
    assert.deepEqual(troubles, []);
    await context.close();
  });
}
