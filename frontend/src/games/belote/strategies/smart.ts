// Makes the call with the highest expected score: the twin of
// kibitz/players/belote/bidding/smart.py.
import type { Strategy } from "../../../offline/strategies";
import { expected, forecast, valuesOf } from "../depart";
import { BID, COINCHE, PASS, type BeloteView } from "../scene";

const GAIN = 10; // the score that a bid must gain over a pass
const GAINS = new Map([
  [COINCHE, 80],
  [COINCHE + 1, 60],
]);

export const strategy: Strategy<BeloteView> = async (view, { rules, loadGoal }) => {
  if (rules.options["match"]) await loadGoal(rules);
  const points = expected(rules.engine, view);
  const by = valuesOf(rules, view);
  const worth = new Map(
    view.legal.map((action) => [action - BID, forecast(view, points, action - BID, by)]),
  );
  const stand = worth.get(PASS) as number;
  worth.delete(PASS);
  const [best] = [...worth].toSorted(([a, one], [b, other]) => other - one || a - b);
  if (!best) return BID + PASS;
  const [call, value] = best;
  return BID + (value > stand + (GAINS.get(call) ?? GAIN) ? call : PASS);
};
