// Whatever a server calls outside: a hook, and the push service of a browser with the browser's side of it, which alone can read
// what is pushed (RFC 8291).
import { createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]): Buffer => {
  const made = createHmac("sha256", key);
  for (const part of parts) made.update(part);
  return made.digest();
};

export class Outside {
  readonly calls: Call[] = [];
  status = 201;
  readonly #server: Server;
  readonly #keys = createECDH("prime256v1");
  readonly auth = randomBytes(16);
  readonly p256dh: Buffer;

  constructor() {
    this.p256dh = this.#keys.generateKeys();
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        this.calls.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
        response.writeHead(this.status).end();
      });
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.#server.close();
  }

  // What was pushed, as the browser reads it.
  read(body: Buffer): string {
    const [salt, from, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const shared = this.#keys.computeSecret(from);
    const input = hmac(hmac(this.auth, shared), "WebPush: info\0", this.p256dh, from, "\u0001");
    const extracted = hmac(salt, input);
    const key = hmac(extracted, "Content-Encoding: aes128gcm\0\u0001").subarray(0, 16);
    const nonce = hmac(extracted, "Content-Encoding: nonce\0\u0001").subarray(0, 12);
    const cipher = createDecipheriv("aes-128-gcm", key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}
