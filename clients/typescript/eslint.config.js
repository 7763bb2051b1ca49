// Run from the top of the repository.
import { defineConfig } from "eslint/config";
import { configs } from "typescript-eslint";

export default defineConfig(
  {
    files: ["clients/typescript/src/*.ts", "examples/typescript.ts"],
    extends: [configs.strictTypeChecked, configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: "tsconfig.json" } },
    rules: { "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }] },
  },
  {
    files: ["build/clients/typescript/schema.d.ts"],
    extends: [configs.base],
    rules: { "@typescript-eslint/no-explicit-any": "error" },
  },
);
