"""The rows of a pool of Belote deals: one byte per trump, points of NS or a capot."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.cards import KING, QUEEN
from kibitz.search.deal_pool.layout import Layout
from kibitz.search.games.belote.play import CAPOT_MORE
from kibitz.search.plays import Points, Value

CAPOT_NS, CAPOT_EW = 252, 255  # besides 0 to 162 points of NS
TOTAL = CAPOT_NS - CAPOT_MORE


def table(values: NDArray[np.uint8], dealer: int) -> dict[int, dict[int, Value]]:
    leader = (dealer + 1) % 4
    return {leader: {trump: _points(int(code)) for trump, code in enumerate(values)}}


def _points(code: int) -> Points:
    if code in (CAPOT_NS, CAPOT_EW):
        return Points((CAPOT_NS, 0) if code == CAPOT_NS else (0, CAPOT_NS), int(code == CAPOT_EW))
    return Points((code, TOTAL - code), None)


def points(values: NDArray[np.uint8]) -> NDArray[np.int16]:
    return np.where(values == CAPOT_EW, 0, values).astype(np.int16)


def capot(values: NDArray[np.uint8]) -> NDArray[np.int8]:
    side: NDArray[Any] = np.full(values.shape, -1, np.int8)
    side[values == CAPOT_NS] = 0
    side[values == CAPOT_EW] = 1
    return side


def contracts(rows: NDArray[np.void]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The contracts of a played layer: bids and bidders, [deals, trumps].

    The side with more solved points takes (NS, if both have 81) for the highest level that the
    solver makes with its belote, from 80 to 160. Its seat with more trumps bids, then the one with
    more points in them, then the first to speak.
    """
    owners = rows["owners"].astype(np.int64)
    cards = np.arange(32)
    holders = (owners[:, :1] >> cards & 1) | (owners[:, 1:] >> cards & 1) << 1
    ns = np.where(capot(rows["values"]) == 0, TOTAL, points(rows["values"])).astype(np.int64)
    side = (2 * ns < TOTAL).astype(np.int64)  # 1: EW takes
    suits = holders.reshape(-1, 4, 8)
    pair = suits[:, :, KING] == suits[:, :, QUEEN]
    belote = pair & (suits[:, :, KING] % 2 == side)
    made = np.where(side == 0, ns, TOTAL - ns) + 20 * belote
    level = np.clip(made // 10 - 8, 0, 8)
    bids = 4 * level + np.arange(4) + 1
    order = (np.arange(4) - rows["dealer"].astype(np.int64)[:, None] - 1) % 4  # [deals, seat]
    strength = np.zeros((*bids.shape, 4), np.int64)
    for seat in range(4):
        held = suits == seat
        strength[:, :, seat] = 1000 * held.sum(axis=2) + 10 * (held * TRUMP_POINTS).sum(axis=2)
        strength[:, :, seat] -= order[:, seat][:, None]
        strength[:, :, seat] -= np.where(side == seat % 2, 0, 1 << 20)
    return bids.astype(np.uint8), strength.argmax(axis=2).astype(np.uint8)


TRUMP_POINTS = np.array([0, 0, 14, 20, 3, 4, 10, 11])  # by rank 7 8 9 J Q K 10 A

POOL = Layout(
    cards=32,
    block=128,
    row=np.dtype([("owners", "<u4", (2,)), ("dealer", "u1"), ("values", "u1", (4,))]),
    table=table,
    about="The values are the points of NS for each trump, last trick included, or the capot; the "
    "seat to the dealer's left leads.",
    points=points,
    capot=capot,
    contracts=contracts,
)
