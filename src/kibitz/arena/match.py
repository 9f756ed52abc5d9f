"""One game between bots: seat them, show them what they may know, and apply their actions.

    played = play(kibitz.game("ohhell"), [bot, bot, bot, bot], seed=7)

The bots' seeds follow from the game's seed and their seats, so a game between bots with a
simulation budget replays from its seed. A bot on several seats must be given as several instances.

With `forfeits=True` a bot that breaks the contract (it raises, is too slow, plays an illegal
action) loses that game with a named reason, and nothing is raised: the match continues.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz.bots.bot import Bot, decide
from kibitz.bots.remote.forfeit import Forfeit, IllegalMove, fault_of
from kibitz.core.errors import IllegalAction, KibitzError
from kibitz.core.game import Game
from kibitz.core.record import Record
from kibitz.core.rng import mix
from kibitz.core.state import State

BOT_STREAM = 0x626F7473  # separates the bots' random numbers from the game's


@dataclass(frozen=True)
class Played:
    """A finished game, or one that was forfeited."""

    record: Record
    returns: list[float]  # running scores if forfeited
    outcome: list[float]  # if forfeited, the others share the win
    moves: list[int]  # decisions of each seat that had a choice
    seconds: list[float]  # CPU time of each seat in this process
    forfeit: Forfeit | None = None


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot on a seat of the game with this seed."""
    return mix(mix(seed, BOT_STREAM), seat)


def play(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    state: State | None = None,
    *,
    forfeits: bool = False,
) -> Played:
    """Play a game to its end, from `state` if one is given.

    A bot's fault raises or, with `forfeits`, ends the game as its loss.

    >>> import kibitz
    >>> bots = [kibitz.bots.bot("qwixx", name) for name in ("ga", "random")]
    >>> played = play(kibitz.game("qwixx", players=2), bots, seed=1)
    >>> len(played.returns)
    2
    """
    assert len(bots) == game.players, "one bot per seat"
    assert len(set(map(id, bots))) == len(bots), "each bot has one seat"
    state = game.new(seed) if state is None else state
    moves, seconds = [0] * game.players, [0.0] * game.players
    try:
        _play(state, bots, seed, moves, seconds, forfeits)
    except _Lost as lost:
        outcome = forfeited(game, lost.forfeit.seat)
        return Played(state.record(), state.scores(), outcome, moves, seconds, lost.forfeit)
    return Played(state.record(), state.returns(), state.outcome(), moves, seconds)


def _play(
    state: State,
    bots: Sequence[Bot],
    seed: int,
    moves: list[int],
    seconds: list[float],
    forfeits: bool,
) -> None:
    seen = [0] * len(bots)
    listens = [bot.listens for bot in bots]
    blame = _blame if forfeits else contextlib.nullcontext
    for seat, bot in enumerate(bots):
        with blame(seat):
            bot.start(state.game, seat, bot_seed(seed, seat))

    def show_events() -> None:
        """Pass on what has just happened, to the bots that listen."""
        for seat, bot in enumerate(bots):
            if listens[seat]:
                history = state.view(seat).history
                begin = time.process_time()
                with blame(seat):
                    for event in history[seen[seat] :]:
                        bot.observe(event)
                seen[seat] = len(history)
                seconds[seat] += time.process_time() - begin

    while not state.done:
        show_events()
        seat = state.player
        bot, view = bots[seat], state.view(seat)
        begin = time.process_time()
        with blame(seat):
            action = decide(bot, state, view)
            seconds[seat] += time.process_time() - begin
            moves[seat] += len(view.legal_actions) > 1
            state.apply(action)
    show_events()


def forfeited(game: Game, seat: int) -> list[float]:
    """Return the outcome of a forfeited game: the seat's side loses, the others share the win."""
    side = game.side(seat)
    others = game.players - len(side)
    return [0.0 if other in side else 1 / others for other in range(game.players)]


class _Lost(Exception):
    def __init__(self, forfeit: Forfeit) -> None:
        self.forfeit = forfeit


@contextlib.contextmanager
def _blame(seat: int) -> Iterator[None]:
    """Blame this seat for anything raised inside, unless it is our own fault."""
    try:
        yield
    except IllegalAction as error:
        raise _Lost(Forfeit.of(seat, IllegalMove(str(error)))) from error
    except (Exception, SystemExit) as error:
        if isinstance(error, KibitzError) and error.fault == "us":
            raise
        raise _Lost(Forfeit.of(seat, fault_of(error))) from error
