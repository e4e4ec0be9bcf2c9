// A mail server that takes whatever it is given and keeps it: who it is for, and its words.
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

export interface Letter {
  to: string;
  text: string; // as it travelled, quoted-printable undone
}

const plain = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString("utf8");

export class Postbox {
  readonly letters: Letter[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((socket) => {
      let [to, data, rest] = ["", undefined as string | undefined, ""];
      const say = (line: string) => socket.write(`${line}\r\n`);
      const hear = (line: string) => {
        if (data !== undefined) {
          if (line !== ".") data += `${line.replace(/^\./, "")}\r\n`;
          else {
            this.letters.push({ to, text: plain(data) });
            data = undefined;
            say("250 taken");
          }
        } else if (/^(EHLO|HELO)/i.test(line)) say("250 postbox");
        else if (/^DATA/i.test(line)) {
          data = "";
          say("354 go on");
        } else if (/^QUIT/i.test(line)) {
          say("221 bye");
          socket.end();
        } else {
          to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to;
          say("250 well");
        }
      };
      socket.on("data", (bytes) => {
        const lines = (rest + bytes.toString("latin1")).split("\r\n");
        rest = lines.pop()!;
        lines.forEach(hear);
      });
      socket.on("error", () => undefined);
      say("220 postbox");
    });
  }

  async open(): Promise<number> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return (this.#server.address() as AddressInfo).port;
  }
  close(): void {
    this.#server.close();
  }

  // The newest letter to somebody that has these words.
  find(to: string, words: RegExp): string {
    const found = this.letters.findLast((each) => each.to === to && words.test(each.text));
    if (!found) throw new Error(`no such letter to ${to}`);
    return found.text;
  }
}
