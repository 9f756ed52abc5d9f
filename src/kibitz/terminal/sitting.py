"""A sitting: one person at a table with bots, saved after every action.

It uses the same kibitz.table as the server, but the bots think in this process and the journal
saves the game. Both the screen and the bots get only a View. A bot is restarted at every decision,
with a seed derived from the game's seed and the number of actions so far, and replays every event
its seat has seen. A game therefore continues identically after a resume or an undo, except against
bots with a time budget.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from kibitz.bots.bot import decide
from kibitz.bots.spec.spec import Spec
from kibitz.core.game import Game
from kibitz.core.record import Record
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.table import events, undo
from kibitz.table.errors import CannotUndo
from kibitz.table.setup import Setup
from kibitz.table.step import step
from kibitz.table.table import Seat, Table
from kibitz.terminal.journal import Journal, Saved
from kibitz.terminal.opponents import SIMPLE, find_opponents, reference

__all__ = ["CannotUndo", "Sitting", "draw_seed"]

SEED_MAX = 10**9  # for random seeds: short enough to pass on
BOT_STREAM = 0x626F7473  # keeps the bots' random stream apart from the game's

PERSON = "you"  # the player's id at the table


def draw_seed() -> int:
    return secrets.randbelow(SEED_MAX)


class Sitting:
    """A game in progress: `view` is what to show, `act` the player's move, `bot_step` a bot's."""

    def __init__(
        self,
        state: State,
        seat: int,
        journal: Journal | None = None,
        opponents: Sequence[Spec] | None = None,
    ) -> None:
        self.game: Game = state.game
        self.seat = self.game.check_seat(seat)
        self._journal = journal
        self.opponents = list(opponents or find_opponents(self.game, SIMPLE))
        others = [other for other in range(self.game.players) if other != self.seat]
        made = [spec.bot() for spec in self.opponents]
        self._bots = dict(zip(others, made, strict=True))
        self._bot_seed = mix(state.seed or 0, BOT_STREAM)
        self._table = seated(state, self.seat, [spec.name for spec in self.opponents])
        self.finished_in: Path | None = None  # the file with the finished game's record
        self._save()

    @classmethod
    def begin(
        cls,
        game: Game,
        seed: int,
        seat: int,
        journal: Journal | None = None,
        opponents: Sequence[Spec] | None = None,
    ) -> Sitting:
        game.check_seat(seat)  # before an older saved game is renamed
        state = game.new(seed)
        if journal is not None:
            journal.put_away()
        return cls(state, seat, journal, opponents)

    @classmethod
    def resume(
        cls, saved: Saved, journal: Journal | None = None, opponents: Sequence[Spec] | None = None
    ) -> Sitting:
        return cls(saved.state, saved.seat, journal, opponents)

    def again(self) -> Sitting:
        """Start another game with the same options, seat and opponents."""
        return self.begin(self.game, draw_seed(), self.seat, self._journal, self.opponents)

    @property
    def _state(self) -> State:
        assert self._table.state is not None
        return self._table.state

    @property
    def view(self) -> View:
        return self._table.view(self.seat)

    @property
    def done(self) -> bool:
        return self._state.done

    @property
    def my_turn(self) -> bool:
        return self._state.player == self.seat

    @property
    def seed(self) -> int | None:
        """The game's seed. It reveals every card: show it only after the end."""
        return self._state.seed

    @property
    def length(self) -> int:
        """The number of actions so far."""
        return self._table.ply

    def act(self, action: int) -> None:
        """Play the player's action; an illegal one raises and changes nothing."""
        assert self.my_turn
        self._happen(events.Act(PERSON, self._table.game, self._table.ply, action))

    def bot_step(self) -> None:
        """Play one action of the bot whose turn it is."""
        seat = self._state.player
        assert seat >= 0
        assert seat != self.seat
        bot, view = self._bots[seat], self._table.view(seat)
        bot.start(self.game, seat, mix(self._bot_seed, self.length))
        if bot.listens:
            for event in view.history:
                bot.observe(event)
        action = decide(bot, self._state, view)
        self._happen(events.BotActs(seat, self._table.game, self._table.ply, action))

    def undo(self) -> str:
        """Undo the player's last action and the bots' replies; return a message about it.

        Raise CannotUndo if something hidden has been revealed since.
        """
        seen = undo.seen(self._table, self.seat)
        self._happen(events.Undo(PERSON))
        if not seen:
            return "Undone."
        replies = "one reply" if seen == 1 else f"{seen} replies"
        return f"Undone. You have already seen {replies}, so you know more than you should."

    def _happen(self, event: events.Event) -> None:
        """Apply an event; when this returns, it is on disk."""
        self._table, _ = step(self._table, event, time.time())
        self._save()

    def returns(self) -> list[float]:
        return self._state.returns()

    def outcome(self) -> list[float]:
        return self._state.outcome()

    def record(self) -> Record:
        return self._state.record()

    def _save(self) -> None:
        if self._journal is None:
            return
        if self._state.done:
            self.finished_in = self._journal.finish(self._state)
        else:
            against = [reference(spec) for spec in self.opponents]
            self._journal.save(self._state, self.seat, against)


def seated(state: State, seat: int, opponents: Sequence[str]) -> Table:
    """Return a table in mid-game, with one person and bots."""
    names = iter(opponents)
    seats = tuple(
        Seat("person", PERSON, "You") if i == seat else Seat("bot", None, bot := next(names), bot)
        for i in range(state.game.players)
    )
    setup = Setup(state.game.name, state.game.chosen_options(), pace_ms=0)
    return Table(
        id="terminal",
        setup=setup,
        host=PERSON,
        created=0.0,
        seats=seats,
        status="over" if state.done else "playing",
        game=1,
        state=state,
        ply=len(state.actions),
    )
