// A row of tests/data: a question, and what its answer must at least say. Written as literals, so that
// the compiler holds every name in it to the generated types (make_rows.js).
import type { Problem } from "../../../build/clients/typescript/schema.js";
import { type Answer, type Operation, OPERATIONS, type Request } from "./operations.js";
import type { Referee, Told } from "./referee.js";

/** Any part of it, at any depth. */
type Part<T> = T extends readonly (infer Item)[]
  ? Part<Item>[]
  : T extends object
    ? { [Name in keyof T]?: Part<T[Name]> }
    : T;

export interface Row {
  readonly name: string;
  readonly operation: Operation;
  readonly status: number;
  readonly answer: unknown;
  readonly ask: (referee: Referee) => Promise<Told<unknown, unknown>>;
}

export function row<K extends Operation>(
  operation: K,
  name: string,
  request: Request<K>,
  status: 200,
  answer: Part<Answer<K>>,
): Row;
export function row<K extends Operation>(
  operation: K,
  name: string,
  request: Request<K>,
  status: 404 | 409 | 422,
  answer: Part<Problem>,
): Row;
export function row<K extends Operation>(
  operation: K,
  name: string,
  request: Request<K>,
  status: number,
  answer: unknown,
): Row {
  const ask = (referee: Referee) => OPERATIONS[operation](referee, request);
  return { name, operation, status, answer, ask };
}
