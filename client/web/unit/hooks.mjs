// Lets Node load the client's modules as the bundler does: TypeScript, imports without an ending, Svelte's runes.
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { compileModule } from "svelte/compiler";

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
    const source = url.endsWith(".svelte.ts") ? compileModule(plain, { filename, generate: "client" }).js.code : plain;
    return { format: "module", source, shortCircuit: true };
  },
});
process.removeAllListeners("warning"); // that stripping types is new
