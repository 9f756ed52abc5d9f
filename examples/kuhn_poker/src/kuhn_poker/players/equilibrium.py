"""One of the equilibria that Kuhn found: nobody can win against it in the long run."""

from __future__ import annotations

from kibitz.core.rng import Stream
from kuhn_poker.rules import BET, PASS
from kuhn_poker.view import KuhnView

ABOUT = "Bets and calls with the chances of an equilibrium: it cannot be beaten."
JACK, QUEEN, KING = 0, 1, 2
UNIT = 1 << 32


def chance_to_bet(card: int, bets: tuple[int, ...]) -> float:
    """How often it bets (or calls) with a card after these actions; seat 0 bluffs one in three."""
    match bets:
        case ():
            return {JACK: 1 / 3, QUEEN: 0.0, KING: 1.0}[card]
        case (0, 1):  # passed, then bet to: call
            return {JACK: 0.0, QUEEN: 2 / 3, KING: 1.0}[card]
        case (0,):
            return {JACK: 1 / 3, QUEEN: 0.0, KING: 1.0}[card]
        case _:  # after a bet: call
            return {JACK: 0.0, QUEEN: 1 / 3, KING: 1.0}[card]


def choose(view: KuhnView, rng: Stream) -> int:
    (card,) = view.hand
    return BET if rng.below(UNIT) < chance_to_bet(card, view.bets) * UNIT else PASS
