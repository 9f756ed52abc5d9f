"""Reviews: losses that can be checked, progress, budgets, and the double-dummy table."""

from typing import Any

import pytest

import kibitz
from kibitz.advice.evaluation import evaluate, forget, kept
from kibitz.advice.grades import grade
from kibitz.advice.reasons import example, reason
from kibitz.advice.review import Review, _moments, prepare, review
from kibitz.core.errors import BadRecord, BadSeat, NotOver
from kibitz.core.state import State
from kibitz.search import double_dummy
from kibitz.search.pimc import pimc
from tests.advice.games import played

GAMES: list[tuple[str, dict[str, Any], str]] = [
    ("belote", {}, "margin"),
    ("codepiece", {}, "margin"),
    ("ohhell", {"schedule": [5]}, "points"),
    ("qwixx", {"players": 2}, "outcome"),
    ("dubito", {"players": 3}, "outcome"),
]


@pytest.mark.parametrize(("name", "options", "reward"), GAMES)
def test_every_decision_is_judged(name: str, options: dict[str, Any], reward: str) -> None:
    game = kibitz.game(name, **options)
    end = played(game, 3)
    received: list[float] = []
    found = review(
        game,
        str(end.record()),
        1,
        worlds=8,
        report=lambda part, _: received.append(part),
        tables=False,
    )
    assert (found.reward, found.ended) == (reward, "all")
    state = game.rebuild((), ())
    chance = iter(end.chance)
    own = []
    for ply, action in enumerate(end.actions):
        while state.player == kibitz.CHANCE:
            state.apply_chance(next(chance))
        if state.player == 1 and len(state.legal()) > 1:
            own.append((ply, action, state.phase))
        state.apply(action)
    assert [(j.ply, j.action, j.phase) for j in found.judged] == own
    assert found.decisions == len(own)
    assert received == sorted(received)
    assert found.outcome == pytest.approx(end.outcome()[1] * len(game.side(1)))
    assert found.judged[0].chance is not None
    for judged in found.judged:
        assert judged.chance is None or 0 <= judged.chance.value <= 1
        assert (judged.grade == "best") == (judged.loss == 0)
        assert judged.clear or judged.grade in ("best", "good")
        values = {row.action: row.value for row in judged.actions}
        assert judged.loss == pytest.approx(values[judged.best] - values[judged.action])
        assert judged.loss >= 0
        assert judged.actions[0].value == values[judged.best]
    losses = {j.ply: j.loss for j in found.judged}
    assert [losses[ply] for ply in found.worst] == sorted(losses.values(), reverse=True)[
        : len(found.worst)
    ]
    assert found.loss == pytest.approx(sum(losses.values()))


def test_the_double_dummy_loss_is_the_solvers() -> None:
    game = kibitz.game("belote")
    end = played(game, 3)
    found = review(game, end.record(), 2, worlds=8)
    cards = [j for j in found.judged if j.phase == "play"]
    assert cards
    for judged in cards:
        state = game.rebuild(end.chance, end.actions[: judged.ply])
        marks = double_dummy.solve_marks_cards(state)
        own = {card: ns - ew for card, (ns, ew) in marks.items()}
        assert judged.double_dummy_loss == max(own.values()) - own[judged.action]
        assert judged.double_dummy_best == [c for c, m in own.items() if m == max(own.values())]
    assert all(j.double_dummy_loss is None for j in found.judged if j.phase == "bid")
    (table,) = found.tables
    true = double_dummy.solve_table("belote", end.chance[0])
    for cell in table.cells:
        value = true[cell.leader]["SHDC".index(cell.trump)]
        assert isinstance(value, double_dummy.Points)
        assert (tuple(cell.sides), cell.capot) == (value.points, value.capot)


def test_an_obvious_mistake_is_the_worst() -> None:
    """A seat that bids capot with nothing loses most by that."""
    game = kibitz.game("belote")
    state = game.new(4)
    while state.player != 0:
        state.apply(32)
    ply = len(state.actions)
    state.apply(game.parse_action("capotS"))
    while not state.done:
        legal = state.legal()
        state.apply(32 if 32 in legal else legal[0])
    found = review(game, state.record(), 0, worlds=20, tables=False)
    assert found.worst[0] == ply
    judged = next(j for j in found.judged if j.ply == ply)
    assert judged.clear
    assert judged.loss > 100
    assert judged.grade == "blunder"


def test_values_of_cards_are_those_of_pimc() -> None:
    """An evaluation's sample of worlds is compared with another, larger one."""
    state = played(kibitz.game("codepiece"), 3, "rule", 28)
    view = state.view(state.player)
    assert view.phase == "play"
    found = evaluate(view)
    other = pimc(view, worlds=2000, agree=False, seed=2)
    assert found.method == "pimc"
    values = {c.action: c.value for c in other.candidates}
    for one in found.actions:
        want = values[one.action]
        assert want is not None
        assert abs(one.value - want) <= 2 * one.error


def test_a_budget_and_a_stop() -> None:
    game = kibitz.game("qwixx")
    end = played(game, 1)
    late = review(game, end.record(), 0, worlds=8, seconds=1e-9)
    assert (late.ended, late.judged) == ("time", [])
    so_far: list[int] = []

    def report(_: float, found: Review) -> None:
        so_far.append(len(found.judged))

    stopped = review(
        game,
        end.record(),
        0,
        worlds=8,
        report=report,
        stop=lambda: bool(so_far and so_far[-1] >= 3),
    )
    assert stopped.ended == "stopped"
    assert len(stopped.judged) == 3


def test_a_first_look_comes_first() -> None:
    """Every decision is judged once before any is refined; refining narrows the errors."""
    game = kibitz.game("ohhell", schedule=[8])
    end = played(game, 7, "simple")
    seen: list[tuple[int, dict[int, float]]] = []

    def tell(_: float, found: Review) -> None:
        errors = {j.ply: row.error for j in found.judged for row in j.actions[:1] if row.error}
        seen.append((len(found.judged), errors))

    found = review(game, end.record(), 0, report=tell)
    counts = [count for count, _ in seen]
    looks = [*range(1, found.decisions + 1), *[found.decisions] * found.decisions]
    assert counts[: len(looks)] == looks
    assert set(counts[len(looks) :]) <= {found.decisions}, "then the reasons of errors"
    first, last = seen[found.decisions - 1][1], seen[-1][1]
    assert sum(last.values()) < sum(first.values())


def test_what_was_prepared_is_not_evaluated_again() -> None:
    """A review reads the evaluations of its process, and they change nothing."""
    game = kibitz.game("ohhell", schedule=[3])
    end = played(game, 5, "simple")
    forget()
    fresh = review(game, end.record(), 0)
    forget()
    assert prepare(game, end.record(), 0) == fresh.decisions
    view = next(m for m in _moments(end, 0) if len(m.legal()) > 1).view(0)
    first = kept(view, fresh.judged[0].action)
    assert first.refined
    assert review(game, end.record(), 0) == fresh
    assert kept(view, fresh.judged[0].action) is first


def test_what_is_refused() -> None:
    game = kibitz.game("belote")
    with pytest.raises(NotOver):
        review(game, played(game, 1, "simple", 5).record(), 0)
    end = played(game, 1)
    with pytest.raises(BadSeat):
        review(game, end.record(), 4)
    with pytest.raises(BadRecord):
        review(game, "{}", 0)


def test_without_the_native_engine_there_is_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole deals are too large for the solver in Python; the rest of the review does not fail."""
    game = kibitz.game("belote", engine="python")
    end = played(game, 3, "rule")
    monkeypatch.setattr("kibitz.advice.review.engine.native", lambda: None)
    found = review(game, end.record(), 0, worlds=8, seconds=5)
    assert found.judged
    assert found.tables == []


def test_the_better_trump_makes_the_bid_more_often() -> None:
    """Codepiece: the bid is settled when its declarer names the trump suit."""
    state = kibitz.game("codepiece").new(3)
    for call in ("bid_8", "pass", "pass", "pass"):
        state.apply(state.game.parse_action(call))
    assert state.phase == "trump"
    view = state.view(state.player)
    found = evaluate(view)
    worst = found.actions[-1]
    why = reason(view, found.best, worst, 1)
    assert why is not None
    assert (why.seat, why.best > why.made) == (view.seat, True)
    assert reason(view, worst, found.best, 1) is None, "only what agrees"


def test_a_bid_that_cannot_be_met_is_the_reason() -> None:
    """One card each: with the lead of the ace of trump, a bid of 0 is never met."""
    game = kibitz.game("ohhell", players=2, schedule=[1])
    for seed in range(200):
        state = game.new(seed)
        view = state.view(state.player)
        sure = evaluate(view)
        worst = sure.actions[-1]
        if worst.loss > 3:
            break
    found = reason(view, sure.best, worst, 1)
    assert found is not None
    assert (found.seat, found.best > found.made) == (view.seat, True)
    assert reason(view, worst, sure.best, 1) is None, "only what agrees"


def test_an_example_fits_what_the_seat_knew() -> None:
    for ply in range(16, 32):
        state = played(kibitz.game("belote"), 3, "rule", ply)
        view = state.view(state.player)
        if (ranked := evaluate(view)).actions[-1].loss > 5:
            break
    found = example(view, ranked.best.action, ranked.actions[-1].action, 1)
    assert found is not None
    assert found.loss > 0
    own = state.position()["hands"]
    assert found.hands[view.seat] == own[view.seat]
    assert list(map(len, found.hands)) == list(map(len, own))


@pytest.mark.parametrize(
    ("loss", "clear", "want"),
    [(0.0, False, "best"), (50.0, False, "good"), (5.0, True, "good"), (10.0, True, "inaccuracy"),
     (30.0, True, "mistake"), (70.0, True, "blunder")],
)  # fmt: skip
def test_grades(loss: float, clear: bool, want: str) -> None:
    assert grade(kibitz.game("belote"), loss, clear) == want


def test_a_soft_win_counts_half_from_the_first_exit_to_the_end() -> None:
    """The graph of Dubito does not jump when somebody is out, and ends where the points do."""
    game = kibitz.game("dubito", players=4)
    end, seat = next(
        (end, end.position()["out"][1])
        for end in (played(game, seed, "simple") for seed in range(20))
        if len(end.position()["out"]) > 1
    )
    found = review(game, end.record(), seat, tables=False, worlds=10)
    assert found.outcome == end.returns()[seat] == 0.5
    after = next(e for e in range(len(end.actions)) if _out(end, e))
    late = [j.chance.value for j in found.judged if j.ply > after and j.chance is not None]
    assert max(late, default=0.0) <= 0.5


def _out(end: State, ply: int) -> bool:
    return bool(end.game.rebuild(end.chance, end.actions[:ply]).position()["out"])
