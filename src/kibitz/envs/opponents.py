"""Who plays the other seats of an environment: players by name, or a function.

"random" takes any legal action. Any other name is a player of `kibitz.bots` ("simple" is each
game's rule player), and a function takes a view and a stream. All get a View, never the state; an
oracle, which needs the state, is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from kibitz import bots
from kibitz.bots.bot import Bot
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import State
from kibitz.core.view import View

Choose = Callable[[View, Stream], int]


class Opponents(Protocol):
    """All seats except the learner's."""

    def sit(self, learner: int) -> None:
        """Learn which seat is not theirs, before a game begins."""

    def begin(self, rng: Stream) -> None:
        """Start a new game; all its randomness comes from `rng`."""

    def act(self, state: State) -> int:
        """Return the action of the seat to act."""


def opponents(policy: str | Choose | Sequence[str | Choose], game: Game) -> Opponents:
    """Return opponents from a player's name, a function of a view and a stream, or a list of them.

    A list has one for each other seat, clockwise from the learner's.
    """
    if isinstance(policy, list | tuple):
        if len(policy) != game.players - 1:
            raise BadOption(
                f"opponents lists one player for each of the {game.players - 1} other seats, "
                f"not {len(policy)}"
            )
        return Several(game, [opponents(one, game) for one in policy])
    if policy == "random":
        return AtRandom()
    if callable(policy):
        return ByFunction(policy)
    if not isinstance(policy, str):
        raise BadOption(
            f"opponents is a player's name or a function of a view and a stream, not {policy!r}"
        )
    spec = bots.spec(game.name, policy)
    if spec.oracle:
        raise BadOption(f"{policy} is an oracle, which sees all hands: it cannot be an opponent")
    return ByBots(game, spec)


class Anywhere:
    """Opponents that do not care which seat is the learner's."""

    def sit(self, learner: int) -> None: ...


class Several(Anywhere):
    """Different opponents, clockwise from the learner's seat."""

    def __init__(self, game: Game, others: Sequence[Opponents]) -> None:
        self.players, self.others, self.learner = game.players, others, 0

    def sit(self, learner: int) -> None:
        self.learner = learner

    def begin(self, rng: Stream) -> None:
        for place, one in enumerate(self.others):
            one.begin(Stream(mix(rng.word(), place)))

    def act(self, state: State) -> int:
        return self.others[(state.player - self.learner - 1) % self.players].act(state)


class AtRandom(Anywhere):
    """Take any legal action, without the cost of a view."""

    def begin(self, rng: Stream) -> None:
        self.rng = rng

    def act(self, state: State) -> int:
        legal = state.legal()
        return legal[self.rng.below(len(legal))]


class ByFunction(Anywhere):
    def __init__(self, choose: Choose) -> None:
        self.choose = choose

    def begin(self, rng: Stream) -> None:
        self.rng = rng

    def act(self, state: State) -> int:
        return self.choose(state.view(state.player), self.rng)


class ByBots(Anywhere):
    """One bot per seat, from one spec."""

    def __init__(self, game: Game, spec: bots.Spec) -> None:
        self.game = game
        self.made: list[Bot] = [spec.bot() for _ in range(game.players)]

    def begin(self, rng: Stream) -> None:
        for seat, bot in enumerate(self.made):
            bot.start(self.game, seat, rng.word())
        self.seen = [0] * len(self.made)

    def act(self, state: State) -> int:
        seat = state.player
        bot, view = self.made[seat], state.view(seat)
        if bot.listens:
            for event in view.history[self.seen[seat] :]:
                bot.observe(event)
            self.seen[seat] = len(view.history)
        return bot.choose(view)
