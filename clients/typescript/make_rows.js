// Writes the rows of tests/data as TypeScript, which the compiler can hold to the generated types.
//
//     node make_rows.js OUTPUT.ts
import { readFileSync, writeFileSync } from "node:fs";

const written = (file) =>
  JSON.parse(readFileSync(new URL(`../../tests/data/${file}`, import.meta.url), "utf-8"))
    .map((row) =>
      [row.operation, row.name, row.request, row.status, row.answer]
        .map((value) => JSON.stringify(value))
        .join(", "),
    )
    .map((values) => `  row(${values}),\n`)
    .join("");

writeFileSync(
  process.argv[2],
  `import { type Row, row } from "../../../clients/typescript/src/rows.js";

export const VECTORS: Row[] = [
${written("rulings.json")}${written("vectors.json")}];

export const LATER: Row[] = [
${written("tolerance.json")}];
`,
);
