// As much of Oh Hell as is needed to know whose turn it is: turns, and who takes a trick. The server
// checks everything else. Seats are those of Kibitz, 0 to players - 1 without gaps.
import { VARIATIONS } from "../site/assumptions";
import { suitOf } from "../site/cards";

/** The index of the card that takes a trick. */
export function best(trick: readonly number[], trump: number): number {
  const led = suitOf(trick[0]!);
  const strength = (card: number) =>
    (suitOf(card) === trump ? 200 : suitOf(card) === led ? 100 : 0) + (card % 13);
  let found = 0;
  trick.forEach((card, i) => {
    if (strength(card) > strength(trick[found]!)) found = i;
  });
  return found;
}

/** The hand size of every round of a variation; null if it is unknown. */
export function schedule(variation: string): readonly number[] | null {
  return Object.hasOwn(VARIATIONS, variation) ? VARIATIONS[variation]! : null;
}
