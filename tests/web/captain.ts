// How much a person must send to have his way, through the browser's own sheets: client/web/unit/captain.ts, with a server of its
// own unless --server names one.
//   node tests/web/captain.ts --scenario pq17 --side axis --turns 5 --seed 1 --json
import { parseArgs } from "node:util";

// What a server draws is settled before it is made.
const { seed } = parseArgs({ strict: false, options: { seed: { type: "string" } } }).values;
if (typeof seed === "string") process.env["WARDROOM_CHANCE"] = seed;
const { Server } = await import("./harness.ts");

const module = (name: string) => import(new URL(`../../client/web/unit/${name}`, import.meta.url).href);
let server: InstanceType<typeof Server> | undefined;
if (!process.argv.some((argument) => argument.startsWith("--server"))) {
  server = new Server();
  await server.start();
  process.argv.push(`--server=${server.url}`);
}
await module("hooks.mjs");
await module("captain.ts");
await server?.stop();
process.exit(0);
