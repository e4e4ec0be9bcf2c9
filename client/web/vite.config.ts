import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogs } from "./catalogs.ts";

export default defineConfig({
  plugins: [svelte(), catalogs(new URL("../../common/text", import.meta.url))],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // What the first screen needs is one file: many small ones are packed worse, and each is asked for by itself.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
});
