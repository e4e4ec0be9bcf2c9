// A wire that can be cut: passes bytes between a browser and the server.
import { createServer, connect, type Server as Listener, type Socket } from "node:net";

export class Proxy {
  url = "";
  #cut = false;
  readonly #sockets = new Set<Socket>();
  readonly #listener: Listener;

  constructor(target: string) {
    const { port } = new URL(target);
    this.#listener = createServer((near) => {
      if (this.#cut) return near.destroy();
      const far = connect(Number(port), "127.0.0.1");
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on("error", () => other.destroy());
        socket.on("close", () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#listener.listen(0, "127.0.0.1", resolve));
    const address = this.#listener.address();
    if (typeof address !== "object" || !address) throw new Error("no address");
    this.url = `http://127.0.0.1:${address.port}`;
  }

  // Every connection drops, and none is let in until mended.
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }
  mend(): void {
    this.#cut = false;
  }
  // Every connection stays, and nothing comes through any more.
  swallow(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.resume();
    }
  }

  close(): void {
    this.cut();
    this.#listener.close();
  }
}
