"""Auctions in arrays agree with the rules: legality, ends, observations, payoffs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.state import State
from kibitz.games.belote.rules import BID, SURCOINCHE
from kibitz.learning.games.belote import payoffs
from kibitz.learning.games.belote.auctions import Auctions, Deals, Finished
from kibitz.search import deal_pool, double_dummy
from kibitz.search.games.belote.equity import equity
from kibitz.search.plays import Points

COUNT = 40


@pytest.fixture(scope="module")
def deals(tmp_path_factory: pytest.TempPathFactory) -> Deals:
    path: Path = tmp_path_factory.mktemp("pool") / "belote.pool"
    deal_pool.write(path, "belote", deals=COUNT, seed=5, workers=1)
    pool = deal_pool.open(path)
    values = np.asarray(pool.values)
    return Deals(pool.holders(), np.asarray(pool.dealer), np.stack([values, values], axis=1))


def twin(auctions: Auctions, row: int) -> State:
    """The game's own state for an auction that has just begun."""
    hands = [np.flatnonzero(auctions.holders[row] == seat).tolist() for seat in range(4)]
    return kibitz.game("belote").new(deal={"hands": hands, "dealer": int(auctions.dealer[row])})


def a_call(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Mostly low calls, so that auctions are long, and all kinds of calls happen."""
    weight = mask * np.exp(-0.4 * np.arange(mask.shape[1]))
    weight[:, 41:] = mask[:, 41:] * 0.3
    return (
        np.cumsum(weight, axis=1) > rng.random(len(mask))[:, None] * weight.sum(1)[:, None]
    ).argmax(1)


@pytest.mark.parametrize("encoding", ["bid", "bid114", "bid_match"])
def test_they_are_the_auctions_of_the_rules(deals: Deals, encoding: str) -> None:
    rng = np.random.default_rng(3)
    auctions = Auctions(deals, COUNT, rng)
    states = [twin(auctions, row) for row in range(COUNT)]
    ended = 0
    while ended < 200:
        x, mask = auctions.observe(encoding), auctions.mask()
        for row, state in enumerate(states):
            assert np.flatnonzero(mask[row]).tolist() == [a - BID for a in state.legal()]
            assert x[row] == pytest.approx(state.view(state.player).encode(encoding), abs=1e-6)
        calls = a_call(mask, rng)
        before = [state.copy() for state in states]
        finished = auctions.step(calls)
        for row, state in enumerate(states):
            state.apply(BID + int(calls[row]))
        over = [row for row, state in enumerate(states) if state.phase != "bid"]
        assert finished.rows.tolist() == over
        for i, row in enumerate(over):
            position = states[row].position()
            if states[row].done:
                assert finished.bid[i] == 0, before[row].record()
            else:
                assert finished.bid[i] == position["bid"]
                assert finished.bidder[i] == position["bidder"]
                assert finished.coinche[i] == position["coinche"]
            states[row] = twin(auctions, row)
        ended += len(over)


def test_long_auctions_show_their_last_twelve_calls(deals: Deals) -> None:
    auctions = Auctions(deals, 1, np.random.default_rng(1))
    state = twin(auctions, 0)
    for call in [0, 0, 0, 1, 0, 0, 5, 0, 0, 9, 0, 0, 13, 0, 0, 17, 41, 0, 0]:
        auctions.step(np.array([call]))
        state.apply(BID + call)
        wanted = state.view(state.player).encode("bid114")
        assert auctions.observe("bid114")[0] == pytest.approx(wanted, abs=1e-6)


def test_suits_are_permuted_together_with_their_values(deals: Deals) -> None:
    """A permuted deal has the permuted values: solved again, they are the same."""
    auctions = Auctions(deals, 6, np.random.default_rng(9))
    for row in range(6):
        deal: dict[str, Any] = {
            "hands": [np.flatnonzero(auctions.holders[row] == s).tolist() for s in range(4)],
            "dealer": int(auctions.dealer[row]),
        }
        leader = (int(auctions.dealer[row]) + 1) % 4
        solved = double_dummy.solve_table("belote", deal)[leader]
        for trump in range(4):
            code = int(auctions.values[row, 0, trump])
            points = {252: 252, 255: 0}.get(code, code)
            value = solved[trump]
            assert isinstance(value, Points)
            assert value.points[0] == points


def test_exact_payoffs_are_rule_9(deals: Deals) -> None:
    """Deals played to the end: the table gives what the game gave for the same points."""
    rng = np.random.default_rng(4)
    game = kibitz.game("belote")
    kinds: set[tuple[int, bool]] = set()
    for seed in range(400):
        state = game.new(seed=seed)
        while state.phase == "bid":
            legal = [a for a in state.legal() if a < BID + 30 or a >= BID + 41] or state.legal()
            state.apply(int(rng.choice(legal)))
        if state.done:
            continue
        start = state.position()
        while not state.done:
            state.apply(int(rng.choice(state.legal())))
        score = next(e for e in reversed(state.view(0).history) if e[0] == "score")[2]
        ns, ew, tricks = score[2], score[3], score[4:6]
        code = 252 if tricks[1] == 0 else 255 if tricks[0] == 0 else ns
        trump = (start["bid"] - 1) % 4
        holders = {c: s for s, hand in enumerate(start["hands"]) for c in hand}
        pair = {holders[8 * trump + 4], holders[8 * trump + 5]}
        ended = Finished(
            rows=np.array([0]), bid=np.array([start["bid"]]), bidder=np.array([start["bidder"]]),
            coinche=np.array([start["coinche"]]), dealer=np.array([start["dealer"]]),
            values=np.array([code], np.uint8),
            belote=np.array([pair.pop() % 2 if len(pair) == 1 else -1]),
            totals=np.zeros((1, 2), np.int64),
        )  # fmt: skip
        assert payoffs.margins(ended, "exact")[0] == score[0] - score[1], state.record()
        made = score[0 if start["bidder"] % 2 == 0 else 1] > 0
        kinds.add((start["coinche"], made))
        assert ns + ew in (162, 252)
    assert kinds >= {(c, m) for c in (0, 1) for m in (True, False)}


def test_match_payoffs_are_changes_of_equity() -> None:
    ended = Finished(
        rows=np.arange(2), bid=np.array([1, 0]), bidder=np.array([0, -1]), coinche=np.zeros(2, int),
        dealer=np.array([0, 0]), values=np.array([100, 100], np.uint8), belote=np.array([-1, -1]),
        totals=np.array([[1900, 1200], [500, 600]]),
    )  # fmt: skip
    found = payoffs.equities(ended, "exact")
    before = equity(1900, 1200, 2000, leads=True)
    point = (equity(2150, 1200, 2000, leads=True) - equity(1900, 1450, 2000, leads=True)) / 500
    assert found[0] == pytest.approx((1 - before) / max(point, payoffs.POINT_MIN), rel=1e-6)
    assert abs(found[1]) < 1e-9  # a void deal changes only who leads: here the dealer's side


def test_surcoinche_ends_an_auction(deals: Deals) -> None:
    auctions = Auctions(deals, 1, np.random.default_rng(1))
    for call in (1, 41):
        assert not len(auctions.step(np.array([call])).rows)
    ended = auctions.step(np.array([SURCOINCHE]))
    assert (ended.bid.tolist(), ended.coinche.tolist()) == ([1], [2])
