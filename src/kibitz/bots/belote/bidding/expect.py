"""What a contract is worth before the cards are played: expected marks from a double-dummy value.

The solver sees all hands; players do not. Between players that search sampled worlds (pimc) the
taker makes less than the solver says where that is much, a little more where it is little, and
with a spread; a capot that the solver sees comes home in some cases only. The numbers below were
fitted to played deals: benchmarks/strength/belote_correction.py, figures in
benchmarks/notes/belote_bidding.md.
"""

from __future__ import annotations

import functools
import math

import numpy as np
from numpy.typing import NDArray

# The taker's points as played = SHIFT + SLOPE * solved points, with this standard deviation.
SHIFT, SLOPE, SPREAD = 21.0, 0.76, 18.0
CAPOT_SEEN = 0.39  # the share of capots made where the solver sees one
CAPOT_UNSEEN = 0.01  # and where it does not, from CAPOT_FROM points on
CAPOT_FROM = 120

POINTS = 163  # 0 to 162; then come the two codes
CAPOT_TAKER, CAPOT_DEFENCE = 163, 164  # codes of a solved capot
LEVELS, DOUBLES = 10, 3
NO_BELOTE, BELOTE_TAKER, BELOTE_DEFENCE = 0, 1, 2


@functools.cache
def marks(exact: bool) -> NDArray[np.float64]:
    """Expected marks of the taker less those of the defence: [code, level, coinche, belote].

    `code` is the solved points of the taker 0 to 162, CAPOT_TAKER or CAPOT_DEFENCE; `exact` is the
    option scoring="exact".
    """
    played = _played()
    table = np.zeros((CAPOT_DEFENCE + 1, LEVELS, DOUBLES, 3))
    for level in range(LEVELS):
        for coinche in range(DOUBLES):
            for belote in range(3):
                row = [_margin(x, level, coinche, belote, exact) for x in range(POINTS + 1)]
                table[:, level, coinche, belote] = played @ np.array(row)
    return table


def _played() -> NDArray[np.float64]:
    """[code, result]: how likely each result of the play is; the last column is a capot."""
    chances = np.zeros((CAPOT_DEFENCE + 1, POINTS + 1))
    for code in range(CAPOT_DEFENCE + 1):
        solved = {CAPOT_TAKER: POINTS - 1, CAPOT_DEFENCE: 0}.get(code, code)
        mean = SHIFT + SLOPE * solved
        below = [0.5 * (1 + math.erf((x + 0.5 - mean) / SPREAD / 2**0.5)) for x in range(POINTS)]
        below[-1] = 1.0
        capot = CAPOT_SEEN if code == CAPOT_TAKER else 0.0
        if CAPOT_FROM <= code < CAPOT_TAKER:
            capot = CAPOT_UNSEEN
        chances[code, :POINTS] = (1 - capot) * np.diff([0.0, *below])
        chances[code, POINTS] = capot
    return chances


def _margin(result: int, level: int, coinche: int, belote: int, exact: bool) -> float:
    """Rule 9: the taker's marks less the defence's for a result 0..162, or POINTS for a capot."""
    value = 250 if level == LEVELS - 1 else 80 + 10 * level
    capot = result == POINTS
    points = 252 if capot else result
    own = 20 if belote == BELOTE_TAKER else 0
    other = 20 if belote == BELOTE_DEFENCE else 0
    made = capot if value == 250 else points + own >= value
    if made and coinche == 0:
        left = 0 if capot else POINTS - 1 - points
        return points + value + own - left - other
    base = (250 if made and capot else 160) + (2 if exact else 0)
    total = base + value * (coinche + 1) + own + other
    return total if made else -total
