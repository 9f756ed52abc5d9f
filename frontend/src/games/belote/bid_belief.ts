// Deals that fit a hand and the calls, by how likely others call as they did: the twin of the belief
// `bids` of kibitz/players/belote/beliefs.py, and of how kibitz/advice/annonces.py draws from it.
import { sum } from "../../offline/parts";
import type { Stream } from "../../offline/rng";
import type { Rules } from "../../offline/rules";
import { inMood, maskOf } from "./bids";
import type { BeloteView } from "./scene";
import { sample } from "./worlds";

const TRIES = 200; // most deals drawn to find one that fits the auction well
const MOODS = [-24, -16, -8, 0, 8, 16, 24]; // points
const BELL = 12; // standard deviation of moods
const BELLS = MOODS.map((mood) => Math.exp(-0.5 * (mood / BELL) ** 2));
const LEAST_CALL = 0.03;
const LEAST = 1e-30; // of a weight

type Draw = (rng: Stream) => number[][];

/** All four hands of a deal: by how likely others call as they did with it, or any that fits. */
export function handsOf(rules: Rules, view: BeloteView, beliefs: "bids" | "uniform"): Draw {
  const plain: Draw = (rng) => (sample(view, rng).chance.at(-1) as { hands: number[][] }).hands;
  if (beliefs === "uniform" || view.calls.every(([seat]) => seat === view.seat)) return plain;
  const weigh = likelihood(rules, view);
  return (rng) => {
    const drawn: number[][][] = [];
    for (let i = 0; i < TRIES; ++i) {
      const hands = plain(rng);
      drawn.push(hands);
      rng.word(); // the seed of what follows in this world, which nobody plays
      if (Number(rng.word()) / 2 ** 64 < weigh(hands)) return hands;
    }
    // An unusual auction: one of these, in proportion.
    const weights = drawn.map((hands) => Math.max(LEAST, weigh(hands)));
    let point = (Number(rng.word()) / 2 ** 64) * sum(weights);
    const found = drawn.find((_, i) => (point -= weights[i] as number) < 0);
    return found ?? (drawn.at(-1) as number[][]);
  };
}

/** How likely the others are to have made their calls with these hands. */
function likelihood({ engine }: Rules, view: BeloteView): (hands: number[][]) => number {
  const answer = engine.raw.kibitz_bid_base;
  if (!answer) throw new Error("the engine of Belote does not bid");
  const moods = MOODS.map((mood) => inMood(engine, mood));
  const calls = view.calls.map(([, call]) => call);
  const known = new Map<string, number>();
  const of = (i: number, hand: number[]) => {
    const key = `${i} ${maskOf(hand)}`;
    let found = known.get(key);
    if (found === undefined) {
      const before = Int32Array.from(calls.slice(0, i));
      const same = moods.map((weights) =>
        engine.lend(
          [before, weights],
          (pairs) => answer(maskOf(hand), view.dealer, ...pairs) === calls[i],
        ),
      );
      const share = sum(BELLS.filter((_, k) => same[k])) / sum(BELLS);
      found = LEAST_CALL + (1 - LEAST_CALL) * share;
      known.set(key, found);
    }
    return found;
  };
  return (hands) =>
    view.calls.reduce(
      (weight, [seat], i) =>
        seat === view.seat ? weight : weight * of(i, hands[seat] as number[]),
      1,
    );
}
