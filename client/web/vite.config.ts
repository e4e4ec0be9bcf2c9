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
  },
});
