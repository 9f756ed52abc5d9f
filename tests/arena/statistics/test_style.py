"""Figures of style: every game has them, and they are what the game's own scores say."""

from typing import Any

import pytest

from kibitz import bots, games
from kibitz.arena import games as styles
from kibitz.arena.match import play
from kibitz.arena.result import Result
from kibitz.arena.statistics.style import Neighbours, Style, figures, has_neighbours
from kibitz.arena.statistics.tally import Tally
from kibitz.core.state import State


def played(name: str, seed: int, **options: Any) -> Result:
    """A game between simple (even seats) and random players."""
    game = games.game(name, **options)
    seats = tuple(("simple", "random")[seat % 2] for seat in range(game.players))
    found = play(game, [bots.bot(name, label) for label in seats], seed)
    return Result(
        seed,
        seed,
        seats,
        seed,
        tuple(found.returns),
        tuple(found.outcome),
        tuple(found.moves),
        tuple(found.seconds),
        None,
        str(found.record),
    )


def style_of(name: str, count: int = 12, **options: Any) -> tuple[Style, list[Result]]:
    style = Style(name)
    results = [played(name, seed, **options) for seed in range(count)]
    for result in results:
        style.add(result, result.unit)
    return style, results


def value(style: Style, label: str, figure: str) -> float:
    found = style.tallies[label].estimate(figure)
    assert found is not None, f"{label} has no {figure}"
    return found.value


def mean_return(results: list[Result], label: str) -> float:
    all_seats = [x for r in results for s, x in zip(r.seats, r.returns, strict=True) if s == label]
    return sum(all_seats) / len(all_seats)


def tallied(state: State) -> list[Tally]:
    module = __import__(f"{styles.__name__}.{state.game.name}", fromlist=["count"])
    tallies = [Tally() for _ in range(state.game.players)]
    module.count(state, tallies)
    return tallies


def rates(tally: Tally) -> dict[str, float]:
    found = {name: tally.estimate(name, at) for name, at in tally.sums if at is None}
    return {name: estimate.value for name, estimate in found.items() if estimate is not None}


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_a_style(name: str) -> None:
    style, _ = style_of(name, 4)
    assert style.games == 4
    for figure in figures(name).values():
        assert figure.title
        assert figure.about
    for label, tally in style.tallies.items():
        counted = {key[0] for key in tally.sums}
        assert counted <= set(style.figures), label
        for key in tally.sums:
            estimate = tally.estimate(*key)
            if estimate is not None and style.figures[key[0]].share:
                assert 0 <= estimate.value <= 1, f"{name}: {label} {key}"


def test_points_are_those_of_the_results() -> None:
    for name, figure in [("qwixx", "score"), ("codepiece", "points"), ("belote", "marks")]:
        style, results = style_of(name)
        for label in ("simple", "random"):
            assert value(style, label, figure) == pytest.approx(mean_return(results, label)), name


def test_belote() -> None:
    """80S by seat 1, coinched by seat 2: by rule 9 the score shows whether it was made."""
    game = games.game("belote")
    state = game.new(3)
    first = state.player
    for word in ("pass", "80S", "coinche", "pass", "pass", "pass"):
        state.apply(game.parse_action(word))
    while not state.done:
        state.apply(state.legal()[0])
    taker, coincher = (first + 1) % 4, (first + 2) % 4
    found = [rates(tally) for tally in tallied(state)]
    made = float(state.returns()[taker] > 0)
    assert found[taker] == {
        "bids": 1,
        "takes": 1,
        "made": made,
        "value": 80,
        "marks": state.returns()[taker],
    }
    assert found[coincher]["coinches"] == 1
    assert found[coincher]["coinche_right"] == 1 - made
    assert found[(coincher + 2) % 4]["coinches"] == 0
    assert "coinche_right" not in found[(coincher + 2) % 4]


def test_a_belote_match_counts_every_deal() -> None:
    style, results = style_of("belote", 2, match=True, target=600)
    for label in ("simple", "random"):
        deals = sum(of for _, of in style.tallies[label].sums["takes", None].values())
        total = sum(
            x for r in results for s, x in zip(r.seats, r.returns, strict=True) if s == label
        )
        assert value(style, label, "marks") == pytest.approx(total / deals)


def test_ohhell() -> None:
    style, results = style_of("ohhell", 4)
    tally = style.tallies["simple"]
    sizes = tally.series("by_size")
    assert [size for size, _ in sizes] == list(range(1, 13))
    rounds = 23
    assert value(style, "simple", "points") == pytest.approx(
        mean_return(results, "simple") / rounds
    )
    assert value(style, "simple", "accuracy") > value(style, "random", "accuracy")
    weights = [1, *[2] * 11]  # rule 1: every size twice but one card
    mean = sum(w * e.value for w, (_, e) in zip(weights, sizes, strict=True)) / rounds
    assert value(style, "simple", "accuracy") == pytest.approx(mean)


def test_dubito() -> None:
    """Every play of a short game by hand."""
    game = games.game("dubito", players=3)
    state = game.new(deal={"hands": [[1, 1, 2, 9], [3, 4, 4], [5, 6, 6]]})
    words = [
        "declare 1",
        "lay 1 1",  # seat 0, honest
        "lay 3",  # seat 1 bluffs
        "doubt",  # seat 2, rightly: seat 1 takes 1 1 3
        "declare 5",
        "lay 6 6",  # seat 2 bluffs
        "lay 2",  # seat 0 bluffs, and did not doubt
        "doubt",  # seat 1, rightly: seat 0 takes 6 6 2
        "declare 4",
        "lay 4 4",  # seat 1, honest
        "doubt",  # seat 2, wrongly: it takes them
    ]
    for word in words:
        state.apply(game.parse_action(word))
    zero, one, two = (rates(tally) for tally in tallied(state))
    assert zero == {"bluff": 0.5, "stealth": 0, "doubt": 0, "cards": 1.5, "hard": 0, "soft": 0}
    assert one == {
        "bluff": 0.5,
        "stealth": 0,
        "doubt": 0.5,
        "accuracy": 1,
        "cards": 1.5,
        "hard": 0,
        "soft": 0,
    }
    assert two == {
        "bluff": 1,
        "stealth": 1,
        "doubt": 1,
        "accuracy": 0.5,
        "cards": 2,
        "hard": 0,
        "soft": 0,
    }


@pytest.mark.parametrize("leave", ["challenge", "immediate"])
def test_dubito_places_are_the_points(leave: str) -> None:
    style, results = style_of("dubito", players=5, exit=leave)
    for label in ("simple", "random"):
        points = value(style, label, "hard") + value(style, label, "soft") / 2
        assert points == pytest.approx(mean_return(results, label))


def test_codepiece() -> None:
    game = games.game("codepiece")
    state = game.new(5)
    first = state.player
    for word in ("pass", "pass", "pass", "pass", "trump_S"):
        state.apply(game.parse_action(word))
    while not state.done:
        state.apply(state.legal()[0])
    found = rates(tallied(state)[first])
    made = float(state.returns()[first] > 0)
    assert found == {
        "bids": 0,
        "takes": 1,
        "points": state.returns()[first],
        "made": made,
        "bid": 7,
        "forced": 1,
    }


def test_neighbours() -> None:
    assert has_neighbours("dubito")
    assert not has_neighbours("belote")
    found = Neighbours("dubito")
    found.add(
        Result(0, 0, ("a", "b", "c"), 1, (1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1,) * 3, (0.0,) * 3), 0
    )
    scores = {key: tally.estimate("score") for key, tally in found.tallies.items()}
    assert {key: e.value for key, e in scores.items() if e is not None} == {
        ("a", "before", "c"): 1,
        ("a", "after", "b"): 1,
        ("b", "before", "a"): 0.25,
        ("b", "after", "c"): 0.25,
        ("c", "before", "b"): 0.25,
        ("c", "after", "a"): 0.25,
    }


def test_what_has_no_record_is_not_counted() -> None:
    style = Style("qwixx")
    style.add(Result(0, 0, ("a", "b"), 1, (1.0, 2.0), (0.0, 1.0), (1, 1), (0.0, 0.0)), 0)
    assert style.games == 0
    assert not style.tallies
