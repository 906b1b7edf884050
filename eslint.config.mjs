// The scripts of the pages: plain scripts in the browser, with htmx beside them.
import js from "@eslint/js";
import globals from "globals";

export default [
  {
    files: ["static/js/**/*.js"],
    ...js.configs.recommended,
    languageOptions: {
      sourceType: "script",
      globals: { ...globals.browser, htmx: "readonly" },
    },
    rules: {
      ...js.configs.recommended.rules,
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
