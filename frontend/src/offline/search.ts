// One search of a decision by the engine: the twin of kibitz/search/native_searcher.py and of
// kibitz/search/run.py for one thread. The engine's own state knows every card, so it gets only what
// the seat may know: its position with the hidden cards dealt anyhow, and where they cannot be.
import { placeWeights, type Belief } from "./belief";
import type { State } from "./engine";
import type { Searching } from "./facts";
import { goalOf, type Goal } from "./goal";
import { mix } from "./rng";
import type { Rules } from "./rules";
import type { Hidden } from "./scene";
import { flatten } from "./shape";
import type { Table } from "./table";

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
  settings.push(flat.policy, flat.dice ? 1 : 0, flat.turns, ...(flat.goal?.numbers ?? []));
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

/** The choice of a searching player. */
export function search(
  table: Pick<Table, "rules" | "scene" | "state">,
  part: Searching,
  net: number | null,
  belief: Belief | null,
  seed: bigint,
): number {
  const { rules, scene } = table;
  const state = table.state as State;
  const view = scene.see(rules, state, state.player);
  const hidden = scene.hidden?.(view);
  if (!hidden) throw new Error(`${rules.facts.name} is not searched here`);
  const guided = part.prior || part.value || part.belief !== null;
  const start = guided ? dealtStart(rules, hidden) : [];
  const lists = hiddenLists(rules, hidden);
  return rules.engine.search(
    state.at,
    [
      lists.shells,
      Int32Array.from(start),
      Int32Array.from(guided ? hidden.actions : []),
      lists.places,
      lists.masks,
      BigUint64Array.from(seedsOf(seed)),
      Float64Array.from([
        part.search === "rollout" ? 1 : 0,
        part.simulations,
        part.exploration,
        part.reward,
        part.to_deal ? 1 : 0,
        part.prior ? 1 : 0,
        part.value ? 1 : 0,
        part.value_unit,
        lists.seats,
        part.belief?.slip ?? 0,
        part.belief?.worlds ?? 0,
        0, // rollouts at random
        0,
        0,
        ...((part.equity && goalOf(scene, rules, view)?.numbers) || []),
      ]),
      new Int32Array(),
      new Int32Array(),
      new Float64Array(),
      placeWeights(belief, state, view, hidden),
    ],
    net,
  );
}
