// Makes src/gen from proto/: the wire, the views, and the data files that the client draws.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const proto = join(here, "../../proto");
const out = join(here, "src/gen");
const wanted = ["wire", "play", "lobby", "text", "data", "pq17_types", "pq17_map", "pq17_counters", "pq17_events", "pq17_scenario", "pq17_view", "tutorial", "sheet"];

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
execFileSync(
  "protoc",
  [
    `--plugin=protoc-gen-es=${join(here, "node_modules/.bin/protoc-gen-es")}`,
    `--es_out=${out}`,
    "--es_opt=target=ts",
    `--proto_path=${proto}`,
    ...wanted.map((name) => `wardroom/v1/${name}.proto`),
  ],
  { stdio: "inherit" },
);
