// Dubito for advice: the twin of kibitz/advice/games/dubito, which explains the method. The reader
// follows the engine's own game, of which it looks at nothing that is hidden.
import type { Decision, GameAdvice, Sampler } from "../../offline/advice/game";
import { least, range } from "../../offline/parts";
import { mix } from "../../offline/rng";
import { DECLARE, DOUBT, JOKER, LAY, lay, type DubitoView } from "./scene";

const [FIRST, ROWS] = [8, 128];
const SOFT = 0.5; // what is left to win once somebody is out
const WORLDS = 16; // of an option in the first stage of a row
const TRAIT_WEIGHTS = [8, 8, 2, 1];

/** The chance to win of every action that the reader considers, and of `also` beside a single one. */
function chances(
  { rules, state, view }: Decision<DubitoView>,
  worlds: number,
  seed: bigint,
  also: number,
): Map<number, number> {
  const { engine } = rules;
  const options = engine.raw.kibitz_read?.(state.at, worlds, 0, seed, also) ?? 0;
  const found = engine.integers(2 * options);
  const counted = engine.values(2 * options);
  const worth = view.out.length > 0 ? SOFT : 1;
  const all = new Map<number, number>();
  for (const i of range(options)) {
    const [number, laid] = [found[2 * i] as number, found[2 * i + 1] as number];
    const [wins, rollouts] = [counted[2 * i] as number, counted[2 * i + 1] as number];
    if (rollouts === 0 && options > 1) continue;
    const action = view.phase === "declare" ? DECLARE + number - 1 : laid;
    const chance = rollouts ? wins / rollouts : 0;
    all.set(action, Math.max(worth * chance, all.get(action) ?? 0));
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

function sampler(decision: Decision<DubitoView>, made: number | null, effort: number): Sampler {
  const { view } = decision;
  const each = Math.max(1, Math.round(WORLDS * effort));
  const [only, ...others] = [...chances(decision, each, 0n, -1).keys()] as [number, ...number[]];
  let also = -1;
  if (others.length === 0) {
    // The last cards, which win (rule 7), whatever is declared.
    if (view.phase === "declare") return certain(view);
    const other = made === only ? null : made;
    also = other ?? (view.legal.find((action) => action !== only) as number);
  }
  const extra = others.length === 0 ? [also] : made === null ? [] : [made];
  return {
    method: "reader",
    actions: [...new Set([only, ...others, ...extra])].toSorted((a, b) => a - b),
    exact: false,
    restricts: false,
    first: FIRST,
    total: ROWS,
    further: ROWS,
    rows: (asked, seed, from, count) =>
      range(count).map((i) => {
        const found = chances(decision, each, mix(seed, from + i), also);
        return asked.map((action) => found.get(likest(view, action, found)) as number);
      }),
    worlds: (rows) => rows * each,
  };
}

/** Every action wins. */
const certain = (view: DubitoView): Sampler => ({
  method: "reader",
  actions: view.legal,
  exact: true,
  restricts: false,
  first: 1,
  total: 1,
  further: 1,
  rows: (asked) => [asked.map(() => (view.out.length > 0 ? SOFT : 1))],
  worlds: () => 1,
});

/** Its own sampler values every decision: nothing is played out by a rule that would remember. */
export const advice: GameAdvice<DubitoView> = {
  memory: () => [],
  result: (end, seat) => end.returns()[seat] as number,
  sampler,
};
