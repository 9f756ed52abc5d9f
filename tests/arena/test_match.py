"""One game between bots: seats, seeds, and what a bot observes."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.arena.match import play
from kibitz.bots.bot import Bot, RuleBot
from kibitz.bots.simple import choose
from kibitz.core.events import Event
from tests.support.found import GAMES


class Listener(RuleBot):
    """Compares the events it observed with those in its view."""

    def __init__(self) -> None:
        super().__init__(choose)

    def start(self, game: kibitz.Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.observed: list[Event] = []

    def observe(self, event: Event) -> None:
        self.observed.append(event)

    def choose(self, view: kibitz.View) -> int:
        assert view.seat == self.seat
        assert tuple(self.observed) == view.history
        return super().choose(view)


@pytest.mark.parametrize("name", GAMES)
def test_events_come_in_order_before_the_question(name: str) -> None:
    game = kibitz.game(name)
    played = play(game, [Listener() for _ in range(game.players)], 5)
    again = play(game, [Listener() for _ in range(game.players)], 5)
    assert played.record == again.record
    assert played.returns == game.replay(played.record).returns()
    assert sum(played.moves) > 0


def test_the_first_game_is_forgotten_when_the_next_starts() -> None:
    game = kibitz.game("ohhell")
    bots = [Listener() for _ in range(game.players)]
    play(game, bots, 1)
    play(game, bots, 2)


def test_a_bot_may_choose_for_many() -> None:
    class Lowest(Bot):
        def choose(self, view: kibitz.View) -> int:
            return view.legal()[0]

    states = [kibitz.game("ohhell").new(seed) for seed in range(3)]
    views = [state.view(state.player) for state in states]
    assert Lowest().choose_many(views) == [view.legal()[0] for view in views]
