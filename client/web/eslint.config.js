// The rules we mean: mistakes that neither the compiler nor the formatter sees. Run from the root of the tree, for client/web and
// tests/web.
import svelte from "eslint-plugin-svelte";
import svelteParser from "svelte-eslint-parser";
import ts from "typescript-eslint";

const typed = {
  parser: ts.parser,
  projectService: true,
  extraFileExtensions: [".svelte"],
};

export default ts.config(
  { ignores: ["**/node_modules/", "client/web/dist/", "client/web/src/gen/"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{js,mjs,ts,svelte}"],
    rules: {
      eqeqeq: "error",
      "max-lines": ["error", 600],
      "max-lines-per-function": ["error", 60],
      "no-constant-binary-expression": "error",
      "no-self-compare": "error",
      "no-var": "error",
      "object-shorthand": "error",
    },
  },
  {
    files: ["**/*.{ts,svelte}"],
    plugins: { "@typescript-eslint": ts.plugin },
    languageOptions: { parser: ts.parser, parserOptions: typed },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            { from: "package", name: ["after", "afterEach", "before", "test"], package: "node:test" },
          ],
        },
      ],
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
    },
  },
  { files: ["client/web/*.ts"], ...ts.configs.disableTypeChecked }, // of the build: not in the client's project
  { files: ["**/*.ts"], rules: { "prefer-const": "error" } },
  {
    files: ["**/*.{svelte,svelte.ts}"],
    plugins: { svelte },
    languageOptions: { parser: svelteParser, parserOptions: typed },
    rules: {
      "svelte/button-has-type": "error",
      "svelte/no-at-html-tags": "error",
      "svelte/no-dupe-else-if-blocks": "error",
      "svelte/no-dupe-style-properties": "error",
      "svelte/no-inline-styles": "error", // the server's content policy refuses them
      "svelte/prefer-const": ["error", { excludedRunes: ["$props"], destructuring: "all" }],
      "svelte/require-each-key": "error",
    },
  },
);
