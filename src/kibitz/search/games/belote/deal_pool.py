"""The rows of a pool of Belote deals: one byte per trump, points of NS or a capot."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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


POOL = Layout(
    cards=32,
    block=128,
    row=np.dtype([("owners", "<u4", (2,)), ("dealer", "u1"), ("values", "u1", (4,))]),
    table=table,
    about="The values are the points of NS for each trump, last trick included, or the capot; the "
    "seat to the dealer's left leads.",
    points=points,
    capot=capot,
)
