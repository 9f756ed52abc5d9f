// What advice needs to know about a game: `games/<game>/advice.ts` exports `advice`, the twin of
// kibitz/advice/games/<game> and of kibitz/search/games/<game>. Numbers come with the game's facts.
import type { State } from "../engine";
import type { AdviceFacts } from "../facts";
import { loadGoal } from "../goal";
import type { Rules } from "../rules";
import type { GameScene, View } from "../scene";
import type { Shelf } from "../shelf";

/** A decision: the view of the seat to act, and the state that it is a view of. */
export interface Decision<V extends View = View> {
  rules: Rules;
  scene: GameScene;
  advice: GameAdvice;
  view: V;
  /** For players that follow the game themselves and look at nothing that is hidden. */
  state: State;
}

/** How playouts value a decision: see `playouts` of kibitz/advice/games. */
export interface Playouts {
  policy: string;
  each: number; // of an action in a row
  turns?: number;
  plans?: number[][]; // default: each legal action
}

export interface Sampler {
  method: string;
  actions: number[]; // what it values
  exact: boolean; // one row holds the means over all worlds
  restricts: boolean; // fewer actions cost less
  first: number; // rows of the first look
  total: number; // rows at most
  further: number; // rows at most of the best action and the one made, to know its loss
  /** Rows first .. first + count - 1, with a column for each action. */
  rows(actions: number[], seed: bigint, first: number, count: number): number[][];
  /** How many worlds, or playouts of an action, so many rows hold. */
  worlds(rows: number): number;
}

export interface GameAdvice<V extends View = View> {
  /** What the game's rule players remember, for the rollouts of a search. */
  memory(view: V): number[];
  /** Where worlds differ in something else than cards: `count` whole positions. */
  worlds?(decision: Decision<V>, seed: bigint, count: number): unknown[];
  playouts?(view: V): Playouts;
  /** The turns that a search compares instead of actions, by the network of this key. */
  plans?(decision: Decision<V>, key: string): number[][];
  /** How a game ended for a seat, where that is not its side's share of the win. */
  result?(end: State, seat: number): number;
  sampler?(decision: Decision<V>, made: number | null, effort: number): Sampler | null;
  /** What a seat, or its side, counts at the end of a deal, or of the game. */
  total(end: State, seat: number): number;
  /** The seat of the contract, and whether it was made. */
  contract(end: State, seat: number): [seat: number, made: boolean] | null;
  /** The total that makes the contract, and its chance, where the value of an action says both. */
  met?(decision: Decision<V>, action: number, value: number): [number, number] | null;
  /** Which totals make the contract that is played, and its chance, where a value says both. */
  made?(decision: Decision<V>, value: number): [(total: number) => boolean, number] | null;
  /** The chance to win that a value means, and that of a point, where it means one. */
  win?(decision: Decision<V>, method: string, value: number): [number, number] | null;
  /** The pass of an auction. */
  passing?: number;
  /** World by world: who plays the contract after each call (1 us, -1 they, 0 nobody), its chance. */
  callChances?(decision: Decision<V>, actions: number[], seed: bigint): [number, number][][] | null;
  /** For games that the solver supports: its table of a deal. */
  tables?: DealTables;
}

export interface DealTables {
  suits: string; // by number
  leaders(dealer: number): number[];
  value(
    hands: number[][],
    trump: number,
    solved: { made: number; all: boolean; none: boolean },
  ): { sides: number[]; capot: number | null };
}

const modules = import.meta.glob<{ advice: GameAdvice }>("../../games/*/advice.ts");

export async function adviceOf(game: string): Promise<GameAdvice> {
  const load = modules[`../../games/${game}/advice.ts`];
  if (!load) throw new Error(`no advice for ${game}`);
  return (await load()).advice;
}

/** Load the networks and the table by which a game's decisions are valued. */
export async function prepare(shelf: Shelf, rules: Rules): Promise<void> {
  const { engine, facts } = rules;
  const keys = Object.values(facts.advice.policies).flatMap(({ value }) => value ?? []);
  await Promise.all([...keys.map((key) => shelf.value(engine, key)), loadGoal(shelf, rules)]);
}

/** What a search counts; alone there is no one to win against. */
export const searchReward = (rules: Rules): string =>
  rules.players === 1 ? "points" : rules.facts.advice.reward;

/** The unit of expected values; with sides it is always the margin. */
export const rewardOf = (rules: Rules): string =>
  rules.facts.advice.solved ? "margin" : searchReward(rules);

/** The smallest losses of an inaccuracy, a mistake and a blunder. */
export function limits(rules: Rules): AdviceFacts["grades"] {
  const { grades, grades_of_a_win } = rules.facts.advice;
  return rewardOf(rules) === "outcome" ? grades_of_a_win : grades;
}
