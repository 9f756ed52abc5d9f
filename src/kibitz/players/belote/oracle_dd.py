"""Belote with all hands open: an ORACLE that plays by the solver and bids by the solved table.

Cards: of those with the best score for its side, the one with the most card points. Calls: each is
valued as if the auction ended with it, both sides played double dummy, and any side that can beat a
contract coinched it; the best is made, with ties going to a pass. So it goes straight to the
highest contract that its side makes, coinches what fails, and sacrifices where that is cheaper.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from kibitz import games
from kibitz.bots.oracle import Oracle
from kibitz.core.game import Game
from kibitz.core.state import State
from kibitz.games.belote.rules import (
    BID,
    COINCHE,
    PASS,
    SURCOINCHE,
    BeloteState,
    other_of_belote,
    trump_of,
)
from kibitz.search.double_dummy import Points, Position, solve_cards, solve_many

ABOUT = (
    "An ORACLE: bids by the solved table of the true deal and plays by the solver. "
    "Not a fair opponent."
)

Hands = tuple[tuple[int, ...], ...]


class Player(Oracle):
    """Sees all hands."""

    def choose_knowing(self, state: State) -> int:
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        return best_call(state, legal) if state.phase == "bid" else best_card(state)


def best_card(state: State) -> int:
    side = state.player % 2

    def worth(value: object) -> tuple[int, int]:
        assert isinstance(value, Points)
        assert value.marks is not None
        return value.marks[side] - value.marks[1 - side], value.points[side]

    values = solve_cards(state)
    return max(values, key=lambda card: (worth(values[card]), -card))


def best_call(state: State, legal: Sequence[int]) -> int:
    position = state.position()
    hands: Hands = tuple(tuple(hand) for hand in position["hands"])
    table = solved(hands, (position["dealer"] + 1) % 4)
    seat, side = state.player, state.player % 2

    def worth(action: int) -> int:
        """The margin of the own side if the auction ended with this call."""
        call, bid, bidder = action - BID, position["bid"], position["bidder"]
        coinche = position["coinche"]
        if call == COINCHE:
            coinche = 1
        elif call == SURCOINCHE:
            coinche = 2
        elif call != PASS:
            bid, bidder, coinche = call, seat, 0
        if bid == PASS:
            return 0
        marks = margins(state.game, table, hands, bid, bidder)
        margin = marks[coinche]
        if coinche == 0 and call not in (PASS, COINCHE) and margin < 0:
            margin = marks[1]  # a side that can beat it will coinche it
        if coinche == 1 and call == COINCHE and margin > 0:
            margin = marks[2]
        return margin if bidder % 2 == side else -margin

    return max(legal, key=lambda action: (worth(action), -action))


@functools.lru_cache(maxsize=64)  # the four seats of a deal ask the same question on every call
def solved(hands: Hands, leader: int) -> tuple[Points, ...]:
    """The points of a full deal with each trump."""
    values = solve_many([Position("belote", hands, trump, leader) for trump in range(4)])
    return tuple(value for value in values if isinstance(value, Points))


def margins(
    game: Game, table: tuple[Points, ...], hands: Hands, bid: int, bidder: int
) -> tuple[int, int, int]:
    """The taker's score minus the defence's: plain, coinched, surcoinched."""
    trump = trump_of(bid)
    value, taker = table[trump], bidder % 2
    end = BeloteState(games.game("belote", engine="python", **game.chosen_options()))
    end.bid, end.bidder = bid, bidder
    # `mark` only checks which side has no trick.
    end.won = [[] if value.capot == 1 - side else [0] for side in range(2)]
    for seat, hand in enumerate(hands):  # Rule 8
        if any(other_of_belote(card, trump) in hand for card in hand):
            end.belote = seat
    found = []
    for coinche in range(3):
        end.coinche = coinche
        marks = end.mark(list(value.points))
        found.append(marks[taker] - marks[1 - taker])
    return found[0], found[1], found[2]
