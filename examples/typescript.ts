// The TypeScript client: the plays of 3-1 from the start, and why one play is none.
import type { LegalPlaysRequest } from "../build/clients/typescript/schema.js";
import { accepted, connect } from "../clients/typescript/src/referee.js";

const referee = connect(process.argv[2] ?? "http://127.0.0.1:8080");
const start: LegalPlaysRequest = { position_id: "4HPwATDgc/ABMA", turn: "white", dice: [3, 1] };
const legal = accepted(await referee.POST("/v1/plays", { body: start }));
console.log(`${legal.play_count} plays, the first is ${legal.plays[0]?.notation ?? "none"}`);
const attempt = { ...start, notation: "8/5 6/4" };
const verdict = accepted(await referee.POST("/v1/plays/check", { body: attempt }));
for (const violation of verdict.violations ?? []) {
  console.log(`${attempt.notation}: ${violation.code}: ${violation.message}`);
}
