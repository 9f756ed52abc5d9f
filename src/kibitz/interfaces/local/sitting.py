"""A sitting: one person at a table with bots, saved after every action.

The table is that of kibitz.table, the same as on the server; here the bots think in this process,
and the journal keeps it. What is shown and what bots get is a View. A bot begins anew at every
decision, with a seed that follows from the game's and the number of actions so far, and is told all
that its seat has seen: so a game that was resumed, or taken back, is the same game (of bots with a
time budget nobody can say that).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from kibitz.bots.bot import decide
from kibitz.bots.spec import Spec
from kibitz.core.game import Game
from kibitz.core.record import Record
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.interfaces.local.journal import Journal, Saved
from kibitz.interfaces.local.opponents import SIMPLE, find_opponents, reference
from kibitz.table import events, undo
from kibitz.table.errors import CannotUndo
from kibitz.table.setup import Setup
from kibitz.table.step import step
from kibitz.table.table import Seat, Table

__all__ = ["CannotUndo", "Sitting", "draw_seed"]

SEED_MAX = 10**9  # of a drawn seed: short enough to tell somebody
BOT_STREAM = 0x626F7473  # keeps the bots' numbers apart from those of the game

PERSON = "you"  # the player of the table


def draw_seed() -> int:
    return secrets.randbelow(SEED_MAX)


class Sitting:
    """A game under way: `view` to look at, `act` for the person, `bot_step` for the others."""

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
        self.finished_in: Path | None = None  # where the record of the finished game is
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
        game.check_seat(seat)  # before an older game is put away
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
        """Another game with the same options, seat and opponents."""
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
        """Tells every card: for the result screen, not before the end."""
        return self._state.seed

    @property
    def length(self) -> int:
        """Actions so far."""
        return self._table.ply

    def act(self, action: int) -> None:
        """The person's action; an illegal one raises and changes nothing."""
        assert self.my_turn
        self._happen(events.Act(PERSON, self._table.game, self._table.ply, action))

    def bot_step(self) -> None:
        """One action of the bot on turn."""
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
        """Take back the person's last action and what the bots did after it; a sentence of it.

        Refused where the rules have turned something over since.
        """
        seen = undo.seen(self._table, self.seat)
        self._happen(events.Undo(PERSON))
        if not seen:
            return "Taken back."
        replies = "a reply" if seen == 1 else f"{seen} replies"
        return f"Taken back. You had seen {replies}: you know more now than you should."

    def _happen(self, event: events.Event) -> None:
        """What the table accepts is on the disk when this returns."""
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
    """A table in the middle of a game, of one person and bots."""
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
