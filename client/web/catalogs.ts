// The platform's words as a module for each language: `import("virtual:words/en")`; those of pages that few open at once are in one of
// their own: `import("virtual:words/en/later")`. They are of this build, so they travel with it; a title's words are data, and come
// from the server.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { Plugin } from "vite";

const prefix = "virtual:words/";
const unused = ["data", "mail", "store", "terminal"]; // topics that no browser ever shows
// Ids that no page shows at once.
const later =
  /^(web\.(event|told|ratings|record|choose|complain|fair|token|balance|reset|confirm|mine|factor|admin|dice|keys|luck|late)|web\.(notices|calendar)\.[a-z_]+|web\.wait\.(?!cop)\w+|admin|event|terminal|host|unrated|refusal\.(event|admin)|notices)(\.|$)|^refusal\.\w*(factor|code)/;
const proto = fileURLToPath(new URL("../../proto", import.meta.url));
const schemas = fileURLToPath(new URL("src/gen/schemas.pb", import.meta.url));

interface Words {
  entry: { id: string; text: string; alias: string[] }[];
}

export function catalogs(folder: URL): Plugin {
  return {
    name: "wardroom-words",
    resolveId: (id) => (id.startsWith(prefix) ? "\0" + id : undefined),
    load(id) {
      if (!id.startsWith("\0" + prefix)) return undefined;
      const [language, part] = id.slice(prefix.length + 1).split("/");
      const paths = readdirSync(folder)
        .sort()
        .filter((name) => {
          const [of, topic] = name.split(".");
          return of === language && name.endsWith(".textproto") && !unused.includes(topic!);
        })
        .map((name) => join(fileURLToPath(folder), name));
      const found: Record<string, string> = {};
      for (const path of paths) {
        this.addWatchFile(path);
        Object.assign(found, words(readFileSync(path)));
      }
      const wanted = Object.entries(found).filter(([each]) => later.test(each) === (part === "later"));
      return `export default ${JSON.stringify(Object.fromEntries(wanted))};`;
    },
  };
}

// The words of a catalog in protobuf's text format, by id and by each id that they had before.
export function words(text: Buffer): Record<string, string> {
  const files = fromBinary(FileDescriptorSetSchema, readFileSync(schemas));
  const catalog = createFileRegistry(files).getMessage("wardroom.v1.Catalog")!;
  const bytes = execFileSync(
    "protoc",
    [`--proto_path=${proto}`, `--encode=${catalog.typeName}`, "wardroom/v1/data.proto"],
    { input: text },
  );
  const { entry } = fromBinary(catalog, bytes) as unknown as Words;
  return Object.fromEntries(entry.flatMap(({ id, text, alias }) => [id, ...alias].map((each) => [each, text])));
}
