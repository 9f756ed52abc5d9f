// Perfect play with all cards visible, an oracle: the twin of kibitz/advice/exact.py.
import type { State } from "../engine";
import { range } from "../parts";
import type { View } from "../scene";

/** A solved deal, from the point of view of one seat's side. */
export interface Exact {
  sides: number[]; // card points or tricks of seats 0+2 and 1+3
  margin: number;
  made: boolean; // whether the contract is made
}

/** Whether the view is in a phase of card play that the solver supports. */
export const solvable = ({ rules, phase }: View): boolean =>
  rules.engine.raw.kibitz_solve !== undefined && phase === "play";

function rows(state: State, seat: number, bidder: number, cards: boolean): [number, Exact][] {
  const { engine } = state;
  const size = engine.raw.kibitz_solve?.(state.at, cards ? 1 : 0) ?? 0;
  const found = engine.integers(size);
  const margins = engine.values(size / 3);
  return range(size / 3).map((i) => {
    const margin = margins[i] as number;
    const made = margin > 0 === (bidder % 2 === 0); // a made contract scores more
    const sides = found.slice(3 * i + 1, 3 * i + 3);
    return [found[3 * i] as number, { sides, margin: seat % 2 === 0 ? margin : 0 - margin, made }];
  });
}

export const exact = (state: State, seat: number, bidder: number): Exact =>
  (rows(state, seat, bidder, false)[0] as [number, Exact])[1];

/** The solved value of each legal card of the seat to act, for its side, by action. */
export function exactCards(state: State): Map<number, Exact> {
  const legal = state.legal(); // solved cards come in the same, ascending, order
  return new Map(
    rows(state, state.player, 0, true).map(([, found], i) => [legal[i] as number, found]),
  );
}

/** What seats 0 and 2, and the others, make of full hands with this trump and leader. */
export function solveHands(
  { engine }: Pick<State, "engine">,
  hands: number[][],
  trump: number,
  leader: number,
): { made: number; all: boolean; none: boolean } {
  const call = engine.raw.kibitz_solve_hands;
  if (!call) throw new Error(`${engine.facts.name} is not solved here`);
  const mask = (cards: number[]) => cards.reduce((all, card) => all | (1n << BigInt(card)), 0n);
  engine.lend([BigUint64Array.from(hands.map(mask))], ([at, n]) =>
    call(at as number, n as number, trump, leader),
  );
  const [made, all, none] = engine.integers(3) as [number, number, number];
  return { made, all: all === 1, none: none === 1 };
}
