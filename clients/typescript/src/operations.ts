// Every operation of the contract, and the typed call that asks it.
import type { Health, operations, Problem } from "../../../build/clients/typescript/schema.js";
import type { Referee, Told } from "./referee.js";

export type Operation = keyof operations;

interface Body<T> {
  requestBody: { content: { "application/json": T } };
}
interface Answers<T> {
  responses: { 200: { content: Record<string, T> } };
}
type Given<T> = [NonNullable<T>] extends [never] ? object : NonNullable<T>;
type Parameters<K extends Operation> = Given<operations[K]["parameters"]["query"]> &
  Given<operations[K]["parameters"]["path"]>;

interface TextBody {
  requestBody: { content: { "text/plain": string } };
}

/** The body of a question, or the parameters of a link; beside a body of text both. */
export type Request<K extends Operation> =
  operations[K] extends Body<infer T>
    ? T
    : operations[K] extends TextBody
      ? Parameters<K> & { text: string }
      : Parameters<K>;

export type Answer<K extends Operation> = operations[K] extends Answers<infer T> ? T : never;

/** A service that is not ready says so without a problem. */
export type Fault<K extends Operation> = K extends "getReadyz" ? Health | Problem : Problem;

type Ask<K extends Operation> = (
  referee: Referee,
  request: Request<K>,
) => Promise<Told<Answer<K>, Fault<K>>>;

export const OPERATIONS: { [K in Operation]: Ask<K> } = {
  listLegalPlays: (referee, body) => referee.POST("/v1/plays", { body }),
  getLegalPlays: (referee, query) => referee.GET("/v1/plays", { params: { query } }),
  listPlaysForAllRolls: (referee, body) => referee.POST("/v1/plays/all-rolls", { body }),
  getPlaysForAllRolls: (referee, query) =>
    referee.GET("/v1/plays/all-rolls", { params: { query } }),
  checkPlay: (referee, body) => referee.POST("/v1/plays/check", { body }),
  applyPlay: (referee, body) => referee.POST("/v1/plays/apply", { body }),
  scoreGame: (referee, body) => referee.POST("/v1/games/score", { body }),
  listCubeActions: (referee, body) => referee.POST("/v1/cube/actions", { body }),
  applyCubeAction: (referee, body) => referee.POST("/v1/cube/apply", { body }),
  checkCrawford: (referee, body) => referee.POST("/v1/matches/crawford", { body }),
  judgeOpening: (referee, body) => referee.POST("/v1/openings", { body }),
  replayMatch: (referee, body) => referee.POST("/v1/matches/replay", { body }),
  convertNotation: (referee, body) => referee.POST("/v1/notations/convert", { body }),
  verifyTranscript: (referee, body) => referee.POST("/v1/transcripts/verify", { body }),
  verifyTranscriptText: (referee, { text, ...query }) =>
    referee.POST("/v1/transcripts/verify-text", {
      params: { query },
      body: text,
      bodySerializer: (body) => body,
      headers: { "Content-Type": "text/plain" },
    }),
  judgeBatch: (referee, body) => referee.POST("/v1/batch", { body }),
  listRulesets: (referee) => referee.GET("/v1/rulesets"),
  getRuleset: (referee, path) => referee.GET("/v1/rulesets/{ruleset_id}", { params: { path } }),
  getOpenapiYaml: (referee) => referee.GET("/openapi.yaml", { parseAs: "text" }),
  getOpenapiJson: (referee) => referee.GET("/openapi.json"),
  listProblemCodes: (referee, query) => referee.GET("/problems", { params: { query } }),
  explainProblemCode: (referee, { code, ...query }) =>
    referee.GET("/problems/{code}", { params: { path: { code }, query } }),
  getDocs: (referee) => referee.GET("/docs", { parseAs: "text" }),
  getLivez: (referee) => referee.GET("/livez"),
  getReadyz: (referee) => referee.GET("/readyz"),
  getStartupz: (referee) => referee.GET("/startupz"),
  getMetrics: (referee) => referee.GET("/metrics", { parseAs: "text" }),
  getVersion: (referee) => referee.GET("/version"),
};
