// Asks a live service the vectors of tests/data with the generated client, and compares.
//
//     node run_vectors.js BASE_URL [TOLERANCE_URL]
import { isDeepStrictEqual } from "node:util";

import { LATER, VECTORS } from "../../../build/clients/typescript/rows.js";
import { OPERATIONS } from "./operations.js";
import { connect, isProblem } from "./referee.js";
import type { Row } from "./rows.js";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Where the answer does not say what is expected; it may say more. */
function* differences(answer: unknown, expected: unknown, place = ""): Generator<string> {
  if (Array.isArray(expected) && Array.isArray(answer)) {
    const items: unknown[] =
      place === "/actions" ? expected.map((wanted) => sameAction(answer, wanted)) : answer;
    if (items.length !== expected.length) {
      yield `${place} has ${items.length} items, not ${expected.length}`;
    }
    for (const [index, wanted] of expected.entries()) {
      yield* differences(items[index], wanted, `${place}/${index}`);
    }
  } else if (isFields(expected) && !Array.isArray(expected)) {
    for (const [name, wanted] of Object.entries(expected)) {
      if (isFields(answer) && name in answer) {
        yield* differences(answer[name], wanted, `${place}/${name}`);
      } else {
        yield `${place}/${name} is missing`;
      }
    }
  } else if (!isDeepStrictEqual(answer, expected)) {
    yield `${place} is ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`;
  }
}

/** The ruling on the same cube action; rows name only those that they are about. */
function sameAction(rulings: unknown[], wanted: unknown): unknown {
  return rulings.find(
    (ruling) => isFields(ruling) && isFields(wanted) && ruling["action"] === wanted["action"],
  );
}

/** Everything in which the answer to a row is not as it should be. */
async function faults(baseUrl: string, row: Row): Promise<string[]> {
  const { data, error, response } = await row.ask(connect(baseUrl));
  const found: string[] = [];
  if (response.status !== row.status) {
    found.push(`the status is ${response.status}, not ${row.status}`);
  }
  if (error !== undefined && (!isProblem(error) || error.status !== response.status)) {
    found.push(`this is no problem: ${JSON.stringify(error)}`);
  }
  if (typeof data === "string" && typeof row.answer === "string") {
    return data.startsWith(row.answer) ? found : [...found, `the text begins ${data.slice(0, 40)}`];
  }
  return [...found, ...differences(data ?? error, row.answer)];
}

/** How many rows are answered as they should be; tells of the others. */
async function passed(baseUrl: string, rows: Row[]): Promise<number> {
  let count = 0;
  for (const row of rows) {
    // Whatever a client throws, it has not read the answer.
    const found = await faults(baseUrl, row).catch((error: unknown) => [String(error)]);
    if (found.length === 0) {
      count += 1;
    } else {
      console.log(`${row.name}: ${found.join("; ")}`);
    }
  }
  return count;
}

const [baseUrl, laterUrl] = process.argv.slice(2);
if (baseUrl === undefined) {
  throw new Error("run_vectors.js BASE_URL [TOLERANCE_URL]");
}
const asked = new Set<string>(VECTORS.map((row) => row.operation));
const unasked = Object.keys(OPERATIONS).filter((operation) => !asked.has(operation));
for (const operation of unasked) {
  console.log(`${operation} is asked by no vector`);
}
let tolerated = true;
if (laterUrl !== undefined) {
  const read = await passed(laterUrl, LATER);
  console.log(`answers of a later service read: ${read} of ${LATER.length}`);
  tolerated = read === LATER.length;
}
const right = await passed(baseUrl, VECTORS);
console.log(`typescript: ${right} of ${VECTORS.length} vectors`);
process.exitCode = tolerated && unasked.length === 0 && right === VECTORS.length ? 0 : 1;
