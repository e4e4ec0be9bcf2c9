// Sections of a view, and reports, laid over what the server says: what is drawn must not wait for the dice to bring it about.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { undiffering } from "./frames.ts";
import { root } from "./harness.ts";

const encode = (message: string, file: string, text: string): Buffer =>
  execFileSync("protoc", [`--proto_path=${join(root, "proto")}`, `--encode=${message}`, `wardroom/${file}.proto`], {
    input: text,
  });
const octets = (bytes: Buffer): string => [...bytes].map((byte) => "\\" + byte.toString(8).padStart(3, "0")).join("");

export interface Laid {
  number: number; // of the section
  message: string; // of the title's schema: "Battle"
  text: string;
}

// Two messages one after the other are one: every update gets more sections.
function layOver(sections: readonly Laid[], reports: string, menu: string): (bytes: Buffer) => Buffer {
  const laid = sections.map(({ number, message, text }) => {
    const body = encode(`wardroom.pq17.v1.${message}`, "pq17/v1/view", text);
    return `sections { number: ${number} body: "${octets(body)}" }`;
  });
  const update = `update { ${laid.join(" ")} ${menu} }`;
  const frame = (body: string) => encode("wardroom.v1.ServerFrame", "v1/wire", body);
  const more = [frame(`attached { ${update} missed { serial: 900000 ${reports} } }`), frame(update)];
  // The tag of the frame's body comes first, or after the request's number.
  const holds = (bytes: Buffer, body: Buffer) => {
    const tag = bytes.indexOf(body.subarray(0, 2));
    return tag >= 0 && tag < 8;
  };
  return (bytes) => {
    const found = more.find((each) => holds(bytes, each));
    return found ? Buffer.concat([bytes, found]) : bytes;
  };
}

// From now on this page's server says so. `menu` is laid over every question, and puts one where none is.
export async function layOn(page: Page, sections: readonly Laid[], reports = "", menu = ""): Promise<void> {
  const lay = layOver(sections, reports, menu);
  await page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    socket.onMessage((message) => far.send(undiffering(message)));
    far.onMessage((message) => socket.send(lay(Buffer.from(message as Buffer))));
  });
}
