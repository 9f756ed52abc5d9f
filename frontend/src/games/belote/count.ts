// The count of a hand by which the plainest bidders go: the twin of what
// kibitz/players/belote/bidding/heuristic.py shares with improved.py.
import { range, sum } from "../../offline/parts";
import { levelOf } from "./bids";
import { PASS, rankOf, suitOf, type BeloteView } from "./scene";

const TRUMP_PROMISE = [6, 6, 26, 36, 10, 10, 14, 20]; // by rank 7 8 9 J Q K 10 A
const PLAIN_PROMISE = [0, 0, 0, 0, 0, 2, 5, 18];
export const VALUE_MAX = 140;
export const CAPOT_LEVEL = 9;

/** The estimated points of a hand with this trump. */
export const promise = (hand: number[], trump: number): number =>
  sum(
    hand.map(
      (card) => (suitOf(card) === trump ? TRUMP_PROMISE : PLAIN_PROMISE)[rankOf(card)] as number,
    ),
  );

/** The suit with the highest estimate; of equals the first. */
export function strongest(hand: number[]): number {
  const all = range(4).map((suit) => promise(hand, suit));
  return all.indexOf(Math.max(...all));
}

/** The highest bid in a suit that these points cover, or a pass if none is legal. */
export function bidUpTo(view: BeloteView, suit: number, points: number): number {
  const lowest = view.bid === PASS ? 0 : levelOf(view.bid) + 1;
  const level = Math.floor((points - 80) / 10);
  return lowest <= level && level < CAPOT_LEVEL ? 4 * level + suit + 1 : PASS;
}
