// Bids what its own hand counts: the twin of kibitz/players/belote/bidding/heuristic.py.
import type { Strategy } from "../../../offline/strategies";
import { bidUpTo, promise, strongest, VALUE_MAX } from "../count";
import { BID, COINCHE, PASS, type BeloteView } from "../scene";

const [NINE, JACK] = [2, 3];

function call(view: BeloteView): number {
  const { hand, trump } = view;
  if (view.coinche) return PASS;
  const against = view.bid !== PASS && view.bidder % 2 !== view.seat % 2;
  const holdsTop = hand.includes(8 * trump + JACK) && hand.includes(8 * trump + NINE);
  if (against && holdsTop) return COINCHE;
  if (view.bid !== PASS && !against) return PASS;
  const suit = strongest(hand);
  return bidUpTo(view, suit, Math.min(promise(hand, suit), VALUE_MAX));
}

export const strategy: Strategy<BeloteView> = (view) => BID + call(view);
