// Seats of a game that is on no table: named by their place, one of them oneself.
import type { Look } from "../games/look";
import type { GameFacts, SeatInfo } from "../messages";

/** What every scene of such a game lacks: a history, a clock, a hint, and anybody who thinks. */
export const NO_TABLE = { history: [], thinking: null, hinted: null, clock: () => null };

export function plainSeats(
  facts: GameFacts,
  look: Look,
  players: number,
  you: number | null,
): SeatInfo[] {
  return Array.from({ length: players }, (_, seat) => ({
    seat,
    label: facts.seat_labels[seat] ?? `Seat ${seat + 1}`,
    kind: "person",
    name: "",
    bot: null,
    away: false,
    here: true,
    take_over_at: null,
    you: seat === you,
    side: look.teams ? [seat % 2, (seat % 2) + 2] : [seat],
  }));
}
