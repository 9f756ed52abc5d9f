// What the bidders of Belote share on the page: cards, levels, and the rule of `parametric`, which the
// engine plays.
import type { Engine } from "../../offline/engine";
import type { Rules } from "../../offline/rules";
import { goal } from "./goal";
import { BID, CAPOT, COINCHE, PASS, rankOf, suitOf, type BeloteView } from "./scene";

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

const PARTS = [0, 33, 66]; // where the weights of attack, support and defence begin: with their base
const [PARAMETRIC, FITTED] = [0, 2];
export const IMPROVED_V2 = 1;
const LEVELS = 2; // bids considered above the lowest, in each suit
const CAPOT_LEVEL = 9;

/** The weights of a bidder: PARAMETRIC, IMPROVED_V2 or FITTED. */
export const weightsOf = ({ facts }: Engine, first: number, count = 1): Float64Array =>
  Float64Array.from(facts.numbers.slice(first * WEIGHTS, (first + count) * WEIGHTS));

export const callsOf = (view: BeloteView): Int32Array =>
  Int32Array.from(view.calls.map(([, call]) => call));

/** The weights of `parametric` with every estimate this much higher. */
export function inMood(engine: Engine, mood: number): Float64Array {
  const weights = weightsOf(engine, PARAMETRIC);
  for (const part of PARTS) weights[part] = (weights[part] as number) + mood;
  return weights;
}

/** The call of `parametric`, or of another bidder by its rule. */
export function ruleCall(
  engine: Engine,
  view: BeloteView,
  weights = weightsOf(engine, PARAMETRIC),
): number {
  const rule = engine.raw.kibitz_bid_base;
  if (!rule) throw new Error("the engine of Belote does not bid");
  return engine.lend([callsOf(view), weights], (pairs) =>
    rule(maskOf(view.hand), view.dealer, ...pairs),
  );
}

/** The points that the side may expect with each trump, by the weights `fitted`. */
export function estimates(engine: Engine, view: BeloteView): number[] {
  const estimate = engine.raw.kibitz_bid_estimates;
  if (!estimate) throw new Error("the engine of Belote does not estimate");
  engine.lend([callsOf(view), weightsOf(engine, FITTED)], (pairs) =>
    estimate(maskOf(view.hand), view.dealer, ...pairs),
  );
  return engine.values(4);
}

/** The plausible calls: the rule's, the lowest bids of each suit, capot, and everything that is not a bid. */
export function candidates(view: BeloteView, base: number): number[] {
  const lowest = view.bid === PASS ? 0 : levelOf(view.bid) + 1;
  const highest = Math.min(lowest + LEVELS, CAPOT_LEVEL - 1);
  const legal = view.legal.map((action) => action - BID);
  const wanted = legal.filter((call) => !isBid(call) || levelOf(call) <= highest || call >= CAPOT);
  return [...new Set([base, ...wanted])].toSorted((a, b) => a - b);
}

type Rows = (calls: number[], seed: bigint, first: number, count: number) => number[][];

/** What calls are worth, by the bidder that solves worlds: a row a world, a column a call. */
export const callWorths = (rules: Rules, view: BeloteView): Rows => ofWorlds(rules, view, false);

/** In the same worlds, two columns a call: who plays the contract (1 us, -1 they, 0 nobody), and
    the chance to make it. */
export const callChances = (rules: Rules, view: BeloteView): Rows => ofWorlds(rules, view, true);

function ofWorlds(rules: Rules, view: BeloteView, chances: boolean): Rows {
  const { engine } = rules;
  const worths = engine.raw.kibitz_bid_worths;
  if (!worths) throw new Error("the engine of Belote does not value bids");
  const weights = weightsOf(engine, PARAMETRIC, 2);
  const hidden = maskOf(view.deck.filter((card) => !view.hand.includes(card)));
  const exact = rules.options["scoring"] === "exact" ? 1 : 0;
  const match = Float64Array.from(
    rules.facts.advice.equity ? (goal(rules, view)?.numbers ?? []) : [],
  );
  return (calls, seed, first, count) => {
    const size = engine.lend([callsOf(view), Int32Array.from(calls), weights, match], (pairs) =>
      worths(
        maskOf(view.hand),
        ...[hidden, view.seat, view.dealer, exact, ...pairs],
        ...[seed, first, count, Number(chances)],
      ),
    );
    const values = engine.values(size);
    const wide = size / count;
    return Array.from({ length: count }, (_, i) => values.slice(i * wide, (i + 1) * wide));
  };
}
