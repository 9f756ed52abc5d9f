"""The trial finds what is wrong with a bot, and nothing where nothing is."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import kibitz
from kibitz.arena.run.trial import PROBLEMS_MAX, Report, trial, trials
from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.simple import choose
from tests.support.found import GAMES


class Careless(Bot):
    """Remembers the last game, and lets it decide."""

    games = 0

    def start(self, game: kibitz.Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.games += 1

    def choose(self, view: kibitz.View) -> int:
        return view.legal()[self.games % len(view.legal())]


class Chancy(Bot):
    def choose(self, view: kibitz.View) -> int:
        return random.choice(view.legal())


class Blunt(Bot):
    def choose(self, view: kibitz.View) -> int:
        return 0


class Muddled(RuleBot):
    def __init__(self) -> None:
        super().__init__(choose)

    def explain(self) -> dict[str, object]:
        return ["no", "dict"]  # type: ignore[return-value]


def run(make: Callable[[], Bot], games: int = 12) -> Report:
    return trial(make, "ohhell", games=games)


def test_a_good_bot_is_fine() -> None:
    report = run(lambda: RuleBot(choose))
    assert report.fine
    assert (report.games, report.again) == (12, 12)
    assert len(report.seconds) > 12


@pytest.mark.parametrize("make", [Careless, Chancy])
def test_what_does_not_replay_is_found(make: type[Bot]) -> None:
    report = run(make)
    assert not report.problems
    assert report.differences
    found = report.differences[0]
    assert found.first != found.second


def test_illegal_actions_are_found_with_what_was_seen() -> None:
    report = run(Blunt, 200)
    assert len(report.problems) == PROBLEMS_MAX == report.games
    problem = report.problems[0]
    assert problem.forfeit.reason == "illegal_move"
    assert "Oh Hell" in problem.seen
    again = trial(Blunt, "ohhell", games=1, seed=problem.seed, options=problem.options)
    assert again.problems[0].forfeit == problem.forfeit


def test_explanations_are_looked_at() -> None:
    (problem,) = run(Muddled).problems
    assert "explain returned list, not a dict" in problem.forfeit.message


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_many_trials(name: str) -> None:
    options = trials(name)
    assert len({str(chosen) for chosen in options}) > 1
    for chosen in options:
        kibitz.game(name, **chosen)


def test_a_game_without_a_list_has_its_defaults() -> None:
    assert trials("nowhere") == [{}]
