// Worlds that fit a view, solved double dummy: the twin of kibitz/search/pimc.py and of
// kibitz/search/likely_worlds.py.
import { placeWeights, type Belief } from "./belief";
import type { State } from "./engine";
import type { Pimc } from "./facts";
import { goalOf } from "./goal";
import type { Rules } from "./rules";
import { GOLDEN, MASK } from "./rng";
import type { GameScene, Hidden, View } from "./scene";
import { dealtStart, hiddenLists, parted, seedsOf, type HiddenLists } from "./search";

const SLIP_REACH = 2.5; // standard deviations; larger slips are ignored
const FIRST_LOOK = 32; // worlds; then after every doubling
const MARGIN_SHARE = 0.1; // of the margin beside match equity
const UNIT = 2 ** 20; // parts of a point: sums of such values are exact, so that ties are ties
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

/** A network by which worlds are as likely as the choices of the others in them. */
interface Inferred {
  net: number;
  slip: number;
}

/** How to draw worlds, and what they are worth. */
interface Solving {
  seed: bigint;
  slip: number;
  equity: boolean;
  reach?: number | null; // the largest slip that counts
  worlds?: number; // wanted in all, if that is not the number of the last one
  belief?: Belief | null; // where cards are likely; all worlds are equally likely without one
  inferred?: Inferred | null; // what was played is evidence as well
}

const inUnits = (value: number): number => Math.floor(value * UNIT + 0.5) / UNIT;

/** Solve worlds first .. last - 1, or as many as there are. */
export const solveWorlds = (
  asked: Asked,
  { first, last, ...solving }: Solving & { first: number; last: number },
): SolvedWorlds => solveNumbers(asked, range(first, last), { worlds: last, ...solving });

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);

/** Solve worlds by their numbers, except those above the number of all worlds. */
function solveNumbers(
  asked: Asked,
  numbers: number[],
  { seed, slip, equity, reach: most, worlds = numbers.length, belief, inferred }: Solving,
): SolvedWorlds {
  const { rules, scene, state, view } = asked;
  const { engine } = rules;
  const call = engine.raw.kibitz_solve_worlds;
  if (!call) throw new Error(`${rules.facts.name} is not solved here`);
  const { hand = [], trick = [] } = view as { hand?: number[]; trick?: number[] };
  const tricks = hand.length - 1 - trick.length / 4; // the last one is forced
  const sigma = slip * Math.sqrt(Math.max(0, tricks));
  const reach = Math.min(Math.ceil(SLIP_REACH * sigma), most ?? Infinity);
  const hidden = hiddenIn(asked);
  const lists = hiddenLists(rules, hidden);
  const places = placeWeights(belief ?? null, state, view, hidden);
  const wanted = BigUint64Array.from(numbers, BigInt);
  const played = inferred ? sinceDeal(rules, hidden) : [new Int32Array(), new Int32Array()];
  const { net, slip: missed } = inferred ?? { net: -1, slip: 0 };
  const solved = engine.lend(
    [lists.shells, lists.places, lists.masks, places, wanted, ...played],
    (pairs) => call(state.at, ...pairs, lists.seats, ...seedsOf(seed), reach, worlds, net, missed),
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
    codes.slice(i * cards, (i + 1) * cards).map((code) => inUnits(sign * (table[code] as number))),
  );
  return { values, weights, count, draws };
}

/** Where the deal began, with hidden cards dealt anyhow, and the actions since. */
const sinceDeal = (rules: Rules, hidden: Hidden): Int32Array[] => [
  parted([dealtStart(rules, hidden)]),
  Int32Array.from(hidden.actions),
];

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** The mean value of each card; worlds count by their weights, if they have any. */
export function meansOf(values: number[][], weights?: number[]): number[] {
  const total = weights ? sum(weights) : values.length;
  return (values[0] ?? []).map(
    (_, card) => sum(values.map((row, i) => (weights?.[i] ?? 1) * (row[card] as number))) / total,
  );
}

/** Worlds drawn in proportion to how likely a network makes what was played, each solved once. */
class LikelyWorlds {
  private readonly upto: number[] = []; // sums of the weights so far
  private readonly solved = new Map<number, number[]>();

  constructor(
    private readonly asked: Asked,
    private readonly solving: Solving,
    { weighed, slip }: NonNullable<Pimc["pimc"]["likely"]>,
    net: number,
  ) {
    let sum = 0;
    for (const weight of weigh(asked, solving.seed, weighed, slip, net)) {
      this.upto.push((sum += weight));
    }
  }

  solve(first: number, last: number): SolvedWorlds {
    const places = range(first, last).map((i) => this.place(i));
    const fresh = [...new Set(places)].filter((place) => !this.solved.has(place));
    fresh.sort((a, b) => a - b);
    if (fresh.length > 0) {
      const { values } = solveNumbers(this.asked, fresh, this.solving);
      fresh.forEach((place, i) => this.solved.set(place, values[i] as number[]));
    }
    const values = places.map((place) => this.solved.get(place) as number[]);
    return { values, weights: values.map(() => 1), count: 0, draws: 1 };
  }

  /** Which of the weighed worlds comes up as number i, by the golden-ratio sequence. */
  private place(i: number): number {
    const [, pickSeed] = seedsOf(this.solving.seed);
    const part = Number(((pickSeed + BigInt(i) * GOLDEN) & MASK) >> 11n) * 2 ** -53;
    const at = part * (this.upto.at(-1) as number);
    const found = this.upto.findIndex((sum) => sum > at);
    return found < 0 ? this.upto.length - 1 : found;
  }
}

/** The weights of the first worlds of a view, as many as wanted or as there are. */
function weigh(asked: Asked, seed: bigint, count: number, slip: number, net: number): number[] {
  const { rules, state } = asked;
  const { engine } = rules;
  const call = engine.raw.kibitz_weigh_worlds;
  if (!call) throw new Error(`${rules.facts.name} is not solved here`);
  const hidden = hiddenIn(asked);
  const lists = hiddenLists(rules, hidden);
  const played = sinceDeal(rules, hidden);
  const [worldsSeed] = seedsOf(seed);
  const many = engine.lend([lists.shells, lists.places, lists.masks, ...played], (pairs) =>
    call(state.at, ...pairs, lists.seats, worldsSeed, count, net, slip),
  );
  return engine.values(many);
}

/** What a player knows about which worlds are likely. */
interface Knowing {
  net: number | null; // weighs worlds, if they are to be likely
  belief: Belief | null; // where cards are likely
}

/** The choice of a player that solves worlds. */
export function pimc(
  asked: Asked,
  { worlds, agree, equity, reach, likely, inferred: played }: Pimc["pimc"],
  { net, belief }: Knowing,
  seed: bigint,
): number {
  const { slip } = asked.rules.facts.advice;
  const inferred = played && net !== null ? { net, slip: played.slip } : null;
  const solving = { seed, slip, equity, reach, worlds, belief, inferred };
  const drawn = likely && net !== null ? new LikelyWorlds(asked, solving, likely, net) : null;
  const all: SolvedWorlds = { values: [], weights: [], count: 0, draws: 1 };
  const { values, weights } = all;
  for (let look = FIRST_LOOK; values.length < worlds; look *= 2) {
    const [first, last] = [values.length, Math.min(worlds, look)];
    const found = drawn?.solve(first, last) ?? solveWorlds(asked, { ...solving, first, last });
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
