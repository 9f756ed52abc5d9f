// `parametric` with an eye on the match: the twin of kibitz/players/belote/bidding/match.py.
import type { Strategy } from "../../../offline/strategies";
import { ruleCall } from "../bids";
import { depart } from "../depart";
import { BID, type BeloteView } from "../scene";

export const strategy: Strategy<BeloteView> = async (view, around) =>
  BID + (await depart(view, ruleCall(around.rules.engine, view), around));
