"""What a bot is: a View in, an action out.

    class MyBot(Bot):
        def choose(self, view):
            return view.legal()[0]

A bot sits on one seat of one game at a time. `start` tells which; then `choose` is asked whenever
the seat is on turn, with what the seat may know and nothing else. All else is optional: `observe`
is told every event as the seat sees it, in order, before the next question; `explain` says in plain
numbers and texts why the last action was chosen, for a page to show.

Whatever is random comes from `self.rng`, so that the same seed plays the same game.

An oracle sees what its seat may not know. It says so (`oracle`), has `choose_knowing(state)` in
place of `choose`, and plays only where what runs the game hands it the state: `decide` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

from kibitz.core.errors import OracleOnly
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import View

Rule = Callable[[View, Stream], int]  # a player without memory: all it needs is in the view


class Bot:
    """The base of every player."""

    game: Game
    seat: int
    rng: Stream
    plays: tuple[str, ...] = ()  # the games that it plays; empty for any
    kind = "rule"  # how it decides: rule, search, network, oracle or stranger
    oracle = False  # whether it sees what its seat may not know: for analysis, never in a ranking

    def start(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. A bot that keeps something of the last one forgets it here."""
        self.game, self.seat, self.rng = game, seat, Stream(seed)

    def choose(self, view: View) -> int:
        """A legal action; this seat is on turn."""
        raise NotImplementedError

    def choose_many(self, views: Sequence[View]) -> list[int]:
        """The batched form, for players without memory: an action for each of many positions.

        The views may be of many games and seats. A network answers them in one go; others one by
        one.
        """
        return [self.choose(view) for view in views]

    def choose_knowing(self, state: State) -> int:  # noqa: ARG002
        """The choice of an oracle, which may look at all of a copy of the state."""
        raise OracleOnly(f"{type(self).__name__} is no oracle: it is asked with a view")

    @property
    def listens(self) -> bool:
        """Whether `observe` does anything: else what runs the game need not tell."""
        return type(self).observe is not Bot.observe

    def observe(self, event: Event) -> None:
        """Something happened, as this seat saw it."""

    def explain(self) -> dict[str, Any]:
        """Why the last action was chosen: plain numbers, texts and lists, ready for JSON."""
        return {}

    def close(self) -> None:
        """Let go of what it holds: a process, a connection. A `with` does it at its end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class RuleBot(Bot):
    """A rule without memory, as a bot. Its native twin draws the same numbers from the stream."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def choose(self, view: View) -> int:
        return self.rule(view, self.rng)


def decide(bot: Bot, state: State, view: View) -> int:
    """Ask the bot on turn. For what runs a game, and so holds its state; `view` is the bot's.

    Only an oracle is handed more than the view: a copy of the state, whose coming dice and deals
    are not those of the game.
    """
    if bot.oracle:
        return bot.choose_knowing(state.copy(seed=bot.rng.word()))
    return bot.choose(view)
