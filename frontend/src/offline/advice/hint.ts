// A hint on a seat's turn, by the evaluation or by a named player: the twin of kibitz/advice/hint.py,
// without the outlook. Of a named player the page learns here only what it would do.
import type { ActionShare, HintReply } from "../../messages";
import type { State } from "../engine";
import { decide } from "../players";
import { Refusal } from "../refusal";
import { mix } from "../rng";
import { actionName } from "../rules";
import type { Shelf } from "../shelf";
import { ME, onTurn, seatOf, viewOf, type Table } from "../table";
import { Evaluator, SHARE_MAX, type Evaluation } from "./evaluation";
import { adviceOf, prepare, type Decision } from "./game";

export const EVALUATION = "kibitz"; // the name under which the evaluation advises
const LEVELS = [
  [0.9995, "certain"],
  [0.8, "high"],
  [0.5, "fair"],
] as const;

export async function tableHint(
  shelf: Shelf,
  table: Table,
  bot: string | null,
): Promise<HintReply> {
  const seat = seatOf(table, ME);
  if (seat === null) throw new Refusal("not_seated", "you have no seat at this table");
  if (table.status !== "playing") {
    throw new Refusal("not_playing", "no game is in progress at this table");
  }
  if (onTurn(table) !== seat) {
    throw new Refusal("not_your_turn", "you can ask for a hint only on your turn");
  }
  const begin = performance.now();
  const hint =
    bot === null || bot === EVALUATION
      ? await evaluated(shelf, table, seat)
      : await chosen(shelf, table, seat, bot);
  return { ...hint, seconds: (performance.now() - begin) / 1000 };
}

async function evaluated(shelf: Shelf, table: Table, seat: number): Promise<HintReply> {
  const { rules, scene } = table;
  await prepare(shelf, rules);
  const advice = await adviceOf(rules.facts.name);
  const view = viewOf(table, seat);
  const evaluator = new Evaluator({ rules, scene, advice, view, state: table.state as State });
  evaluator.refine();
  return hintOf({ rules, view }, evaluator.result());
}

/** The hint of an evaluation. */
export function hintOf(
  { rules, view }: Pick<Decision, "rules" | "view">,
  found: Evaluation,
): HintReply {
  const [best] = found.actions as [Evaluation["actions"][number]];
  const forced = view.legal.length === 1;
  // Equals are as good as the best; but that they are best of all, a sample never proves.
  const unbeaten = found.actions.filter(({ loss }) => loss === 0);
  const equals = Math.min(
    1,
    unbeaten.reduce((sum, { share }) => sum + share, 0),
  );
  const sure = forced ? 1 : found.exact ? equals : Math.min(SHARE_MAX, equals);
  return {
    ...blank(rules.facts.name, view.seat),
    bot: EVALUATION,
    kind: "search",
    action: best.action,
    name: best.name,
    confidence: sure,
    level: forced || (found.exact && sure >= 1) ? "certain" : level(sure),
    shares: forced ? [only(best.action, best.name)] : spread({ rules, view }, found),
    shares_are: forced ? "certain" : "chances",
    method: forced ? null : found.method,
    reward: found.reward,
    worlds: forced ? null : found.worlds,
    expected: forced ? null : best.value,
    error: forced ? null : best.error,
    explain: forced ? {} : { exact: found.exact },
  };
}

const blank = (game: string, seat: number) => ({
  game,
  seat,
  simulations: null,
  outlook: null,
  seconds: 0,
});

const level = (sure: number): HintReply["level"] =>
  LEVELS.find(([least]) => sure >= least)?.[1] ?? "low";

const only = (action: number, name: string, share = 1): ActionShare => ({
  action,
  name,
  share,
  value: null,
  error: null,
  visits: null,
});

/** Every legal action, best first; bids that are not plausible have no value. */
function spread(
  { rules, view }: Pick<Decision, "rules" | "view">,
  found: Evaluation,
): ActionShare[] {
  const rows = found.actions.map(({ action, name, share, value, error }) => ({
    ...only(action, name, share),
    value,
    error,
  }));
  const valued = rows.map(({ action }) => action);
  const rest = view.legal.filter((action) => !valued.includes(action));
  return [...rows, ...rest.map((action) => only(action, actionName(rules, action), 0))];
}

async function chosen(shelf: Shelf, table: Table, seat: number, bot: string): Promise<HintReply> {
  const { rules } = table;
  const part = rules.facts.bots[bot];
  if (!part) throw new Refusal("unknown_bot", `${bot} cannot play without a server`);
  const seed = mix(mix(BigInt(table.ply), seat), 0);
  const action = await decide(shelf, table, part, seed);
  const name = actionName(rules, action);
  const others = viewOf(table, seat).legal.filter((each) => each !== action);
  return {
    ...blank(rules.facts.name, seat),
    bot,
    kind: "rule",
    action,
    name,
    confidence: 1,
    level: "certain",
    shares: [only(action, name), ...others.map((each) => only(each, actionName(rules, each), 0))],
    shares_are: "certain",
    method: null,
    reward: null,
    worlds: null,
    expected: null,
    error: null,
    explain: {},
  };
}
