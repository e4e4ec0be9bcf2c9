// Answers given instead of the server's, where it would take a mail server, or weeks, to bring them about. Everything else goes
// to the server.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { root } from "./harness.ts";

const protoc = (which: string, message: string, input: string | Buffer): Buffer =>
  execFileSync(
    "protoc",
    [`--proto_path=${join(root, "proto")}`, `--${which}=wardroom.v1.${message}`, "wardroom/v1/wire.proto"],
    { input },
  );

export interface Said {
  what: string; // the field of ClientFrame
  text: string; // the whole frame
}

// `answers`: by the field of ClientFrame, what ServerFrame then holds; `lay`: by the field of ServerFrame, what is laid over each
// such frame. Both may change while the page is open. Tells what the page has asked, in order.
export async function answerInstead(
  page: Page,
  answers: Record<string, string>,
  lay: Record<string, string> = {},
): Promise<Said[]> {
  const heard: Said[] = [];
  await page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    far.onMessage((message) => {
      const bytes = Buffer.from(message as Buffer);
      if (Object.keys(lay).length === 0) return socket.send(bytes);
      const told = protoc("decode", "ServerFrame", bytes).toString();
      const what = Object.keys(lay).find((each) => new RegExp(`^${each} \\{`, "m").test(told));
      socket.send(what ? Buffer.concat([bytes, protoc("encode", "ServerFrame", `${what} { ${lay[what]} }`)]) : bytes);
    });
    socket.onMessage((message) => {
      const text = protoc("decode", "ClientFrame", Buffer.from(message as Buffer)).toString();
      const what = /^(\w+) \{/m.exec(text)?.[1] ?? "";
      if (what !== "ping") heard.push({ what, text });
      const request = /^request: (\d+)$/m.exec(text)?.[1];
      const answer = answers[what];
      if (answer === undefined) far.send(message);
      else socket.send(protoc("encode", "ServerFrame", `request: ${request} ${answer}`));
    });
  });
  return heard;
}
