// The count of `heuristic` with a partner: the twin of kibitz/players/belote/bidding/improved.py.
import type { Strategy } from "../../../offline/strategies";
import { levelOf, takesAll } from "../bids";
import { bidUpTo, CAPOT_LEVEL, promise, strongest, VALUE_MAX } from "../count";
import { BID, bidValue, CAPOT, COINCHE, PASS, rankOf, suitOf, type BeloteView } from "../scene";

const SUPPORT = 40; // what a partner's bid has shown
const SHORT = 1; // this many trumps or fewer are short
const [NINE, JACK, ACE] = [2, 3, 7];

const length = (hand: number[], suit: number) => hand.filter((c) => suitOf(c) === suit).length;

/** Tricks that a defence can count on: side aces, the jack, and the nine with a guard. */
function sureTricks(hand: number[], trump: number): number {
  const aces = hand.filter((card) => suitOf(card) !== trump && rankOf(card) === ACE).length;
  const guarded = hand.includes(8 * trump + NINE) && length(hand, trump) > 1;
  return aces + (hand.includes(8 * trump + JACK) ? 1 : 0) + (guarded ? 1 : 0);
}

/** Whether the hand alone is likely to beat the opponents' contract. */
function beats({ hand, trump, bid }: BeloteView): boolean {
  const value = bidValue(bid);
  return sureTricks(hand, trump) >= (value === 250 ? 1 : value >= 110 ? 3 : 4);
}

function call(view: BeloteView): number {
  const { hand, trump } = view;
  if (view.coinche) return PASS;
  const suit = strongest(hand);
  if (takesAll(hand, suit) && levelOf(view.bid) < CAPOT_LEVEL) return CAPOT + suit;
  const own = bidUpTo(view, suit, Math.min(promise(hand, suit), VALUE_MAX));
  if (view.bid === PASS) return own;
  if (view.bidder % 2 !== view.seat % 2) return beats(view) ? COINCHE : own;
  if (view.bidder !== (view.seat ^ 2) || length(hand, trump) <= SHORT) return own;
  const points = Math.min(promise(hand, trump) + SUPPORT, VALUE_MAX);
  const room = Math.floor((points - bidValue(view.bid)) / 20); // half: the partner may raise too
  return bidUpTo(view, trump, bidValue(view.bid) + 10 * room);
}

export const strategy: Strategy<BeloteView> = (view) => BID + call(view);
