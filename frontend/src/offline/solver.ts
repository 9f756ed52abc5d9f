// Worlds that fit a view, solved double dummy: the twin of kibitz/search/pimc.py.
import { placeWeights, type Belief } from "./belief";
import type { State } from "./engine";
import type { Pimc } from "./facts";
import { goalOf } from "./goal";
import type { Rules } from "./rules";
import type { GameScene, Hidden, View } from "./scene";
import { hiddenLists, seedsOf, type HiddenLists } from "./search";

const SLIP_REACH = 2.5; // standard deviations; larger slips are ignored
const FIRST_LOOK = 32; // worlds; then after every doubling
const MARGIN_SHARE = 0.1; // of the margin beside match equity
const Z = 3.5; // standard errors by which a card is better

export interface Asked {
  rules: Rules;
  scene: GameScene;
  view: View;
  state: State; // for its options only
}

/** Solved worlds: the value of every legal card in each, own side minus other side; with `equity`, in the match. */
export interface SolvedWorlds {
  values: number[][];
  weights: number[]; // how much each world counts
  count: number; // of all worlds, if they are few enough to be listed; else 0
  draws: number; // how many of them stand behind each one solved
}

/** How many worlds there are to be solved, where they are listed. */
const lastOf = ({ count, draws }: SolvedWorlds): number => Math.floor(count / draws);

function hiddenIn({ rules, scene, view }: Asked): Hidden {
  const hidden = scene.hidden?.(view);
  if (!hidden) throw new Error(`${rules.facts.name} has no hidden cards`);
  return hidden;
}

export const hiddenOf = (asked: Asked): HiddenLists => hiddenLists(asked.rules, hiddenIn(asked));

/** Which worlds to solve, and what they are worth. */
interface Wanted {
  seed: bigint;
  first: number;
  last: number;
  slip: number;
  equity: boolean;
  worlds?: number; // wanted in all, if that is not `last`
  belief?: Belief | null; // which worlds are likely; all are, without one
}

/** Solve worlds first .. last - 1, or as many as there are. */
export function solveWorlds(
  asked: Asked,
  { seed, first, last, slip, equity, worlds = last, belief = null }: Wanted,
): SolvedWorlds {
  const { rules, scene, state, view } = asked;
  const { engine } = rules;
  const call = engine.raw.kibitz_solve_worlds;
  if (!call) throw new Error(`${rules.facts.name} is not solved here`);
  const { hand = [], trick = [] } = view as { hand?: number[]; trick?: number[] };
  const tricks = hand.length - 1 - trick.length / 4; // the last one is forced
  const sigma = slip * Math.sqrt(Math.max(0, tricks));
  const reach = Math.ceil(SLIP_REACH * sigma);
  const hidden = hiddenIn(asked);
  const lists = hiddenLists(rules, hidden);
  const places = placeWeights(belief, state, view, hidden);
  const solved = engine.lend([lists.shells, lists.places, lists.masks, places], (pairs) =>
    call(state.at, ...pairs, lists.seats, ...seedsOf(seed), reach, first, last, worlds),
  );
  const cards = view.legal.length;
  const [count, draws, cases, results, ...codes] = engine.integers(4 + solved * cards) as [
    number,
    number,
    number,
    number,
    ...number[],
  ];
  const marks = engine.values(2 * cases * results + solved);
  const weights = marks.splice(2 * cases * results);
  const goal = equity ? goalOf(scene, rules, view) : null;
  const worth = Array.from({ length: cases * results }, (_, i) => {
    const [own, other] = [marks[2 * i] as number, marks[2 * i + 1] as number];
    const margin = own - other;
    return goal ? goal.worth(own, other) + MARGIN_SHARE * margin : margin;
  });
  const sign = view.seat % 2 === 0 ? 1 : -1;
  const table = Array.from({ length: cases }, (_, i) =>
    smooth(worth.slice(i * results, (i + 1) * results), sigma, reach),
  ).flat();
  const values = Array.from({ length: solved }, (_, i) =>
    codes.slice(i * cards, (i + 1) * cards).map((code) => sign * (table[code] as number)),
  );
  return { values, weights, count, draws };
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The mean value of each card; worlds count by their weights, if they have any. */
export function meansOf(values: number[][], weights?: number[]): number[] {
  const total = weights ? sum(weights) : values.length;
  return (values[0] ?? []).map(
    (_, card) => sum(values.map((row, i) => (weights?.[i] ?? 1) * (row[card] as number))) / total,
  );
}

/** The choice of a player that solves worlds. */
export function pimc(
  asked: Asked,
  { worlds, agree, equity }: Pimc["pimc"],
  belief: Belief | null,
  seed: bigint,
): number {
  const { slip } = asked.rules.facts.advice;
  const all: SolvedWorlds = { values: [], weights: [], count: 0, draws: 1 };
  const { values, weights } = all;
  for (let look = FIRST_LOOK; values.length < worlds; look *= 2) {
    const [first, last] = [values.length, Math.min(worlds, look)];
    const found = solveWorlds(asked, { seed, first, last, slip, equity, worlds, belief });
    values.push(...found.values);
    weights.push(...found.weights);
    Object.assign(all, { count: found.count, draws: found.draws });
    if (values.length === lastOf(all)) break;
    if (agree && values.length === look && agreed(all)) break;
  }
  const means = meansOf(values, weights);
  return asked.view.legal[means.indexOf(Math.max(...means))] as number;
}

/** Whether one card is never worse than any other, or better by Z standard errors. */
function agreed({ values, weights, count, draws }: SolvedWorlds): boolean {
  const means = meansOf(values, weights);
  const best = means.indexOf(Math.max(...means));
  const n = values.length;
  const left = count > 0 ? Math.max(0, 1 - (n * draws) / count) : 1; // drawn without replacement
  const total = sum(weights);
  return means.every((mean, card) => {
    const ahead = values.map((row) => (row[best] as number) - (row[card] as number));
    const middle = (means[best] as number) - mean;
    const shares = ahead.map((x, i) => (((weights[i] as number) / total) * (x - middle)) ** 2);
    const squares = sum(shares) * left;
    const error = Math.sqrt((squares * n) / Math.max(1, n - 1));
    return middle >= Z * error || ahead.every((x) => x >= 0);
  });
}

/** The value of results as means over slips; a capot, at both ends, is taken at face value. */
function smooth(row: number[], sigma: number, reach: number): number[] {
  if (reach === 0) return row;
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / sigma) ** 2),
  );
  const total = kernel.reduce((a, b) => a + b, 0);
  const inner = row.slice(1, -1);
  const at = (i: number) => inner[Math.min(inner.length - 1, Math.max(0, i))] as number;
  const means = inner.map((_, i) =>
    kernel.reduce((sum, weight, k) => sum + (weight / total) * at(i + reach - k), 0),
  );
  return [row[0] as number, ...means, row.at(-1) as number];
}
