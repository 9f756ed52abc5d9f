// A network's calls with an eye on the match: the twin of kibitz/players/belote/bidding/match_net.py.
import type { Strategy } from "../../../offline/strategies";
import { depart } from "../depart";
import { BID, type BeloteView } from "../scene";

export const strategy: Strategy<BeloteView> = async (view, around) =>
  BID + (await depart(view, (await around.network()) - BID, around));
