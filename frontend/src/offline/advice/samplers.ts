// How an evaluation values actions, a row of common worlds at a time: the twin of
// kibitz/advice/samplers.py and, for solved worlds, of kibitz/search/pimc.py.
import { goalOf } from "../goal";
import { mix } from "../rng";
import { flatValues, openLists, seedsOf } from "../search";
import { hiddenOf, meansOf, solveWorlds } from "../solver";
import { searchReward, type Decision, type Playouts, type Sampler } from "./game";

const [FIRST, ROWS] = [8, 16]; // of solved worlds
const [PLAYED_FIRST, PLAYED_ROWS] = [8, 64];
const [FURTHER, FURTHER_EXPENSIVE] = [4, 3]; // times the rows, for the loss of one action alone
const EXPENSIVE = 20; // so few solved worlds in a row: each takes long
const ENUMERATED_CARDS = 3; // with so few cards in hand, all worlds are solved
const LISTED_MAX = 4096;

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Choose how to value a decision; `effort` scales the number of worlds, 1 is usual. */
export function sampler(decision: Decision, made: number | null, effort: number): Sampler {
  const own = decision.advice.sampler?.(decision, made, effort);
  if (own) return own;
  const { solved } = decision.rules.facts.advice;
  const cards = handOf(decision).length;
  if (solved && decision.view.phase === "play") {
    if (cards <= ENUMERATED_CARDS) {
      const listed = enumerated(decision);
      if (listed.exact) return listed;
    }
    const each = solved[cards];
    if (each) return sampled(decision, Math.max(1, Math.round(each * effort)));
  }
  return played(decision, effort);
}

const handOf = ({ view }: Decision): number[] => (view as { hand?: number[] }).hand ?? [];
const valuesOf = (found: Map<number, number>, actions: number[]): number[] =>
  actions.map((action) => found.get(action) as number);

const equityOf = ({ rules }: Decision): boolean => rules.facts.advice.equity;
const solve = (decision: Decision, seed: bigint, last: number, slip: number) =>
  solveWorlds(decision, { seed, first: 0, last, slip, equity: equityOf(decision) });
const byAction = ({ view }: Decision, values: number[][]): Map<number, number> =>
  new Map(meansOf(values).map((mean, card) => [view.legal[card] as number, mean]));

/** All worlds, solved. */
function enumerated(decision: Decision): Sampler {
  const { values, count } = solve(decision, 0n, LISTED_MAX, 0);
  return {
    method: "pimc",
    actions: decision.view.legal,
    exact: values.length === count,
    restricts: false,
    first: 1,
    total: 1,
    further: 1,
    rows: (actions) => [valuesOf(byAction(decision, values), actions)],
    worlds: () => values.length,
  };
}

/** A sample of worlds, solved. */
function sampled(decision: Decision, each: number): Sampler {
  const { slip } = decision.rules.facts.advice;
  return {
    method: "pimc",
    actions: decision.view.legal,
    exact: false,
    restricts: false,
    first: FIRST,
    total: ROWS,
    further: ROWS * (each <= EXPENSIVE ? FURTHER_EXPENSIVE : FURTHER),
    rows: (actions, seed, first, count) =>
      times(count, (i) =>
        valuesOf(
          byAction(decision, solve(decision, mix(seed, first + i), each, slip).values),
          actions,
        ),
      ),
    worlds: (rows) => rows * each,
  };
}

/** A sample of worlds, played out by the game's rule player. */
function played(decision: Decision, effort: number): Sampler {
  const { view, rules, advice } = decision;
  const { judge, playouts, policies, scale } = rules.facts.advice;
  const how: Playouts = advice.playouts?.(view) ?? { policy: judge, each: playouts };
  const policy = policies[how.policy];
  if (!policy) throw new Error(`${rules.facts.name} has no policy ${how.policy}`);
  const each = Math.max(1, Math.round(how.each * effort));
  const before = earlier(decision);
  const plans = how.plans ?? view.legal.map((action) => [action]);
  const row = (actions: number[], seed: bigint) =>
    playOut(decision, policy, {
      plans: plans.filter(([action]) => actions.includes(action as number)),
      each,
      seed,
      reward: searchReward(rules),
      toDeal: rules.facts.advice.to_deal,
      turns: how.turns ?? 0,
    });
  return {
    method: "rollout",
    actions: view.legal,
    exact: false,
    restricts: true,
    first: PLAYED_FIRST,
    total: PLAYED_ROWS,
    further: FURTHER * PLAYED_ROWS,
    rows: (actions, seed, first, count) =>
      times(count, (i) =>
        valuesOf(row(actions, mix(seed, first + i)), actions).map(
          (value) => scale * (value - before),
        ),
      ),
    worlds: (rows) => rows * each,
  };
}

/** The points of earlier deals: a deal is valued by what it brings, not by the total. */
function earlier({ rules, view, state }: Decision): number {
  const ofDeal = rules.facts.advice.to_deal && searchReward(rules) === "points";
  return ofDeal ? (state.scores()[view.seat] as number) : 0;
}

/** Play out plans by a rule player; the mean reward of each action. */
export function playOut(
  decision: Decision,
  { policy, numbers }: { policy: number; numbers: number[] },
  how: {
    plans: number[][];
    each: number;
    seed: bigint;
    reward: string;
    toDeal: boolean;
    turns: number;
  },
): Map<number, number> {
  const { view, rules, scene, advice, state } = decision;
  const [worldsSeed] = seedsOf(how.seed);
  const hidden = advice.worlds
    ? openLists(rules, advice.worlds(decision, worldsSeed, how.each))
    : hiddenOf(decision);
  return flatValues(rules, state, {
    hidden,
    seed: how.seed,
    policy,
    numbers,
    memory: advice.memory(view),
    plans: how.plans,
    rounds: how.each,
    reward: how.reward,
    toDeal: how.toDeal,
    dice: rules.facts.chance === "int",
    turns: how.turns,
    goal: equityOf(decision) && how.reward === "margin" ? goalOf(scene, rules, view) : null,
  });
}
