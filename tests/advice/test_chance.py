"""The chance to win: the evaluation's own where its values mean one, else played out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import kibitz
from kibitz.advice.chance import chance, own_chance
from kibitz.advice.evaluation import Evaluation, Evaluator
from kibitz.advice.review import review
from kibitz.core.state import State
from kibitz.core.view import View

WORLDS = 32


def openings(seed: int, **options: Any) -> Iterator[State]:
    """The first call of each deal of a match, played at random."""
    state, rng = kibitz.game("belote", match=True, **options).new(seed), random.Random(seed)
    deals = 0
    while not state.done:
        if len(state.chance) > deals:
            deals = len(state.chance)
            yield state.copy()
        state.apply(rng.choice(state.legal()))


def evaluated(state: State) -> tuple[View, Evaluation]:
    view = state.view(state.player)
    evaluator = Evaluator(view, None, worlds=WORLDS)
    evaluator.refine()
    return view, evaluator.result()


def test_the_value_of_a_call_in_a_match_means_a_chance() -> None:
    """Nothing is played out, and the score of the match counts as it should."""
    ahead: list[float] = []
    behind: list[float] = []
    for state in openings(5):
        view, valued = evaluated(state)
        mine = own_chance(view, valued)
        if mine is None:  # a sure capot is played out
            continue
        assert chance(view, valued, seed=1) == mine
        assert 0 <= mine.value <= 1
        assert 0 <= mine.error < 0.25
        totals = state.scores()
        lead = totals[view.seat] - totals[(view.seat + 1) % 4]
        if abs(lead) >= 300:
            (ahead if lead > 0 else behind).append(mine.value)
    assert len(ahead) + len(behind) >= 3
    assert all(value > 0.5 for value in ahead), ahead
    assert all(value < 0.5 for value in behind), behind


def test_a_single_deal_is_played_out() -> None:
    view, valued = evaluated(kibitz.game("belote").new(7))
    assert own_chance(view, valued) is None
    played = chance(view, valued, seed=1)
    assert played is not None
    assert 0 < played.value < 1


def test_a_review_follows_the_evaluation_of_calls() -> None:
    game = kibitz.game("belote", match=True, target=100)
    *_, last = openings(3, target=100)
    rng = random.Random(3)
    while not last.done:
        last.apply(rng.choice(last.legal()))
    judged = review(game, str(last.record()), seat=1, worlds=WORLDS).judged
    calls = [one for one in judged if one.method == "bidder"]
    assert calls
    for one in calls:
        view = game.rebuild(last.chance[: one.deal], last.actions[: one.ply]).view(1)
        evaluator = Evaluator(view, one.action, worlds=WORLDS)
        evaluator.refine()
        assert one.chance is not None
        assert one.chance == own_chance(view, evaluator.result())
