// Belote by a simple rule: the twin of kibitz/players/belote/simple.py.
import * as parts from "../../offline/parts";
import { least, range, sum } from "../../offline/parts";
import type { Stream } from "../../offline/rng";
import {
  bestPlace,
  BID,
  bidValue,
  COINCHE,
  PASS,
  PLAIN_POINTS,
  rankOf,
  suitOf,
  TRUMP_POINTS,
  trumpOf,
  trumpStrength,
  type BeloteView,
} from "./scene";

// What a card contributes to a contract, by rank 7 8 9 J Q K 10 A.
const TRUMP_PROMISE = [6, 6, 26, 36, 10, 10, 14, 20];
const PLAIN_PROMISE = [0, 0, 0, 0, 0, 2, 5, 18];
const SUPPORT = 40; // the value of a partner's bid, half of it in cards that help any trump
const BID_MAX = 140;
const COINCHE_FROM = 120; // a bid that high is coinched by a strong defence
const [NINE, JACK, ACE] = [2, 3, 7];

export function simple(view: BeloteView, rng: Stream): number {
  return view.phase === "bid" ? chooseBid(view, rng) : chooseCard(view);
}

function chooseBid(view: BeloteView, rng: Stream): number {
  const { legal, seat } = view;
  if (view.coinche) return BID + PASS;
  const partner = view.bidder >= 0 && view.bidder === (seat ^ 2);
  if (view.bid !== PASS && view.bidder % 2 !== seat % 2 && defends(view)) {
    return legal.includes(BID + COINCHE) ? BID + COINCHE : BID + PASS;
  }
  if (view.bidder === seat) return BID + PASS; // not over its own bid
  const worth = range(4).map((suit) => {
    const own = promise(view.hand, suit);
    return partner ? (suit === view.trump ? own + SUPPORT : 0) : own;
  });
  const suit = parts.best(range(4), (s) => [worth[s] as number]);
  const guess = ((worth[suit] as number) + rng.below(10) - 5) / 10;
  const value = Math.min(BID_MAX, 10 * Math.trunc(guess));
  const within = legal.filter(
    (a) =>
      a > BID + PASS &&
      a < BID + COINCHE &&
      trumpOf(a - BID) === suit &&
      bidValue(a - BID) <= value,
  );
  return within.length > 0 ? Math.max(...within) : BID + PASS;
}

/** The estimated points of a hand with this trump. */
const promise = (hand: number[], trump: number): number =>
  sum(hand.map((c) => (suitOf(c) === trump ? TRUMP_PROMISE : PLAIN_PROMISE)[rankOf(c)] as number));

/** Whether this hand alone is likely to beat a high bid by the opponents. */
function defends(view: BeloteView): boolean {
  const strong = view.hand.filter(
    (c) => suitOf(c) === view.trump && (rankOf(c) === JACK || rankOf(c) === NINE),
  );
  const aces = view.hand.filter((c) => suitOf(c) !== view.trump && rankOf(c) === ACE);
  return bidValue(view.bid) >= COINCHE_FROM && strong.length + aces.length >= 3;
}

function chooseCard(view: BeloteView): number {
  const { legal: cards, trick, trump } = view;
  if (trick.length === 0) return lead(view);
  const best = bestPlace(trick, trump);
  const last = trick.length === 3;
  const partnerWins = (trick.length - best) % 2 === 0;
  const winners = cards.filter((card) => bestPlace([...trick, card], trump) === trick.length);
  if (partnerWins && (last || suitOf(trick[best] as number) === trump)) {
    // Add points, but do not waste a trump.
    return parts.best(cards, (c) => [
      suitOf(c) !== trump ? 1 : 0,
      points(c, trump),
      -(strength(c, trump)[1] as number),
    ]);
  }
  if (winners.length > 0 && !partnerWins) {
    const key = (c: number) => strength(c, trump);
    return last ? least(winners, key) : parts.best(winners, key);
  }
  return least(cards, (c) => [points(c, trump), ...strength(c, trump)]);
}

const points = (card: number, trump: number): number =>
  (suitOf(card) === trump ? TRUMP_POINTS : PLAIN_POINTS)[rankOf(card)] as number;

const strength = (card: number, trump: number): number[] =>
  suitOf(card) === trump ? [1, trumpStrength(card)] : [0, rankOf(card)];

/** The taker's side draws trump with the highest; then aces; then what costs nothing. */
function lead(view: BeloteView): number {
  const { legal: cards, trump } = view;
  const gone = view.played.flat();
  const own = cards.filter((c) => suitOf(c) === trump);
  const left = view.deck.filter((c) => suitOf(c) === trump && !gone.includes(c));
  if (view.bidder % 2 === view.seat % 2 && own.length > 0 && left.length > own.length) {
    const highest = parts.best(left, (c) => [trumpStrength(c)]);
    if (own.includes(highest)) return highest;
  }
  const plain = cards.filter((c) => suitOf(c) !== trump);
  const masters = plain.filter((c) => range(7 - rankOf(c)).every((i) => gone.includes(c + 1 + i)));
  if (masters.length > 0) return parts.best(masters, (c) => [points(c, trump)]);
  const choice = plain.length > 0 ? plain : cards;
  return least(choice, (c) => [points(c, trump), ...strength(c, trump)]);
}
