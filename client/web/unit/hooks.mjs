// Lets Node load the client's modules as the bundler does: TypeScript, imports without an ending, Svelte's runes.
import { readFileSync } from "node:fs";
import { createRequire, registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const ours = !context.parentURL?.includes("/node_modules/");
    const bare = ours && specifier.startsWith(".") && !/\.(ts|m?js|json)$/.test(specifier);
    return next(bare ? `${specifier}.ts` : specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith(".ts")) return next(url, context);
    const filename = fileURLToPath(url);
    const plain = stripTypeScriptTypes(readFileSync(filename, "utf8"), { mode: "transform" });
    return {
      format: "module",
      source: url.endsWith(".svelte.ts") ? compiled(plain, filename) : plain,
      shortCircuit: true,
    };
  },
});
// The compiler is large, and loaded where it is needed.
function compiled(source, filename) {
  return require("svelte/compiler").compileModule(source, { filename, generate: "client" }).js.code;
}

process.removeAllListeners("warning"); // that stripping types is new
