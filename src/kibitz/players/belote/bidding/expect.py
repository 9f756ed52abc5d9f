"""The value of a contract before play: the expected score, from a double-dummy value.

The solver sees all hands; players do not. Between players that search sampled worlds (pimc), a
contract that the solver just makes is nearly even, one that it makes with points to spare may fail,
and the side that leads first makes less than the solver, which always finds the best lead. So the
probability of making a contract is modelled as logistic in the points to spare, and the points of a
made contract lie between the solver's result and what the contract requires, because players play
for the contract. A capot that the solver sees succeeds only in some cases. The numbers were fitted
to played deals by benchmarks/strength/belote_correction.py; the figures are in
benchmarks/notes/belote_bidding.md.

In a match points are a means: `worths` gives the change of match equity instead, for the totals of
a `Goal` (search/games/belote).
"""

from __future__ import annotations

import functools
import math

import numpy as np
from numpy.typing import NDArray

from kibitz.search.games.belote.goal import Goal

# The log odds of making the contract: EVEN, plus SPARE for each solved point (including belote)
# above the value, LEADS if the taker's side leads first, and DOUBLED if it was coinched.
EVEN, SPARE, LEADS, DOUBLED = 0.50, 0.078, -0.91, -0.31
# The points of a made contract: BASE + SOLVED * solved points + ASKED for each point of the value
# above 100, + LEADER if the side leads first, + BELOTE for each point of its belote.
BASE, SOLVED, ASKED, LEADER, BELOTE = 74.4, 0.41, 0.34, -5.7, -0.26
CAPOT_SEEN = 0.41  # the share of capots made if the solver sees one
CAPOT_UNSEEN = 0.033  # and if it does not, from CAPOT_FROM points on
CAPOT_FROM = 120

ALL_POINTS = 162
CAPOT_TAKER, CAPOT_DEFENCE = 163, 164  # codes of a solved capot; lower ones are points
LEVELS, DOUBLES = 10, 3
NO_BELOTE, BELOTE_TAKER, BELOTE_DEFENCE = 0, 1, 2


# Made points vary around their mean: the spread matters where a few points end the match.
SPREAD, SPREAD_SHARES = (-15.0, 0.0, 15.0), (0.25, 0.5, 0.25)
POINT_MIN = 1e-7  # of equity


@functools.cache
def marks(exact: bool) -> NDArray[np.float64]:
    """Expected score of the taker minus the defence's: [leads, code, level, coinche, belote].

    `leads` is 1 if the taker's side leads to the first trick; `code` is the solved points of the
    taker 0 to 162, CAPOT_TAKER or CAPOT_DEFENCE; `exact` is the option scoring="exact".
    """
    shares, taker, defence = endings(exact)
    return np.asarray((shares * (taker - defence)).sum(axis=-1))


@functools.lru_cache(maxsize=16)
def worths(exact: bool, goal: Goal) -> NDArray[np.float64]:
    """The same in match equity for the taker's goal, scaled to points (`Goal.point`)."""
    shares, taker, defence = endings(exact)
    plain = (slice(None), slice(None), slice(LEVELS - 1), 0, slice(None), 0)
    total = (shares[..., 1:] * goal.equities(taker[..., 1:], defence[..., 1:])).sum(axis=-1)
    made = goal.equities(taker[..., 0], defence[..., 0])
    spread = [
        share * goal.equities(taker[plain] + more, np.maximum(0, defence[plain] - more))
        for more, share in zip(SPREAD, SPREAD_SHARES, strict=True)
    ]
    made[plain[:-1]] = sum(spread)
    total += shares[..., 0] * made
    return np.asarray((total - goal.now()) / max(POINT_MIN, goal.point()))


@functools.cache
def endings(exact: bool) -> tuple[NDArray[np.float64], ...]:
    """The probability, the taker's score and the defence's, if made, by a capot, or failed."""
    cells = (2, CAPOT_DEFENCE + 1, LEVELS, DOUBLES, 3)
    table = np.zeros((3, *cells, 3))
    for place in np.ndindex(*cells):
        table[(slice(None), *place)] = np.array(_ending(*place, exact=exact)).T
    return table[0], table[1], table[2]


def _ending(
    leads: int, code: int, level: int, coinche: int, belote: int, *, exact: bool
) -> list[tuple[float, float, float]]:
    """Rule 9, for each way in which the play may end."""
    value = 250 if level == LEVELS - 1 else 80 + 10 * level
    own, other = 20 * (belote == BELOTE_TAKER), 20 * (belote == BELOTE_DEFENCE)
    solved = {CAPOT_TAKER: ALL_POINTS, CAPOT_DEFENCE: 0}.get(code, code)
    capot = capot_chance(code)
    if value == 250:
        plain = 0.0
    else:
        made = make_chance(solved + own - value, leads, doubled=coinche > 0)
        capot = min(capot, made)
        plain = made - capot
    points = made_points(solved, value, leads, own)
    doubled = value * (coinche + 1) + own + other + (2 if exact else 0)
    failed = (1 - plain - capot, 0.0, 160.0 + doubled)
    if coinche:
        return [(plain, 160.0 + doubled, 0.0), (capot, 250.0 + doubled, 0.0), failed]
    return [
        (plain, points + value + own, ALL_POINTS - points + other),
        (capot, 252.0 + value + own, other),
        failed,
    ]


def make_chance(spare: float, leads: int, *, doubled: bool = False) -> float:
    """The probability of making a contract with this many solved points to spare."""
    odds = EVEN + SPARE * spare + LEADS * leads + (DOUBLED if doubled else 0)
    return 1 / (1 + math.exp(-odds))


def made_points(solved: int, value: int, leads: int, own_belote: int) -> float:
    """The expected card points of a made contract, below a capot."""
    points = BASE + SOLVED * solved + ASKED * (value - 100) + LEADER * leads + BELOTE * own_belote
    return min(ALL_POINTS, max(value - own_belote, points))


def capot_chance(code: int) -> float:
    if code == CAPOT_TAKER:
        return CAPOT_SEEN
    return CAPOT_UNSEEN if CAPOT_FROM <= code <= ALL_POINTS else 0.0
