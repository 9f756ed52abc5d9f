"""What a contract is worth once its points are known: rule 9, or the expectation behind it.

The points of a contract come from a pool: what the solver makes of it, or what players made. Two
ways to score them:

    exact      rule 9 on those very points
    expected   the chances that expect.py gives a contract with those solved points, because
               players see one hand each: what the solver just makes is nearly even

In a match, points are a means: `equities` gives the change of the chance to win it, scaled so that
one unit is a point while the match is open (equity.py).
"""

from __future__ import annotations

import functools
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.games.belote.rules import CAPOT, PASS
from kibitz.learning.games.belote.auctions import TARGET, Finished
from kibitz.players.belote.bidding import expect
from kibitz.search.games.belote.deal_pool import CAPOT_EW, CAPOT_NS
from kibitz.search.games.belote.equity import equities as equities_of
from kibitz.search.games.belote.goal import SWING

Scoring = Literal["exact", "expected"]
Floats = NDArray[np.float64]

POINT_MIN = 2e-5  # of equity: what a point is worth at least, so that no payoff explodes
CHANGE_MAX = 1500.0  # the largest payoff in a match, in points


def margins(ended: Finished, scoring: Scoring) -> Floats:
    """The score of NS minus that of EW, for each finished auction."""
    shares, taker, defence = _endings(ended, scoring)
    margin = (shares * (taker - defence)).sum(axis=-1)
    return np.where(ended.bid == PASS, 0.0, np.where(ended.bidder % 2 == 0, margin, -margin))


def equities(ended: Finished, scoring: Scoring) -> Floats:
    """The change of NS's chance to win the match, in points."""
    shares, taker, defence = _endings(ended, scoring)
    totals = ended.totals.astype(np.float64)
    by_ns = (ended.bidder % 2 == 0)[:, None]
    ns, ew = np.where(by_ns, taker, defence), np.where(by_ns, defence, taker)
    ns, ew = (np.where((ended.bid == PASS)[:, None], 0.0, x) for x in (ns, ew))
    leads = ended.dealer % 2 == 0  # the next deal is led by the dealer's side
    chances = _chances(totals[:, :1] + ns, totals[:, 1:] + ew, leads)
    after = (shares * chances).sum(axis=-1)
    before = _chances(totals[:, :1], totals[:, 1:], leads)[:, 0]
    swing = [
        _chances(totals[:, :1] + a, totals[:, 1:] + b, leads)[:, 0]
        for a, b in ((SWING, 0), (0, SWING))
    ]
    point = np.maximum(POINT_MIN, (swing[0] - swing[1]) / (2 * SWING))
    changes = (after - before) / point
    return np.asarray(np.clip(changes, -CHANGE_MAX, CHANGE_MAX))


def _chances(ns: Floats, ew: Floats, leads: NDArray[np.bool_]) -> Floats:
    a, b = np.rint(ns).astype(np.int64), np.rint(ew).astype(np.int64)
    return np.where(
        leads[:, None],
        equities_of(a, b, TARGET, leads=True),
        equities_of(a, b, TARGET, leads=False),
    )


def _endings(ended: Finished, scoring: Scoring) -> tuple[Floats, Floats, Floats]:
    """Each [auctions, 3]: probability, score of the taker, score of the defence."""
    side = ended.bidder % 2
    leads = ((ended.dealer + 1) % 2 == side).astype(np.int64)
    level = np.clip((ended.bid - 1) // 4, 0, expect.LEVELS - 1)
    by_taker = np.where(ended.belote == side, expect.BELOTE_TAKER, expect.BELOTE_DEFENCE)
    belote = np.where(ended.belote < 0, expect.NO_BELOTE, by_taker)
    place = (leads, codes(ended.values, side), level, ended.coinche, belote)
    table = expect.endings(exact=False) if scoring == "expected" else exact_endings()
    shares, taker, defence = (part[place] for part in table)
    return shares, taker, defence


def codes(values: NDArray[np.uint8], side: NDArray[np.int64]) -> NDArray[np.int64]:
    """Codes of a pool (points of NS) as those of expect.py (points of the taker)."""
    points = values.astype(np.int64)
    own = np.where(side == 0, points, expect.ALL_POINTS - points)
    own = np.where(values == CAPOT_NS, _capot(side == 0), own)
    return np.where(values == CAPOT_EW, _capot(side == 1), own)


def _capot(by_taker: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.where(by_taker, expect.CAPOT_TAKER, expect.CAPOT_DEFENCE)


@functools.cache
def exact_endings() -> tuple[Floats, Floats, Floats]:
    """Rule 9 as a table of the same form as expect.endings, with one ending each."""
    cells = (2, expect.CAPOT_DEFENCE + 1, expect.LEVELS, expect.DOUBLES, 3)
    taker, defence = np.zeros((*cells, 3)), np.zeros((*cells, 3))
    shares = np.zeros((*cells, 3))
    shares[..., 0] = 1
    for code, level, coinche, belote in np.ndindex(*cells[1:]):
        won, lost = _marks(code, level, coinche, belote)
        taker[:, code, level, coinche, belote, 0] = won
        defence[:, code, level, coinche, belote, 0] = lost
    return shares, taker, defence


def _marks(code: int, level: int, coinche: int, belote: int) -> tuple[float, float]:
    """Rule 9: the scores of the taker and of the defence."""
    capot_bid = 4 * level + 1 >= CAPOT
    value = 250 if capot_bid else 80 + 10 * level
    own, other = 20 * (belote == expect.BELOTE_TAKER), 20 * (belote == expect.BELOTE_DEFENCE)
    all_tricks = code == expect.CAPOT_TAKER
    none = code == expect.CAPOT_DEFENCE
    points = 252 if all_tricks else 0 if none else code
    made = all_tricks if capot_bid else points + own >= value
    if made and not coinche:
        return points + value + own, (0 if all_tricks else expect.ALL_POINTS - points) + other
    base = 250 if made and all_tricks else 160
    total = base + value * (coinche + 1) + own + other
    return (total, 0.0) if made else (0.0, total)
