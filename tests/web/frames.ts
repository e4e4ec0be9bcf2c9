// Frames of the wire as text and back, for tests that stand between a page and its server.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./harness.ts";

export const protoc = (which: "decode" | "encode", message: string, input: string | Buffer): Buffer =>
  execFileSync(
    "protoc",
    [`--proto_path=${join(root, "proto")}`, `--${which}=wardroom.v1.${message}`, "wardroom/v1/wire.proto"],
    { input },
  );

// A page's frame as one sends it that takes no deltas: it is told everything whole, and something can be laid over that.
export function undiffering(message: string | Buffer): Buffer {
  const bytes = Buffer.from(message as Buffer);
  if (!bytes.includes("wardroom-web")) return bytes; // no Hello
  const hello = protoc("decode", "ClientFrame", bytes).toString();
  return protoc("encode", "ClientFrame", hello.replaceAll(/^ *capabilities: CAPABILITY_DELTAS\n/gm, ""));
}
