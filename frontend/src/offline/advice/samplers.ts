// How an evaluation values actions, a row of common worlds at a time: the twin of
// kibitz/advice/samplers.py and, for solved worlds, of kibitz/search/pimc.py.
import { mix } from "../rng";
import { flatValues, hiddenLists, openLists, seedsOf, type HiddenLists } from "../search";
import { searchReward, type Decision, type Playouts, type Sampler } from "./game";

const [FIRST, ROWS] = [8, 16]; // of solved worlds
const [PLAYED_FIRST, PLAYED_ROWS] = [8, 64];
const FURTHER = 4; // times the rows, for the loss of one action alone; twice where worlds are expensive
const EXPENSIVE = 20; // so few solved worlds in a row: each takes long
const ENUMERATED_CARDS = 3; // with so few cards in hand, all worlds are solved
const LISTED_MAX = 4096;
const SLIP_REACH = 2.5; // standard deviations; larger slips are ignored

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

/** All worlds, solved. */
function enumerated(decision: Decision): Sampler {
  const found = solve(decision, 0n, LISTED_MAX, 0);
  return {
    method: "pimc",
    actions: decision.view.legal,
    exact: found.all,
    restricts: false,
    first: 1,
    total: 1,
    further: 1,
    rows: (actions) => [valuesOf(found.values, actions)],
    worlds: () => found.worlds,
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
    further: ROWS * (each <= EXPENSIVE ? 2 : FURTHER),
    rows: (actions, seed, first, count) =>
      times(count, (i) =>
        valuesOf(solve(decision, mix(seed, first + i), each, slip).values, actions),
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
        valuesOf(row(actions, mix(seed, first + i)), actions).map((value) => scale * value),
      ),
    worlds: (rows) => rows * each,
  };
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
  const { view, rules, advice, state } = decision;
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
  });
}

function hiddenOf({ rules, scene, view }: Decision): HiddenLists {
  const hidden = scene.hidden?.(view);
  if (!hidden) throw new Error(`${rules.facts.name} has no hidden cards`);
  return hiddenLists(rules, hidden);
}

interface SolvedWorlds {
  worlds: number;
  all: boolean; // there are no others
  values: Map<number, number>;
}

/** The mean value of every legal card over solved worlds, own side minus other side. */
function solve(decision: Decision, seed: bigint, worlds: number, slip: number): SolvedWorlds {
  const { rules, state, view } = decision;
  const { engine } = rules;
  const call = engine.raw.kibitz_solve_worlds;
  if (!call) throw new Error(`${rules.facts.name} is not solved here`);
  const trick = (view as { trick?: number[] }).trick ?? [];
  const tricks = handOf(decision).length - 1 - trick.length / 4; // the last one is forced
  const sigma = slip * Math.sqrt(Math.max(0, tricks));
  const reach = Math.ceil(SLIP_REACH * sigma);
  const lists = hiddenOf(decision);
  const [worldsSeed] = seedsOf(seed);
  const solved = engine.lend([lists.shells, lists.places, lists.masks], (pairs) =>
    call(state.at, ...pairs, lists.seats, worldsSeed, reach, worlds),
  );
  const cards = view.legal.length;
  const [all, cases, results, ...codes] = engine.integers(3 + solved * cards) as [
    number,
    number,
    number,
    ...number[],
  ];
  const worth = engine.values(cases * results);
  const table = times(cases, (i) =>
    smooth(worth.slice(i * results, (i + 1) * results), sigma, reach),
  ).flat();
  const sign = view.seat % 2 === 0 ? 1 : -1;
  const values = view.legal.map((action, card): [number, number] => {
    let sum = 0;
    for (let i = 0; i < solved; ++i) sum += table[codes[i * cards + card] as number] as number;
    return [action, (sign * sum) / solved];
  });
  return { worlds: solved, all: all === 1, values: new Map(values) };
}

/** The value of results as means over slips; a capot, at both ends, is taken at face value. */
function smooth(row: number[], sigma: number, reach: number): number[] {
  if (reach === 0) return row;
  const kernel = times(2 * reach + 1, (i) => Math.exp(-0.5 * ((i - reach) / sigma) ** 2));
  const total = kernel.reduce((a, b) => a + b, 0);
  const inner = row.slice(1, -1);
  const at = (i: number) => inner[Math.min(inner.length - 1, Math.max(0, i))] as number;
  const means = inner.map((_, i) =>
    kernel.reduce((sum, weight, k) => sum + (weight / total) * at(i + reach - k), 0),
  );
  return [row[0] as number, ...means, row.at(-1) as number];
}
