// What the bidders of Belote share on the page: cards, levels, and the rule of `parametric`, which the
// engine plays.
import type { Engine } from "../../offline/engine";
import { COINCHE, PASS, rankOf, suitOf, type BeloteView } from "./scene";

const WEIGHTS = 123; // of one bidder: kBeloteWeights of native/players/belote_bid.hpp
const TRUMP_ORDER = [3, 2, 7, 6, 5, 4, 1, 0]; // ranks from the highest

export const levelOf = (bid: number): number => Math.floor((bid - 1) / 4);
export const isBid = (call: number): boolean => call > PASS && call < COINCHE;
export const maskOf = (cards: number[]): number =>
  cards.reduce((mask, card) => mask | (1 << card), 0);

/** Whether a hand can hardly lose a trick: enough top trumps to draw all others, and masters. */
export function takesAll(hand: number[], trump: number): boolean {
  const ranks = (suit: number) => hand.filter((c) => suitOf(c) === suit).map(rankOf);
  const held = ranks(trump);
  const top = [...TRUMP_ORDER, -1].findIndex((rank) => !held.includes(rank));
  if (top === 0 || top < 8 - held.length) return false;
  return [0, 1, 2, 3].every(
    (suit) => suit === trump || ranks(suit).every((rank) => rank >= 8 - ranks(suit).length),
  );
}

/** The weights of a bidder: 0 `parametric`, 1 `improved_v2`, 2 `fitted`. */
export const weightsOf = ({ facts }: Engine, first: number, count = 1): Float64Array =>
  Float64Array.from(facts.numbers.slice(first * WEIGHTS, (first + count) * WEIGHTS));

export const callsOf = (view: BeloteView): Int32Array =>
  Int32Array.from(view.calls.map(([, call]) => call));

/** The call of `parametric`. */
export function ruleCall(engine: Engine, view: BeloteView): number {
  const rule = engine.raw.kibitz_bid_base;
  if (!rule) throw new Error("the engine of Belote does not bid");
  return engine.lend([callsOf(view), weightsOf(engine, 0)], (pairs) =>
    rule(maskOf(view.hand), view.dealer, ...pairs),
  );
}

/** The points that the side may expect with each trump, by the weights `fitted`. */
export function estimates(engine: Engine, view: BeloteView): number[] {
  const estimate = engine.raw.kibitz_bid_estimates;
  if (!estimate) throw new Error("the engine of Belote does not estimate");
  engine.lend([callsOf(view), weightsOf(engine, 2)], (pairs) =>
    estimate(maskOf(view.hand), view.dealer, ...pairs),
  );
  return engine.values(4);
}
