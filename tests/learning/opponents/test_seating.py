"""Seats: shares of the kinds of tables, whole sides, and player counts that adapt."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.learning.opponents.seating import Plan, adapt, seat

N = 4000


def rows(players: int, **words: float) -> np.ndarray:
    plan = Plan(3, {players: 0}, **words)  # type: ignore[arg-type]
    game = kibitz.game("ohhell", players=players)
    return seat([game] * N, plan, np.random.default_rng(1))


def test_one_learner_on_any_seat() -> None:
    found = rows(4, homogeneous=0.25)
    assert ((found == 0).sum(axis=1) == 1).all()
    shares = np.bincount(np.nonzero(found == 0)[1]) / N
    assert shares == pytest.approx([0.25] * 4, abs=0.03)


def test_homogeneous_and_mixed_tables() -> None:
    """Mixed: the seat after the learner is the main opponent, each other one is in 2 of 3 cases."""
    assert ((rows(4, homogeneous=1.0) == 1).sum(axis=1) == 3).all()
    found = rows(4, homogeneous=0.0)
    learner = np.nonzero(found == 0)[1]
    assert (found[np.arange(N), (learner + 1) % 4] == 1).all()
    further = found[np.arange(N), (learner + 2) % 4]
    shares = np.bincount(further, minlength=4) / N
    assert shares == pytest.approx([0, 2 / 3, 1 / 6, 1 / 6], abs=0.03)


def test_two_players_meet_the_main_opponent_alone() -> None:
    assert (rows(2).max(axis=1) == 1).all()


def test_forced_tables_and_self_play_have_their_shares() -> None:
    found = rows(4, self_play=0.3, forced=[(4, 0.2), (5, 0.1)])  # type: ignore[arg-type]
    assert (found == 0).all(axis=1).mean() == pytest.approx(0.3, abs=0.03)
    for number, share in ((4, 0.2), (5, 0.1)):
        assert ((found == number).sum(axis=1) == 3).mean() == pytest.approx(share, abs=0.03)
    assert not ((found >= 4).any(axis=1) & ((found > 0) & (found < 4)).any(axis=1)).any()


def test_partners_learn_together() -> None:
    game = kibitz.game("belote")
    found = seat([game] * 50, Plan(1, {4: 0}), np.random.default_rng(1))
    assert {tuple(row) for row in found} == {(0, 1, 0, 1), (1, 0, 1, 0)}


def test_without_opponents_every_seat_learns() -> None:
    game = kibitz.game("ohhell", players=3)
    assert not seat([game] * 50, Plan(0, {}), np.random.default_rng(1)).any()


def test_weak_player_counts_are_played_more() -> None:
    base, counts = [0.25] * 4, [2, 3, 4, 5]
    even = [1 / n for n in counts]
    assert adapt(base, even, counts, 1.0, 0.0) == pytest.approx(base)
    weak = adapt(base, [0.5, 1 / 3, 0.25, 0.02], counts, 1.0, 0.0)
    assert max(weak) == weak[3]
    assert sum(weak) == pytest.approx(1)
    half = adapt(base, [0.5, 1 / 3, 0.25, 0.02], counts, 0.5, 0.0)
    assert 0.25 < half[3] < weak[3]
    assert adapt(base, [0.5, 1 / 3, 0.25, 0.02], counts, 0.0, 0.0) == pytest.approx(base)


def test_no_count_is_starved() -> None:
    found = adapt([0.97, 0.01, 0.01, 0.01], [None] * 4, [2, 3, 4, 5], 0.0, 0.05)
    assert min(found) == pytest.approx(0.05)
    assert sum(found) == pytest.approx(1)
