// Why the better action is better, and a deal in which the other costs most: the twin of
// kibitz/advice/reasons.py.
import type { Example, Reason } from "../../messages";
import { mix, Stream } from "../rng";
import { rebuilt, type Sample } from "../worlds";
import type { ActionValue } from "./evaluation";
import { exactCards, solvable } from "./exact";
import { rewardOf, type Decision } from "./game";
import { outlook } from "./outlook";

const WORLDS = 40;
const EXAMPLE_WORLDS = 12;
const EXAMPLE_CARDS_MAX = 8; // in hand: a world with more takes too long to solve
const REASON_CARDS_MAX = 10; // both actions are solved in WORLDS worlds
const TRUMP = "trump"; // Codepiece: the phase in which the declarer names it, the bid being settled
const CLEAR = 0.05; // a difference in chances that is worth a sentence

const cardsIn = ({ view }: Decision): number => ((view as { hand?: number[] }).hand ?? []).length;

/** How often a contract is made after either action. */
export function reason(
  decision: Decision,
  sample: Sample,
  [best, made]: [ActionValue, ActionValue],
  seed: bigint,
): Reason | null {
  const { rules, view, advice } = decision;
  const [more, less] = [best, made].map(({ action, value }) =>
    advice.met?.(decision, action, value),
  );
  if (more && less) {
    // The evaluation says it itself.
    const clear = more[1] - less[1] >= CLEAR;
    return clear ? { seat: view.seat, best: more[1], made: less[1] } : null;
  }
  if (rewardOf(rules) === "outcome") return null; // the loss is in chances to win already
  // An auction: other bids lead to other contracts.
  const fixed = solvable(view) || view.phase === TRUMP;
  if (rules.facts.advice.solved && !fixed) return null;
  if (solvable(view) && cardsIn(decision) > REASON_CARDS_MAX) return null;
  const [first, second] = [best, made].map(({ action }) =>
    outlook(decision, sample, action, WORLDS, mix(seed, 3)),
  );
  const seat = first?.contract_seat ?? null;
  if (first?.contract == null || second?.contract == null) return null;
  if (seat === null || seat !== second.contract_seat) return null;
  const gained = first.contract - second.contract;
  const own = rules.facts.sides[view.seat]?.includes(seat) ? gained : -gained;
  return own >= CLEAR ? { seat, best: first.contract, made: second.contract } : null;
}

/** One of the deals that the seat could not rule out. */
export function example(
  decision: Decision,
  sample: Sample,
  [best, made]: [number, number],
  seed: bigint,
): Example | null {
  const { rules, view } = decision;
  if (!solvable(view) || cardsIn(decision) > EXAMPLE_CARDS_MAX) return null;
  let found: Example | null = null;
  for (let i = 0; i < EXAMPLE_WORLDS; ++i) {
    const world = rebuilt(rules, sample(view, new Stream(mix(seed, i))));
    const solved = exactCards(world);
    const margin = (action: number) => solved.get(action)?.margin as number;
    const loss = margin(best) - margin(made);
    if (loss > (found?.loss ?? 0)) {
      found = { hands: world.position<{ hands: number[][] }>().hands, loss };
    }
    world.free();
  }
  return found;
}
