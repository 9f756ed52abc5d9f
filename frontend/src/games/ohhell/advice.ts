// Oh Hell for advice: the twin of kibitz/advice/games/ohhell and of kibitz/search/games/ohhell.py.
import type { Decision, GameAdvice } from "../../offline/advice/game";
import type { State } from "../../offline/engine";
import { range, suitOf } from "../../offline/parts";
import { BID, roundPlays, type OhHellView, type Position } from "./scene";

/** For each seat a bit for every suit that it failed to follow in this round. */
function memory(view: OhHellView): number[] {
  const { players } = view.rules;
  const shown = range(players).map(() => 0);
  let led = -1;
  for (const [place, seat, card] of roundPlays(view)) {
    if (place % players === 0) led = suitOf(card);
    else if (suitOf(card) !== led) shown[seat] = (shown[seat] as number) | (1 << led);
  }
  return shown;
}

/** The seat's tricks in a round. */
const total = (end: State, seat: number): number => end.position<Position>().tricks[seat] as number;

/** Whether the seat met its bid. */
function contract(end: State, seat: number): [number, boolean] {
  const { bids, tricks } = end.position<Position>();
  return [seat, tricks[seat] === bids[seat]];
}

/** The bid, and the chance to meet it that a value means: rule 7 pays 10 more, or nothing. */
function met(
  { view, rules }: Decision<OhHellView>,
  action: number,
  value: number,
): [number, number] | null {
  if (rules.options["miss"] !== "zero") return null;
  const bid = view.phase === "bid" ? action - BID : (view.bids[view.seat] as number);
  return [bid, Math.min(1, Math.max(0, value / (10 + bid)))];
}

export const advice: GameAdvice<OhHellView> = { memory, total, contract, met };
