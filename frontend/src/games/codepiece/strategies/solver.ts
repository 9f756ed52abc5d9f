// Bids by the tricks that a hand takes in solved worlds: the twin of
// kibitz/players/codepiece/bidding/solver.py, which explains it, and of `choose_bid` of
// kibitz/players/codepiece/rule.py. The engine counts tricks and values bids.
import { solveHands } from "../../../offline/advice/exact";
import type { Engine } from "../../../offline/engine";
import { range } from "../../../offline/parts";
import type { Around, Strategy } from "../../../offline/strategies";
import { BID, BID_MIN, PASS, TRUMP, TRUMP_SUITS, type CodepieceView } from "../scene";
import { sample } from "../worlds";

const PRIOR = 4; // worlds that the count is worth
const OPTIMISM = 0.4; // tricks lost because players do not see all cards
const [PASSING, OVERCALL] = [0, 2]; // points that a bid must be worth more than

interface Trump {
  suit: number;
  tricks: number; // expected, of both partners
}

/** The first of the greatest. */
const greatest = <T>(all: T[], value: (one: T) => number): T =>
  all.reduce((best, one) => (value(one) > value(best) ? one : best));

/** All four hands of the deal on the table in a world that fits the view. */
function handsOf(view: CodepieceView, { rng }: Around): number[][] {
  const { chance, start } = sample(view, rng);
  return ((chance.at(-1) ?? start) as { hands: number[][] }).hands;
}

/** The most promising suits, with the tricks of the count and of solved worlds together. */
function estimate(view: CodepieceView, around: Around): Trump[] {
  const { engine } = around.rules;
  const own = view.hand.reduce((mask, card) => mask | (1n << BigInt(card)), 0n);
  const counted = range(4)
    .map((suit) => ({ suit, tricks: engine.raw.kibitz_count_tricks?.(own, suit) ?? 0 }))
    .toSorted((a, b) => b.tricks - a.tricks || a.suit - b.suit);
  const deals = range(around.worlds).map(() => handsOf(view, around));
  return counted.slice(0, around.suits).map(({ suit, tricks }) => {
    const taken = deals.reduce((sum, hands) => {
      const { made } = solveHands({ engine }, hands, suit, view.seat);
      return sum + ((view.seat % 2 === 0 ? made : view.hand.length - made) - OPTIMISM);
    }, 0);
    return { suit, tricks: (taken + PRIOR * tricks) / (PRIOR + around.worlds) };
  });
}

/** The bid of a hand that expects this many tricks with its best trump. */
function bidFor(engine: Engine, view: CodepieceView, expected: number): number {
  const worth = (bid: number) => engine.raw.kibitz_bid_worth?.(bid, expected) ?? 0;
  const bids = view.legal.filter((action) => action !== PASS).map((a) => a - BID + BID_MIN);
  if (bids.length === 0) return PASS;
  const best = greatest(bids, worth);
  const partners = view.bidder >= 0 && view.bidder % 2 === view.seat % 2;
  return worth(best) > (partners ? OVERCALL : PASSING) ? BID + best - BID_MIN : PASS;
}

export const strategy: Strategy<CodepieceView> = (view, around) => {
  const { suit, tricks } = greatest(estimate(view, around), (trump) => trump.tricks);
  if (view.phase === "trump") return TRUMP + TRUMP_SUITS.indexOf(suit);
  return bidFor(around.rules.engine, view, tricks);
};
