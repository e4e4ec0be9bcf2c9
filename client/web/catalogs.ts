// The platform's words as a module for each language: `import("virtual:words/en")`. They are of this build, so they travel
// with it; a title's words are data, and come from the server.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const prefix = "virtual:words/";
const unused = ["data", "store", "terminal"]; // topics that no browser ever shows

export function catalogs(folder: URL): Plugin {
  return {
    name: "wardroom-words",
    resolveId: (id) => (id.startsWith(prefix) ? "\0" + id : undefined),
    load(id) {
      if (!id.startsWith("\0" + prefix)) return undefined;
      const language = id.slice(prefix.length + 1);
      const words: Record<string, string> = {};
      for (const file of readdirSync(folder).sort()) {
        const [of, topic, end] = file.split(".");
        if (of !== language || !file.endsWith(".textproto") || (end && unused.includes(topic))) continue;
        const path = join(fileURLToPath(folder), file);
        this.addWatchFile(path);
        Object.assign(words, entries(readFileSync(path, "utf8"), path));
      }
      return `export default ${JSON.stringify(words)};`;
    },
  };
}

// A catalog has one entry a line: entry { id: "a.b" text: "words" }
function entries(text: string, path: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [number, line] of text.split("\n").entries()) {
    if (!line.startsWith("entry")) continue;
    const match = /^entry \{ id: "([^"]+)" text: ("(?:[^"\\]|\\.)*") \}$/.exec(line);
    if (!match) throw new Error(`${path}, line ${number + 1}: not an entry on one line`);
    found[match[1]] = JSON.parse(match[2]);
  }
  return found;
}
