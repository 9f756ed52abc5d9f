"""Plays the contracts of a pool's layer (search/deal_pool/layer.py) with one player on all seats.

The bidder opens with the contract and everybody else passes; then the player plays the cards. A
player with a native form plays natively.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import kibitz.games
from kibitz.arena.match import play
from kibitz.bots.bot import Bot
from kibitz.bots.method import Native
from kibitz.core import engine
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.games.belote.rules import BID, PASS
from kibitz.search.deal_pool import DealPool
from kibitz.search.games.belote.deal_pool import CAPOT_EW, CAPOT_NS


def play_natively(pool: DealPool, rows: slice, player: Native) -> NDArray[np.uint8] | None:
    """[deals, trumps]: the points of NS, coded as in the pool; None without the engine."""
    module: Any = engine.native()
    if module is None:
        return None
    bids, bidders = _contracts(pool, rows)
    hands = np.repeat(pool.hands(rows), bids.shape[1], axis=0)
    out = np.zeros(bids.size, np.uint8)
    module.belote_contracts(
        np.ascontiguousarray(hands, np.uint32),
        np.repeat(np.asarray(pool.dealer[rows]), bids.shape[1]),
        bids.reshape(-1), bidders.reshape(-1), player.policy, list(player.parameters), player.net,
        out,
    )  # fmt: skip
    return out.reshape(bids.shape)


def play_by_bots(pool: DealPool, rows: slice, make: Callable[[], Bot]) -> NDArray[np.uint8]:
    """The same by bots; their random numbers follow from the deal's seed and the trump."""
    bids, bidders = _contracts(pool, rows)
    out = np.zeros(bids.shape, np.uint8)
    seats = [make() for _ in range(4)]
    game = kibitz.games.game("belote")
    for i, number in enumerate(range(rows.start, rows.stop)):
        for trump in range(bids.shape[1]):
            state = game.new(deal=pool.deal(number))
            contract(state, int(bids[i, trump]), int(bidders[i, trump]))
            play(game, seats, mix(pool.seed(number), trump), state)
            out[i, trump] = code(state)
    return out


def contract(state: State, bid: int, bidder: int) -> None:
    """Let a seat open with a bid, and the others pass."""
    while state.phase == "bid":
        position = state.position()
        opens = state.player == bidder and position["bid"] == PASS
        state.apply(BID + (bid if opens else PASS))


def code(state: State) -> int:
    """The points of NS in a finished deal, coded as in a pool."""
    score = next(event.data for event in reversed(state.events) if event.kind == "score")
    assert isinstance(score, tuple)
    tricks = score[4:6]
    return CAPOT_NS if tricks[1] == 0 else CAPOT_EW if tricks[0] == 0 else int(score[2])


def _contracts(pool: DealPool, rows: slice) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    found = pool.settings.layout.contracts
    assert found is not None, "Belote has contracts"
    bids, bidders = found(pool.rows[rows])
    return np.ascontiguousarray(bids), np.ascontiguousarray(bidders)
