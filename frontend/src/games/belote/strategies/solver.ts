// Bids by solved worlds: the twin of kibitz/players/belote/bidding/solver.py, which explains it. What
// calls are worth in worlds comes from the engine (native/players/belote_bid_worths.hpp).
import { mean } from "../../../offline/advice/statistics";
import { range, sum } from "../../../offline/parts";
import type { Around, Strategy } from "../../../offline/strategies";
import { callWorths, candidates, ruleCall, takesAll } from "../bids";
import { BID, CAPOT, COINCHE, trumpOf, type BeloteView } from "../scene";

const SLICE = 20; // worlds at a time
const ERRORS = 1; // standard errors by which another call must be better
const HOPELESS = 2.5; // standard errors

/** How much better a call is than another over the worlds of both, and its error. */
function gain(a: number[], b: number[]): [mean: number, error: number] {
  const gains = range(Math.min(a.length, b.length)).map((i) => (a[i] as number) - (b[i] as number));
  const mean = sum(gains) / gains.length;
  const variance = sum(gains.map((x) => (x - mean) ** 2)) / gains.length;
  return [mean, Math.sqrt(variance) / Math.sqrt(Math.max(1, gains.length - 1))];
}

/** The first of the greatest, by a value and then by the lower call. */
const greatest = (calls: number[], value: (call: number) => number): number =>
  calls.toSorted((a, b) => value(b) - value(a) || a - b)[0] as number;

/** A decision and what it is based on: the calls considered, and their means over solved worlds. */
export interface Thought {
  call: number;
  calls: number[];
  values: number[];
}

export async function think(
  view: BeloteView,
  { rules, rng, loadGoal, worlds: most }: Pick<Around, "rules" | "rng" | "loadGoal" | "worlds">,
): Promise<Thought> {
  if (rules.options["match"]) await loadGoal(rules);
  const base = ruleCall(rules.engine, view);
  const seed = rng.word();
  const calls = candidates(view, base);
  const sure = base >= CAPOT && base < COINCHE && takesAll(view.hand, trumpOf(base));
  if (calls.length === 1 || view.start || sure) return { call: base, calls: [base], values: [0] };
  const worths = callWorths(rules, view);
  const values = new Map<number, number[]>(calls.map((call) => [call, []]));
  const of = (call: number) => values.get(call) as number[];
  let open = calls;
  for (let worlds = 0; worlds < most && open.length > 1; worlds += SLICE) {
    const rows = worths(open, seed, worlds, Math.min(SLICE, most - worlds));
    open.forEach((call, i) => of(call).push(...rows.map((row) => row[i] as number)));
    const best = greatest(open, (call) => sum(of(call)));
    open = open.filter((call) => {
      const [more, error] = gain(of(call), of(best));
      return call === base || more + HOPELESS * error >= 0;
    });
  }
  const surely = (call: number) => {
    const [more, error] = gain(of(call), of(base));
    return more - ERRORS * error;
  };
  const best = greatest(open, surely);
  const call = surely(best) > 0 ? best : base;
  return { call, calls, values: calls.map((each) => mean(of(each))) };
}

export const strategy: Strategy<BeloteView> = async (view, around) =>
  BID + (await think(view, around)).call;
