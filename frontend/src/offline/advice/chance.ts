// The chance to win the game, at a decision: the twin of kibitz/advice/chance.py.
import type { Chance } from "../../messages";
import { mix } from "../rng";
import type { Evaluation } from "./evaluation";
import type { Decision } from "./game";
import { playOut } from "./samplers";

const PLAYOUTS = 200;
const NORMAL_95 = 1.96;

/** The chance to win that the value of the best action means; null where it means none. */
export function ownChance(decision: Decision, found: Evaluation): Chance | null {
  if (decision.rules.players === 1) return null;
  const [best] = found.actions as [Evaluation["actions"][number]];
  if (found.reward === "outcome") return bounded(best.value, best.error);
  const meant = decision.advice.win?.(decision, found.method, best.value);
  return meant ? bounded(meant[0], meant[1] * best.error) : null;
}

/** The chance to win if the best action is made; null in a solo game. */
export function chance(decision: Decision, found: Evaluation, seed: bigint): Chance | null {
  const { rules, view } = decision;
  const own = ownChance(decision, found);
  if (own || rules.players === 1) return own;
  const [best] = found.actions as [Evaluation["actions"][number]];
  // Two plans at least: a search does not play out a forced action.
  const other = view.legal.find((action) => action !== best.action);
  const second = found.actions[1]?.action ?? other;
  const { judge, policies } = rules.facts.advice;
  const policy = policies[judge];
  if (second === undefined || !policy) return null;
  const values = playOut(decision, policy, {
    plans: [[best.action], [second]],
    each: PLAYOUTS,
    seed: mix(seed, 2),
    reward: "outcome",
    toDeal: false,
    turns: 0,
  });
  const side = rules.facts.sides[view.seat]?.length ?? 1;
  const share = (values.get(best.action) as number) * side;
  return bounded(share, NORMAL_95 * Math.sqrt(Math.max(0, share * (1 - share)) / PLAYOUTS));
}

const bounded = (value: number, error: number): Chance => ({
  value: Math.min(1, Math.max(0, value)),
  error,
});
