// Dubito for advice: the twin of kibitz/advice/games/dubito, which explains the method. The reader
// follows the engine's own game, of which it looks at nothing that is hidden.
import type { Decision, GameAdvice, Sampler } from "../../offline/advice/game";
import { least, range } from "../../offline/parts";
import type { State } from "../../offline/engine";
import { mix, Stream } from "../../offline/rng";
import type { Rules } from "../../offline/rules";
import { rebuilt } from "../../offline/worlds";
import { DECLARE, DOUBT, JOKER, LAY, lay, reveals, type DubitoView, type Reveal } from "./scene";
import { sample } from "./worlds";

const [FIRST, ROWS] = [8, 128];
const SOFT = 0.5; // what is left to win once somebody is out
const WORLDS = 16; // of an option in the first stage of a row
const TRAIT_WEIGHTS = [8, 8, 2, 1];

const READER = {
  ...{ method: "reader", exact: false, restricts: false },
  ...{ first: FIRST, total: ROWS, further: ROWS },
} as const;

interface Option {
  number: number; // that is declared
  laid: number;
  wins: number;
  rollouts: number;
}

/** What the reader considers in a game. */
function read({ engine }: Rules, state: State, worlds: number, seed: bigint): Option[] {
  const options = engine.raw.kibitz_read?.(state.at, worlds, 0, seed) ?? 0;
  const found = engine.integers(2 * options);
  const counted = engine.values(2 * options);
  return range(options).map((i) => ({
    number: found[2 * i] as number,
    laid: found[2 * i + 1] as number,
    wins: counted[2 * i] as number,
    rollouts: counted[2 * i + 1] as number,
  }));
}

const worthOf = (view: DubitoView): number => (view.out.length > 0 ? SOFT : 1);

/** The chance to win of every action that the reader considers. */
function chances(
  { rules, state, view }: Decision<DubitoView>,
  worlds: number,
  seed: bigint,
): Map<number, number> {
  const options = read(rules, state, worlds, seed);
  const all = new Map<number, number>();
  for (const { number, laid, wins, rollouts } of options) {
    if (rollouts === 0 && options.length > 1) continue;
    const action = view.phase === "declare" ? DECLARE + number - 1 : laid;
    const chance = rollouts ? wins / rollouts : 0;
    all.set(action, Math.max(worthOf(view) * chance, all.get(action) ?? 0));
  }
  return all;
}

/** Kind (honest, bluff, doubt, or the declared number), whether it empties the hand, cards, jokers. */
function traits(view: DubitoView, action: number): number[] {
  if (action === DOUBT) return [9, 0, 0, 0];
  if (action < LAY) {
    const own = view.hand.filter((card) => card === action - DECLARE + 1).length;
    return [20, 0, own, 0];
  }
  const cards = lay(action);
  return [
    cards.some((card) => card !== JOKER && card !== view.number) ? 1 : 0,
    cards.length === view.hand.length ? 1 : 0,
    cards.length,
    cards.filter((card) => card === JOKER).length,
  ];
}

/** The considered action that is most like one: honesty first, then size. */
function likest(view: DubitoView, action: number, considered: Map<number, number>): number {
  if (considered.has(action)) return action;
  const own = traits(view, action);
  return least([...considered.keys()], (other) => {
    const theirs = traits(view, other);
    const apart = TRAIT_WEIGHTS.map(
      (weight, i) => weight * Math.abs((own[i] as number) - (theirs[i] as number)),
    );
    return [apart.reduce((a, b) => a + b, 0), other];
  });
}

function sampler(
  decision: Decision<DubitoView>,
  made: number | null,
  effort: number,
): Sampler | null {
  const { view } = decision;
  if (view.legal.length === 1) return null;
  const each = Math.max(1, Math.round(WORLDS * effort));
  const considered = [...chances(decision, each, 0n).keys()];
  // The reader does not value a play without an alternative: a bluff to open with, or the last
  // cards, which win.
  if (considered.length === 1) return openingBluff(decision, made, considered[0] as number, each);
  const extra = made === null ? [] : [made];
  return {
    ...READER,
    actions: [...new Set([...considered, ...extra])].toSorted((a, b) => a - b),
    rows: (asked, seed, from, count) =>
      range(count).map((i) => {
        const found = chances(decision, each, mix(seed, from + i));
        return asked.map((action) => found.get(likest(view, action, found)) as number);
      }),
    worlds: (rows) => rows * each,
  };
}

/** A first play by a seat that holds nothing of the number it has declared: worth what the same bluff
    was worth under the numbers that the reader considered a moment earlier. */
function openingBluff(
  { rules, view }: Decision<DubitoView>,
  made: number | null,
  bluff: number,
  each: number,
): Sampler | null {
  const declared = view.history.at(-1)?.kind === "action" && view.board.length === 0;
  if (!declared || lay(bluff).length === view.hand.length) return null;
  const lowest = view.legal[0] as number;
  const chance = (seed: bigint) => {
    const world = sample(view, new Stream(0n));
    const state = rebuilt(rules, { ...world, actions: world.actions.slice(0, -1) });
    const known = read(rules, state, each, seed).filter(({ rollouts }) => rollouts > 0);
    state.free();
    const same = known.filter(({ laid }) => laid === bluff);
    const alike = same.length ? same : known;
    const sum = (of: "wins" | "rollouts") => alike.reduce((total, option) => total + option[of], 0);
    return worthOf(view) * (sum("wins") / sum("rollouts"));
  };
  return {
    ...READER,
    actions: [...new Set([lowest, bluff, made ?? lowest])].toSorted((a, b) => a - b),
    rows: (asked, seed, from, count) =>
      range(count).map((i) => {
        const value = chance(mix(seed, from + i));
        return asked.map(() => value);
      }),
    worlds: (rows) => rows * each,
  };
}

/** What native players remember about each seat: the twin of kibitz/games/dubito/stats.py. */
function memory(view: DubitoView): number[] {
  const seats = range(view.rules.players).map(() => ({
    ...{ turns: 0, notFirst: 0, doubts: 0, honest: 0, dishonest: 0 },
  }));
  const at = (seat: number) => seats[seat] as (typeof seats)[number];
  const doubts = reveals(view).values();
  let opening = !view.start || (view.start["board"] as unknown[]).length === 0;
  for (const event of view.history) {
    if (event.kind === "reveal") {
      const { doubter, target, correct } = (doubts.next().value as { reveal: Reveal }).reveal;
      at(doubter).turns += 1;
      at(doubter).notFirst += 1;
      at(doubter).doubts += 1;
      if (correct) at(target).dishonest += 1;
      else at(target).honest += 1;
      opening = true;
    } else if (event.kind === "action" && (Array.isArray(event.data) || event.data >= LAY)) {
      at(event.seat).turns += 1;
      if (!opening) at(event.seat).notFirst += 1;
      opening = false;
    }
  }
  return seats.flatMap(({ turns, notFirst, doubts: all, honest, dishonest }) => [
    ...[turns, notFirst, all, honest, dishonest],
  ]);
}

/** Whole positions: what is hidden at Dubito is more than who holds which card. */
function worlds({ rules, view }: Decision<DubitoView>, seed: bigint, count: number): unknown[] {
  return range(count).map((i) => {
    const state = rebuilt(rules, sample(view, new Stream(mix(seed, i))));
    const position = state.position();
    state.free();
    return position;
  });
}

export const advice: GameAdvice<DubitoView> = {
  memory,
  worlds,
  result: (end, seat) => end.returns()[seat] as number,
  sampler,
  total: (end, seat) => end.returns()[seat] as number,
  contract: () => null,
};
