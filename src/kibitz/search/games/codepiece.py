"""Codepiece for search: trick play for the solver, rows of deal pools, what its rule player
remembers, and where a deal began."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.state import State
from kibitz.games.codepiece.legal_moves import CARD, BidPhase, PlayPhase
from kibitz.games.codepiece.view import CodepieceView
from kibitz.search.deal_pool.layout import Layout
from kibitz.search.plays import Play, Position, Rules, Tricks, Value, Values, tricks
from kibitz.search.plays import card as card_of

HAND_SIZE = 13


def memory(view: CodepieceView) -> list[int]:
    """For each seat and suit, a bit for every card that its plays have ruled out."""
    return [mask >> 13 * suit & 0x1FFF for mask in view.excluded() for suit in range(4)]


def deal_start(view: CodepieceView) -> dict[str, Any]:
    """The position at the deal on the table, but for the hands."""
    return {
        "phase": "bid",
        "deal": view.deal,
        "dealer": view.dealer,
        "played": [[], [], [], []],
        "bids": [None] * 4,
        "trump": None,
        "tricks": [0, 0],
        "leader": -1,
        "trick": [],
        "total": view.total,
    }


def _legal(hand: list[int], trick: list[int], trump: int) -> list[int]:
    return [action - CARD for action in PlayPhase.legal(hand, trick, trump)]


class CodepiecePlay(Play):
    """All tricks are played here, ignoring rule 8; the bidder leads."""

    name, title, number = "codepiece", "Codepiece", 1
    rules = Rules(_legal, PlayPhase.winner, lambda *_: 1, last=0, sweeps=False)
    first_card = CARD

    def solve_state(self, module: Any, twin: Any, state: State, *, cards: bool) -> Values:
        p = state.position()
        won, left = p["tricks"], len(p["hands"][state.player])
        return {
            card_of(card, CARD): tricks(made, left, won)
            for card, made in module.double_dummy_codepiece(twin, cards)
        }

    def add_won(self, state: State, position: Position, rest: Values) -> Values:  # noqa: ARG002
        won, found = state.position()["tricks"], dict[int | None, Value]()
        for card, value in rest.items():
            assert isinstance(value, Tricks)
            action = None if card is None else CARD + card
            found[action] = Tricks((won[0] + value.tricks[0], won[1] + value.tricks[1]))
        return found

    def sides(self, world: State, position: Position, case: int, made: int) -> tuple[int, int]:  # noqa: ARG002
        p, left = world.position(), self.left(position)
        bidder, bid = BidPhase.contract(p["bids"], p["dealer"])
        side, made = bidder % 2, min(max(made, 0), left)
        taken = p["tricks"][side] + (made if side == 0 else left - made)
        gain = bid if taken >= bid else -2 * bid
        return (gain, -gain) if side == 0 else (-gain, gain)


PLAY = CodepiecePlay()


def table(values: NDArray[np.uint8], dealer: int) -> dict[int, dict[int, Value]]:  # noqa: ARG001
    return {
        bidder: {trump: _sides(bidder, int(made)) for trump, made in enumerate(row)}
        for bidder, row in enumerate(values)
    }


def _sides(bidder: int, made: int) -> Tricks:
    others = HAND_SIZE - made
    return Tricks((made, others) if bidder % 2 == 0 else (others, made))


POOL = Layout(
    cards=52,
    block=4,
    row=np.dtype([("owners", "<u8", (2,)), ("dealer", "u1"), ("values", "u1", (4, 4))]),
    table=table,
    about="The values are the tricks of the bidder's side, for each bidder (who leads) and trump.",
)
