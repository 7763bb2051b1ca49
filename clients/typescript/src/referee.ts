// What the generator leaves to its user: how lists are written in links, and problems as exceptions.
import createClient, { type Client } from "openapi-fetch";

import type { paths, Problem } from "../../../build/clients/typescript/schema.js";

export type Referee = Client<paths>;

/** What every call gives: the answer or the problem. */
export type Told<Answer, Fault = Problem> =
  | { data: Answer; error?: never; response: Response }
  | { data?: never; error: Fault; response: Response };

/** A client of the service at this address. */
export function connect(baseUrl: string): Referee {
  return createClient<paths>({
    baseUrl,
    querySerializer: { array: { style: "form", explode: false } }, // include=positions,tree
  });
}

/** What the service refused, with the whole problem document: `code`, `errors`, `violations`. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

/** The answer; a problem is thrown. */
export function accepted<Answer>(told: Told<Answer>): Answer {
  if (told.error === undefined) {
    return told.data;
  }
  if (isProblem(told.error)) {
    throw new ProblemError(told.error);
  }
  throw new Error(`an answer of status ${told.response.status} that is not the service's`);
}

/** Whether it is one: a gateway on the way may answer with something else. */
export function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "code" in error && "title" in error;
}
