// A hint on a seat's turn, by the evaluation or by a named player: the twin of kibitz/advice/hint.py.
// Of a named player the page learns here only what it would do.
import type { ActionShare, AskHint, HintReply, Outlook } from "../../messages";
import type { State } from "../engine";
import { goalOf } from "../goal";
import { decide } from "../players";
import { Refusal } from "../refusal";
import { mix } from "../rng";
import { actionName } from "../rules";
import type { Shelf } from "../shelf";
import { sampleOf, type Sample } from "../worlds";
import { ME, onTurn, seatOf, viewOf, type Table } from "../table";
import { Evaluator, SHARE_MAX, type Evaluation } from "./evaluation";
import { adviceOf, prepare, type Decision } from "./game";
import { outlook } from "./outlook";
import { versus } from "./prospects";

export const EVALUATION = "kibitz"; // the name under which the evaluation advises
const SOLVED_BIDS = "bidder"; // the method of an evaluation that solves worlds for calls
const MATCH = "match"; // the unit of a margin that is worth what it adds to the chance to win the match
const LEVELS = [
  [0.9995, "certain"],
  [0.8, "high"],
  [0.5, "fair"],
] as const;

const WORLDS = 60; // of an outlook

/** A decision, and what the players that decide it need. */
export type Place = Pick<Decision, "rules" | "scene" | "view" | "state">;

/** How to ask: a player's name, the worlds of the outlook and the seed of both. */
export interface Asking {
  bot: string | null;
  worlds: number | undefined;
  seed: bigint;
}

export async function tableHint(shelf: Shelf, table: Table, asked: AskHint): Promise<HintReply> {
  const seat = seatOf(table, ME);
  if (seat === null) throw new Refusal("not_seated", "you have no seat at this table");
  if (table.status !== "playing") {
    throw new Refusal("not_playing", "no game is in progress at this table");
  }
  if (onTurn(table) !== seat) {
    throw new Refusal("not_your_turn", "you can ask for a hint only on your turn");
  }
  const { rules, scene } = table;
  const place = { rules, scene, view: viewOf(table, seat), state: table.state as State };
  const { bot = null, worlds } = asked;
  return hint(shelf, place, { bot, worlds, seed: mix(BigInt(table.ply), seat) });
}

/** What the evaluation, or a named player, would do in the place of the seat to act. */
export async function hint(shelf: Shelf, place: Place, asked: Asking): Promise<HintReply> {
  const begin = performance.now();
  const advice = await adviceOf(place.rules.facts.name);
  const sample = await sampleOf(place.rules.facts.name);
  const byName = asked.bot !== null && asked.bot !== EVALUATION;
  const found = byName
    ? await chosen(shelf, place, asked.bot as string, mix(asked.seed, 0))
    : await evaluated(shelf, { ...place, advice }, sample);
  const worlds = asked.worlds ?? WORLDS;
  const ahead = outlook({ ...place, advice }, sample, found.action, worlds, mix(asked.seed, 1));
  return {
    ...found,
    outlook: byName || !ahead ? ahead : agreeing({ ...place, advice }, ahead, found),
    seconds: (performance.now() - begin) / 1000,
  };
}

/** The outlook with the evaluation's numbers for what both estimate. */
export function agreeing(
  decision: Decision,
  ahead: Outlook,
  {
    action,
    expected,
    error,
    method,
    reward,
    versus: compared,
  }: Pick<HintReply, "action" | "expected" | "error" | "method" | "reward" | "versus">,
): Outlook {
  if (expected === null) return ahead; // forced
  // Worlds are solved for the calls of the evaluation, and played out by a rule player here.
  if (method === SOLVED_BIDS) ahead = { ...ahead, win: null };
  // They say how often a contract is made, from the evaluation's worlds.
  if (compared?.prospects) ahead = { ...ahead, contract: null, contract_seat: null };
  if (ahead.reward !== "outcome") {
    const meant = madeBy(decision, action, expected);
    if (!meant) return { ...ahead, expected, error, reward: reward ?? ahead.reward };
    return {
      ...ahead,
      expected,
      error,
      contract: meant[1],
      totals: weighed(ahead.totals, ...meant),
    };
  }
  // Results would be the chance to win once more, by another player.
  const totals = ahead.unit === "result" ? [] : ahead.totals;
  return { ...ahead, expected, error, win: expected, totals };
}

/** Which totals make the contract, and its chance, where a value says both. */
function madeBy(
  decision: Decision,
  action: number,
  value: number,
): [(total: number) => boolean, number] | null {
  const met = decision.advice.met?.(decision, action, value);
  if (met) return [(total) => total === met[0], met[1]];
  return decision.advice.made?.(decision, value) ?? null;
}

/** The totals with this chance of those that make the contract, in proportion. */
function weighed(
  totals: Outlook["totals"],
  makes: (total: number) => boolean,
  chance: number,
): Outlook["totals"] {
  const was = totals.reduce((sum, { low, share }) => sum + (makes(low) ? share : 0), 0);
  if (was <= 0 || was >= 1) return totals; // there is nothing to shift
  return totals.map((one) => ({
    ...one,
    share: one.share * (makes(one.low) ? chance / was : (1 - chance) / (1 - was)),
  }));
}

async function evaluated(shelf: Shelf, decision: Decision, sample: Sample): Promise<HintReply> {
  await prepare(shelf, decision.rules);
  const evaluator = new Evaluator(decision);
  evaluator.refine();
  const found = evaluator.result();
  return {
    ...hintOf(decision, found),
    versus: versus(decision, sample, found, evaluator.seed),
  };
}

/** The hint of an evaluation. */
export function hintOf(
  { rules, scene, view }: Pick<Decision, "rules" | "scene" | "view">,
  found: Evaluation,
): HintReply {
  const [best] = found.actions as [Evaluation["actions"][number]];
  const forced = view.legal.length === 1;
  const counted = found.reward === "margin" && rules.facts.advice.equity;
  const unit = counted && goalOf(scene, rules, view) ? MATCH : found.reward;
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
    reward: forced ? found.reward : unit,
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
  versus: null,
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

async function chosen(
  shelf: Shelf,
  { rules, scene, view, state }: Place,
  bot: string,
  seed: bigint,
): Promise<HintReply> {
  const part = rules.facts.bots[bot];
  if (!part) throw new Refusal("unknown_bot", `${bot} cannot play without a server`);
  const action = await decide(shelf, { rules, scene, state }, part, seed);
  const name = actionName(rules, action);
  const others = view.legal.filter((each) => each !== action);
  return {
    ...blank(rules.facts.name, view.seat),
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
