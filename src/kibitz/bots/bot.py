"""What a bot is: a View in, an action out.

    class MyBot(Bot):
        def choose(self, view):
            return view.legal()[0]

A bot sits at one seat of one game at a time. `start` announces the seat; `choose` is then called
whenever it is that seat's turn, with what the seat may know and nothing else. Everything else is
optional: `observe` receives every event as the seat sees it, in order, before the next decision;
`explain` gives the reasons for the last action in plain numbers and texts, for a page to show.

All randomness comes from `self.rng`, so that the same seed plays the same game.

An oracle sees what its seat may not know. It declares so (`oracle`), implements
`choose_knowing(state)` instead of `choose`, and plays only where the runner of the game passes it
the state, as `decide` does.
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
    """The base class of every player: subclass it and implement `choose`.

    >>> class Lowest(Bot):
    ...     def choose(self, view):
    ...         return min(view.legal())
    """

    game: Game
    seat: int
    rng: Stream
    plays: tuple[str, ...] = ()  # the games that it plays; empty for any
    kind = "rule"  # how it decides: rule, search, network, oracle or stranger
    oracle = False  # whether it sees what its seat may not know: for analysis, never ranked

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Start a new game. A bot resets its memory of the last one here."""
        self.game, self.seat, self.rng = game, seat, Stream(seed)

    def choose(self, view: View) -> int:
        """Return a legal action; called when it is this seat's turn."""
        raise NotImplementedError

    def choose_many(self, views: Sequence[View]) -> list[int]:
        """Batched form for players without memory: return an action for each of many positions.

        The views may be of many games and seats. A network evaluates them as one batch; others
        loop.
        """
        return [self.choose(view) for view in views]

    def choose_knowing(self, state: State) -> int:  # noqa: ARG002
        """Choose as an oracle, which may inspect a copy of the state."""
        raise OracleOnly(f"{type(self).__name__} is not an oracle: it needs a view")

    @property
    def class_name(self) -> str:
        """The name of the class that the author wrote."""
        return type(self).__name__

    @property
    def listens(self) -> bool:
        """Whether `observe` is overridden; otherwise the runner need not call it."""
        return type(self).observe is not Bot.observe

    def observe(self, event: Event) -> None:
        """Handle an event, as this seat saw it."""

    def explain(self) -> dict[str, Any]:
        """Why the last action was chosen: plain numbers, strings and lists, ready for JSON."""
        return {}

    def close(self) -> None:
        """Release resources such as a process or a connection. Also called at the end of a
        `with`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class RuleBot(Bot):
    """A memoryless rule as a bot. Its native twin draws the same numbers from the stream."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def choose(self, view: View) -> int:
        return self.rule(view, self.rng)


def decide(bot: Bot, state: State, view: View) -> int:
    """Ask the bot whose turn it is. For runners, which hold the state; `view` is the bot's.

    Only an oracle receives more than the view: a copy of the state, whose future dice and deals
    differ from those of the game.
    """
    if bot.oracle:
        return bot.choose_knowing(state.copy(seed=bot.rng.word()))
    return bot.choose(view)
