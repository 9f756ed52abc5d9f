// Oh Hell for advice: the twin of kibitz/search/games/ohhell.py.
import type { GameAdvice } from "../../offline/advice/game";
import { range, suitOf } from "../../offline/parts";
import { roundPlays, type OhHellView } from "./scene";

/** For each seat a bit for every suit that it failed to follow in this round. */
function memory(view: OhHellView): number[] {
  const { players } = view.rules;
  const shown = range(players).map(() => 0);
  let led = -1;
  roundPlays(view).forEach(([seat, card], place) => {
    if (place % players === 0) led = suitOf(card);
    else if (suitOf(card) !== led) shown[seat] = (shown[seat] as number) | (1 << led);
  });
  return shown;
}

export const advice: GameAdvice<OhHellView> = { memory };
