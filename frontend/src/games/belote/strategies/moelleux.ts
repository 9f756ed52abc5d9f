// `parametric` in a mood of up to eight points: the twin of
// kibitz/players/belote/bidding/moelleux.py.
import type { Strategy } from "../../../offline/strategies";
import { inMood, ruleCall } from "../bids";
import { BID, type BeloteView } from "../scene";

const SOFTNESS = 8; // points

export const strategy: Strategy<BeloteView> = (view, { rules: { engine }, rng }) =>
  BID + ruleCall(engine, view, inMood(engine, rng.below(2 * SOFTNESS + 1) - SOFTNESS));
