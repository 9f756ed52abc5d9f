"""One evaluation: hints and reviews agree, and enumeration agrees with both."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.advice.evaluation import SHARE_MAX, Evaluation, evaluate, half_width, seed_of, student
from kibitz.advice.hint import hint
from kibitz.advice.review import review
from tests.advice.bars import BARS, by_hints, last_deal_seconds, measure
from tests.advice.enumeration import endings, margins
from tests.advice.games import played

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("belote", {}, 2),
    ("codepiece", {}, 1),
    ("ohhell", {"schedule": [4]}, 3),
    ("qwixx", {"players": 2}, 1),
    ("qwixx", {"players": 1}, 1),
    ("dubito", {"players": 3}, 1),
]


@pytest.mark.parametrize(("name", "options", "games"), GAMES)
def test_a_review_never_blames_a_hint(name: str, options: dict[str, Any], games: int) -> None:
    game = kibitz.game(name, **options)
    for seed in range(games):
        found = review(game, by_hints(game, 40 + seed).record(), 0, tables=False)
        assert found.judged
        assert [j.loss for j in found.judged] == [0.0] * len(found.judged)
        assert not any(j.clear for j in found.judged)


@pytest.mark.parametrize(
    ("name", "seeds"),
    [("belote", 3), ("codepiece", 2), ("ohhell", 2), ("qwixx", 40), ("dubito", 8)],
)
def test_values_match_enumeration(name: str, seeds: int) -> None:
    """In endings, from outside; `make soak` and benchmarks/advice.py take larger samples."""
    checks = [ending.check() for ending in endings(name, seeds)]
    assert len(checks) >= 3
    assert sum(check.inside for check in checks) >= 0.95 * len(checks)
    clear = sum(check.clear for check in checks)
    assert sum(check.marked for check in checks) >= 0.8 * clear


@pytest.mark.timeout(300)  # 24 seconds of the CPU, which others may need
@pytest.mark.parametrize(("name", "deals"), [("belote", 6), ("ohhell", 10), ("qwixx", 1)])
def test_the_bars_of_the_evaluation_on_a_sample(name: str, deals: int) -> None:
    """Games whose figures vary little between deals; the soak test takes all, and more of each."""
    found = measure(name, deals, 0)
    assert not found.missed(), found


@pytest.mark.timeout(300)  # minutes where others need the CPU, of which some seconds count
@pytest.mark.parametrize("name", list(BARS))
def test_the_review_of_a_deal_takes_seconds(name: str) -> None:
    assert last_deal_seconds(name, 7) <= BARS[name].seconds


@pytest.mark.soak
@pytest.mark.parametrize("name", list(BARS))
def test_the_bars_of_the_evaluation(name: str) -> None:
    case = BARS[name]
    found = measure(name, case.deals, case.endings)
    assert not found.missed(), found


def test_the_same_view_gives_the_same_evaluation() -> None:
    state = played(kibitz.game("ohhell"), 5, "simple", 9)
    view = state.view(state.player)
    assert evaluate(view) == evaluate(view)
    assert seed_of(view) == seed_of(state.copy().view(state.player))
    after = state.copy()
    after.apply(after.legal()[0])
    assert seed_of(after.view(after.player)) != seed_of(view)


def test_another_seat_cannot_change_it() -> None:
    """What the seat cannot know, the evaluation does not depend on."""
    state = played(kibitz.game("belote"), 8, "rule", 14)
    view = state.view(state.player)
    assert view.phase == "play"
    (world,) = view.worlds(3, 1)
    assert evaluate(world.view(view.seat)) == evaluate(view)


@pytest.mark.parametrize("name", ["belote", "codepiece"])
def test_endings_are_enumerated(name: str) -> None:
    """With three cards left, the values are those of all deals that fit, exactly."""
    checked = 0
    for seed in itertools.count(1):
        end = played(kibitz.game(name), seed, "rule")
        for ply in range(len(end.actions)):
            state = end.game.rebuild(end.chance, end.actions[:ply])
            view: Any = state.view(state.player) if state.player >= 0 else None
            if view is None or state.phase != "play" or len(view.hand) != 3:
                continue
            if len(view.legal_actions) == 1:
                continue
            found = evaluate(view)
            assert found.exact
            want = margins(name, state)
            assert {v.action: v.value for v in found.actions} == pytest.approx(want)
            assert all(v.error == v.loss_error == 0 for v in found.actions)
            checked += 1
            break
        if checked == 3:
            return


def test_the_stated_error_holds() -> None:
    """A sample's values lie within its errors of a far larger sample's, in most positions."""
    inside = total = 0
    for seed in range(6):
        state = played(kibitz.game("ohhell", schedule=[5]), seed, "smart", 5 + seed)
        view = state.view(state.player)
        if len(view.legal_actions) == 1:
            continue
        found, truth = evaluate(view), evaluate(view, worlds=3000)
        kept = found.best
        inside += abs(kept.value - truth.of(kept.action).value) <= kept.error
        total += 1
    assert total >= 4
    assert inside >= total - 1


def test_a_sample_is_never_certain() -> None:
    state = played(kibitz.game("belote"), 8, "rule", 14)
    view = state.view(state.player)
    found = evaluate(view)
    assert not found.exact
    assert max(v.share for v in found.actions) <= SHARE_MAX
    assert sum(v.share for v in found.actions) == pytest.approx(1)
    assert hint(view, worlds=0).level != "certain"


def test_two_equals_of_a_sample_are_not_certain() -> None:
    """Two cards that never differ share the first place; together they are no surer than one."""
    equals = 0
    for plies in range(4, 30):
        state = played(kibitz.game("ohhell", schedule=[5]), 6, "smart", plies)
        view = state.view(state.player) if state.player >= 0 else None
        if view is None or len(view.legal_actions) < 2:
            continue
        found = evaluate(view)
        best = [one for one in found.actions if one.loss == 0]
        if found.exact or len(best) < 2 or sum(one.share for one in best) < SHARE_MAX:
            continue
        equals += 1
        reply = hint(view, worlds=0)
        assert (reply.confidence, reply.level) == (SHARE_MAX, "high")
    assert equals


def test_the_outlook_repeats_the_evaluation() -> None:
    for name, plies in (("belote", 14), ("ohhell", 9), ("qwixx", 7), ("dubito", 9)):
        state = played(kibitz.game(name), 4, "simple", plies)
        view = state.view(state.player)
        if len(view.legal_actions) == 1:
            continue
        found, reply = evaluate(view), hint(view, worlds=4)
        assert (reply.action, reply.expected) == (found.best.action, found.best.value)
        assert reply.outlook is not None
        assert reply.outlook.expected == found.best.value
        if reply.outlook.reward == "outcome":
            assert reply.outlook.win == found.best.value
            assert reply.outlook.unit != "result" or not reply.outlook.totals


def test_bids_list_their_alternatives() -> None:
    view = kibitz.game("belote").new(12).view(kibitz.game("belote").new(12).player)
    found = evaluate(view)
    assert found.method == "bidder"
    assert len(found.actions) > 4
    made = kibitz.game("belote").parse_action("150H")
    assert evaluate(view, made).of(made).loss > 0


def test_what_is_made_does_not_change_the_others() -> None:
    state = played(kibitz.game("dubito", players=3), 2, "simple", 6)
    view = state.view(state.player)

    def best(found: Evaluation) -> tuple[int, float]:
        return found.best.action, found.best.value

    assert {best(evaluate(view, made)) for made in view.legal_actions[:3]} == {best(evaluate(view))}


@pytest.mark.parametrize("seed", [13, 15])
def test_no_bid_is_worth_less_than_nothing(seed: int) -> None:
    """A missed bid of Oh Hell scores 0: rows that an action lacks must not place it below that."""
    state = kibitz.game("ohhell", schedule=[5]).new(seed)
    for one in evaluate(state.view(state.player)).actions:
        assert one.value >= -1e-9


def test_half_widths() -> None:
    rows = np.random.default_rng(1).normal(5, 2, (2000, 16))
    inside = sum(abs(row.mean() - 5) <= half_width(row) for row in rows)
    assert 0.93 < inside / 2000 < 0.97
    assert student(3) == 3.18
    assert student(17) == student(15)
    assert student(500) == 1.96


@pytest.mark.parametrize("seed", [6, 8, 11])
def test_a_bluff_to_open_with_is_worth_what_its_declaration_was(seed: int) -> None:
    """Nobody sees a difference, so the chance to win does not fall between the two decisions."""
    state = kibitz.game("dubito").new(seed)
    seat = state.player
    hand: Any = state.view(seat).__dict__["hand"]  # without a joker
    declared = next(n for n in state.legal() if n + 1 not in hand)
    before = evaluate(state.view(seat), made=declared).of(declared)
    state.apply(declared)
    after = evaluate(state.view(seat))
    assert after.method == "reader"
    assert len(after.actions) > 1, "so it is not called certain"
    assert len({action.value for action in after.actions}) == 1
    assert abs(after.best.value - before.value) < 0.1
