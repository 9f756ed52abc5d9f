"""DDS, the public bridge solver, through the wheel `endplay`."""

from __future__ import annotations

from kibitz.core.cards import RANKS
from kibitz.search.double_dummy import Position


def dds_tricks(position: Position) -> int:
    """The tricks of the leader's side in a whole bridge deal."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode
    from endplay.types import Deal, Denom, Player

    hands = " ".join(
        ".".join(
            "".join(RANKS[card % 13] for card in reversed(hand) if card // 13 == suit)
            for suit in (3, 2, 1, 0)
        )
        for hand in position.hands
    )
    deal = Deal(f"N:{hands}")
    trumps = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)
    deal.trump = trumps[4 if position.trump is None else position.trump]
    deal.first = (Player.north, Player.east, Player.south, Player.west)[position.leader]
    return max(int(tricks) for _, tricks in solve_board(deal, SolveMode.OptimalOne))
