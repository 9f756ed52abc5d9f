// Bids exactly what the hand counts: the twin of kibitz/players/belote/bidding/improved_v2.py.
import type { Strategy } from "../../../offline/strategies";
import { IMPROVED_V2, ruleCall, weightsOf } from "../bids";
import { BID, type BeloteView } from "../scene";

export const strategy: Strategy<BeloteView> = (view, { rules: { engine } }) =>
  BID + ruleCall(engine, view, weightsOf(engine, IMPROVED_V2));
