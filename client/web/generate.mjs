// Makes src/gen from proto/; the bundler takes what the client imports.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const proto = join(here, "../../proto");
const out = join(here, "src/gen");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
execFileSync(
  "protoc",
  [
    `--plugin=protoc-gen-es=${join(here, "node_modules/.bin/protoc-gen-es")}`,
    `--es_out=${out}`,
    "--es_opt=target=ts",
    `--descriptor_set_out=${join(out, "schemas.pb")}`, // for whoever reads catalogs
    "--include_imports",
    `--proto_path=${proto}`,
    ...readdirSync(proto, { recursive: true }).filter((name) => name.endsWith(".proto")),
  ],
  { stdio: "inherit" },
);
