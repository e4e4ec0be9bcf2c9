// Answers given instead of the server's, where it would take a mail server, or weeks, to bring them about. Everything else goes
// to the server.
import type { Page } from "playwright-core";
import { protoc, undiffering } from "./frames.ts";

// A ping or a pong, which comes all the time: its body is the last thing in its frame, and empty.
const isBeat = (bytes: Buffer): boolean => bytes.at(-2) === 0x5a && bytes.at(-1) === 0;

let pages = 0; // that answers were given to

export interface Said {
  what: string; // the field of ClientFrame
  text: string; // the whole frame
}

// `answers`: by the field of ClientFrame, what ServerFrame then holds; they may change while the page is open. `retell`: what the
// server says, as text, said otherwise. Tells what the page has asked, in order.
export async function answerInstead(
  page: Page,
  answers: Record<string, string>,
  retell?: (told: string) => string,
): Promise<Said[]> {
  const heard: Said[] = [];
  // Lines that are listened to are told apart by a random name, and the harness has everybody draw the same.
  await page.addInitScript((own) => {
    crypto.getRandomValues = (bytes) => {
      if (bytes instanceof Uint8Array) bytes.fill(own);
      return bytes;
    };
  }, ++pages);
  await page.routeWebSocket("**/ws", (socket) => {
    const far = socket.connectToServer();
    far.onMessage((message) => {
      const bytes = Buffer.from(message as Buffer);
      if (!retell || isBeat(bytes)) return socket.send(bytes);
      const told = protoc("decode", "ServerFrame", bytes).toString();
      const instead = retell(told);
      socket.send(instead === told ? bytes : protoc("encode", "ServerFrame", instead));
    });
    socket.onMessage((message) => {
      const bytes = undiffering(message);
      if (isBeat(bytes)) return far.send(bytes);
      const text = protoc("decode", "ClientFrame", bytes).toString();
      const what = /^(\w+) \{/m.exec(text)?.[1] ?? "";
      heard.push({ what, text });
      const request = /^request: (\d+)$/m.exec(text)?.[1];
      const answer = answers[what];
      if (answer === undefined) far.send(bytes);
      else socket.send(protoc("encode", "ServerFrame", `request: ${request} ${answer}`));
    });
  });
  return heard;
}
