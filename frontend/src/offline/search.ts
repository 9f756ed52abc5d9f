// One search of a decision by the engine: the twin of kibitz/search/native_searcher.py and of
// kibitz/search/run.py for one thread. The engine's own state knows every card, so it gets only what
// the seat may know: its position with the hidden cards dealt anyhow, and where they cannot be.
import type { Decision, GameAdvice } from "./advice/game";
import { placeWeights, type Belief } from "./belief";
import type { State } from "./engine";
import type { Searching } from "./facts";
import { goalOf, type Goal } from "./goal";
import { mix } from "./rng";
import type { Rules } from "./rules";
import type { Hidden } from "./scene";
import { flatten } from "./shape";
import type { Table } from "./table";

const SOFTNESS = 5; // points, of the reward soft, where nothing else is said
export const REWARDS = ["outcome", "points", "margin", "soft"]; // of kibitz/search/settings.py

/** The lists of the engine that say what is hidden. */
export interface HiddenLists {
  shells: Int32Array;
  places: Int32Array;
  masks: BigUint64Array;
  seats: number; // whose cards are hidden
}

/** Lists in one list, each as its length and its numbers. */
export const parted = (lists: number[][]): Int32Array =>
  Int32Array.from(lists.flatMap((each) => [each.length, ...each]));

/** Every hand, with the hidden cards dealt in their order. */
function anyhow(rules: Rules, hidden: Hidden): number[][] {
  let next = 0;
  const hands = Array.from({ length: rules.players }, () => hidden.hand);
  hidden.seats.forEach((seat, i) => {
    hands[seat] = hidden.cards.slice(next, (next += hidden.sizes[i] as number));
  });
  return hands;
}

/** The position at the deal, flat, with the hidden cards dealt anyhow. */
export function dealtStart(rules: Rules, hidden: Hidden): number[] {
  const ascending = (cards: number[]) => cards.toSorted((a, b) => a - b);
  const hands = anyhow(rules, hidden).map((hand, seat) =>
    ascending([...hand, ...(hidden.played[seat] ?? [])]),
  );
  return flatten(rules.facts.position, { ...hidden.start, hands });
}

export function hiddenLists(rules: Rules, hidden: Hidden): HiddenLists {
  const all = hidden.cards.reduce((mask, card) => mask | (1n << BigInt(card)), 0n);
  const shell = flatten(rules.facts.position, { ...hidden.known, hands: anyhow(rules, hidden) });
  return {
    shells: parted([shell]),
    places: Int32Array.from([...hidden.seats, ...hidden.sizes]),
    masks: BigUint64Array.from([all, ...hidden.excluded.map((mask) => mask & all)]),
    seats: hidden.seats.length,
  };
}

/** Whole positions instead, where no cards are hidden. */
export const openLists = (rules: Rules, worlds: unknown[]): HiddenLists => ({
  shells: parted(worlds.map((world) => flatten(rules.facts.position, world))),
  places: new Int32Array(),
  masks: new BigUint64Array(),
  seats: 0,
});

/** The seeds of worlds and of luck. */
export function seedsOf(seed: bigint): [bigint, bigint] {
  const base = mix(seed, 0);
  return [mix(base, 1), mix(base, 2)];
}

export interface Flat {
  hidden: HiddenLists;
  seed: bigint;
  policy: number; // its place among the policies of rollouts
  numbers: number[]; // of the policy
  memory: number[];
  plans: number[][];
  rounds: number;
  reward: string;
  toDeal: boolean;
  dice: boolean;
  turns: number; // 0: to the end
  goal: Goal | null; // the match, if it counts
}

/** Play out plans in the same worlds; the mean reward of each action by its best plan. */
export function flatValues(rules: Rules, state: State, flat: Flat): Map<number, number> {
  const { hidden } = flat;
  const settings = [1, flat.rounds * flat.plans.length, 0, REWARDS.indexOf(flat.reward)];
  settings.push(flat.toDeal ? 1 : 0, 0, 0, 1, hidden.seats, 0, 0);
  settings.push(flat.policy, flat.dice ? 1 : 0, flat.turns, SOFTNESS, 0, 0);
  settings.push(...(flat.goal?.numbers ?? []));
  const empty = new Int32Array();
  rules.engine.search(
    state.at,
    [
      hidden.shells,
      empty,
      empty,
      hidden.places,
      hidden.masks,
      BigUint64Array.from(seedsOf(flat.seed)),
      Float64Array.from(settings),
      parted(flat.plans),
      Int32Array.from(flat.memory),
      Float64Array.from(flat.numbers),
      new Float64Array(),
    ],
    null,
  );
  const totals = rules.engine.values(flat.plans.length);
  const found = new Map<number, number>();
  flat.plans.forEach(([action], i) => {
    const value = (totals[i] as number) / flat.rounds;
    found.set(action as number, Math.max(value, found.get(action as number) ?? -Infinity));
  });
  return found;
}

/** Where a search decides: a table, or a position that was set up. */
type Searched = Pick<Table, "rules" | "scene" | "state">;

/** The choice of a searching player. */
export function search(
  table: Searched,
  part: Searching,
  advice: GameAdvice,
  net: number | null,
  belief: Belief | null,
  seed: bigint,
): number {
  const { rules, scene } = table;
  const state = table.state as State;
  const view = scene.see(rules, state, state.player);
  const decision: Decision = { rules, scene, advice, view, state };
  const plans = part.plans ? plansOf(decision, part) : [];
  const [only] = plans;
  if (only && plans.every(([action]) => action === only[0])) return only[0] as number;
  if (part.search === "mcts") return searchWorlds(decision, part, seed);
  const hidden = scene.hidden?.(view);
  const lists = hidden
    ? hiddenLists(rules, hidden)
    : openLists(rules, worldsOf(decision, seedsOf(seed)[0], part.worlds));
  const guided = part.prior || part.value || part.belief !== null;
  return rules.engine.search(
    state.at,
    [
      lists.shells,
      Int32Array.from(guided && hidden ? dealtStart(rules, hidden) : []),
      Int32Array.from(guided && hidden ? hidden.actions : []),
      lists.places,
      lists.masks,
      BigUint64Array.from(seedsOf(seed)),
      settingsOf(decision, part, lists.seats, part.simulations),
      parted(plans),
      ...memoryAndNumbers(decision, part),
      hidden ? placeWeights(belief, state, view, hidden) : new Float64Array(),
    ],
    net,
  );
}

/** As browser_search.hpp lists them. */
function settingsOf(
  { rules, scene, view }: Decision,
  part: Searching,
  seats: number,
  simulations: number,
): Float64Array {
  const goal = part.equity ? goalOf(scene, rules, view) : null;
  return Float64Array.from([
    part.search === "rollout" ? 1 : 0,
    simulations,
    part.exploration,
    part.reward,
    part.to_deal ? 1 : 0,
    part.prior ? 1 : 0,
    part.value ? 1 : 0,
    part.value_unit,
    seats,
    part.belief?.slip ?? 0,
    part.belief?.worlds ?? 0,
    part.rollouts?.policy ?? 0, // 0: at random
    rules.facts.chance === "int" ? 1 : 0,
    part.turns,
    part.softness,
    part.halving ? 1 : 0,
    part.search === "mcts" ? 1 : 0,
    ...(goal?.numbers ?? []),
  ]);
}

function memoryAndNumbers({ advice, view }: Decision, part: Searching): [Int32Array, Float64Array] {
  const { rollouts } = part;
  return [
    Int32Array.from(rollouts ? advice.memory(view) : []),
    Float64Array.from(rollouts?.numbers ?? []),
  ];
}

function worldsOf(decision: Decision, seed: bigint, count: number): unknown[] {
  const found = decision.advice.worlds?.(decision, seed, count);
  if (!found) throw new Error(`${decision.rules.facts.name} is not searched here`);
  return found;
}

function plansOf(decision: Decision, { rollouts }: Searching): number[][] {
  const found = decision.advice.plans?.(decision, rollouts?.value ?? "0");
  if (!found) throw new Error(`${decision.rules.facts.name} has no plans`);
  return found;
}

/** A tree for each of some worlds, as if it were known, and their visits added: `mcts_worlds`. */
function searchWorlds(decision: Decision, part: Searching, seed: bigint): number {
  const { rules, state } = decision;
  const worlds = worldsOf(decision, mix(seed, 0), Math.min(part.worlds, part.simulations));
  const sums = new Map(decision.view.legal.map((action) => [action, { visits: 0, total: 0 }]));
  const none = new Int32Array();
  worlds.forEach((world, i) => {
    const { shells } = openLists(rules, [world]);
    const share = Math.floor(part.simulations / worlds.length);
    const seeds = BigUint64Array.from(seedsOf(mix(seed, i + 1)));
    const settings = settingsOf(decision, part, 0, share);
    const [memory, numbers] = memoryAndNumbers(decision, part);
    const lists = [shells, none, none, none, new BigUint64Array(), seeds, settings, none, memory];
    rules.engine.search(state.at, [...lists, numbers, new Float64Array()], null);
    const rows = rules.engine.integers(2 * sums.size);
    const totals = rules.engine.values(sums.size);
    for (let k = 0; k < sums.size; k++) {
      const sum = sums.get(rows[2 * k] as number);
      if (!sum) continue;
      sum.visits += rows[2 * k + 1] as number;
      sum.total += totals[k] as number;
    }
  });
  const [best] = [...sums].toSorted(
    ([a, one], [b, other]) =>
      other.visits - one.visits || other.total / other.visits - one.total / one.visits || a - b,
  );
  return (best as [number, unknown])[0];
}
