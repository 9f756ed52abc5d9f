"""A bot that thinks elsewhere: in another process, in another language, on another machine.

It sends what docs/bot-protocol.md describes over a line, and plays what comes back. The same class
serves all of them; they differ in the line. A bot that lost a game by a broken promise is started
anew for the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Self

from kibitz.bots import wire
from kibitz.bots.bot import Bot
from kibitz.bots.forfeit import BadAnswer, IllegalMove, WrongGame, clean
from kibitz.core.errors import BadAction
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.plain import short, whole
from kibitz.core.view import View

PROTOCOL = 1


@dataclass(frozen=True)
class Clock:
    """How long a bot may take."""

    move_seconds_max: float = 5.0
    start_seconds_max: float = 20.0  # to load a file, and to begin a game


class Line(Protocol):
    """How questions go out and answers come back. A fault closes it."""

    whole_history: bool  # whether every question carries all events: the other end keeps nothing

    @property
    def alive(self) -> bool: ...

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]: ...

    def forget_output(self) -> None: ...

    def close(self) -> None: ...


class RemoteBot(Bot):
    """A bot behind a line."""

    def __init__(self, name: str, connect: Callable[[], Line], clock: Clock) -> None:
        self.name, self.clock = name, clock
        self.plays: tuple[str, ...] = ()
        self._connect = connect
        self._line: Line | None = None
        self._told: tuple[Event, ...] = ()

    @property
    def line(self) -> Line:
        """The line, made anew if it was closed."""
        if self._line is None or not self._line.alive:
            self._line = self._connect()
        return self._line

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        if self.plays and game.name not in self.plays:
            raise WrongGame(f"{self.name} plays {', '.join(self.plays)}, not {game.name}")
        self._told = ()
        question = {
            "type": "start",
            "kibitz": PROTOCOL,
            "game": game.name,
            "rules": game.version,
            "options": wire.plain(dict(game.options)),
            "engine": game.engine,
            "players": game.players,
            "num_actions": game.num_actions,
            "seat": seat,
            "seed": seed,
        }
        line = self.line
        line.forget_output()
        line.ask(question, self.clock.start_seconds_max)

    def choose(self, view: View) -> int:
        line, history = self.line, view.history
        known = len(self._told)
        if line.whole_history or history[:known] != self._told:
            known = 0
        question = {
            "type": "choose",
            "from": known,
            "events": wire.write_events(history[known:]),
            "view": wire.write(view),
        }
        answer = line.ask(question, self.clock.move_seconds_max)
        self._told = history
        return self._action(view, answer.get("action"))

    def _action(self, view: View, answer: object) -> int:
        """A legal action, by its number or its name; else the line is closed and the reason told."""
        action = whole(answer)
        if action is None and isinstance(answer, str):
            try:
                action = view.game.parse_action(answer)
            except BadAction:
                action = None
        if action is None:
            self.close()
            raise BadAnswer(f"its action is no number: {clean(short(answer))}")
        if action not in view.legal_actions:
            self.close()
            raise illegal(view, action)
        return action

    def explain(self) -> dict[str, Any]:
        said = self.line.ask({"type": "explain"}, self.clock.move_seconds_max).get("explain", {})
        if not isinstance(said, dict):
            self.close()
            raise BadAnswer(f"its explanation is no mapping: {clean(short(said))}")
        return said

    def close(self) -> None:
        """End the process or hang up. The next game opens the line again."""
        if self._line is not None:
            self._line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def illegal(view: View, action: int) -> IllegalMove:
    """Why an action cannot be made here."""
    game, legal = view.game, view.legal_actions
    known = 0 <= action < game.num_actions
    name = f"{game.action_name(action)} (id {action})" if known else f"id {short(action)}"
    shown = ", ".join(game.action_name(a) for a in legal[:8])
    more = f" and {len(legal) - 8} more" if len(legal) > 8 else ""
    return IllegalMove(f"it played {name} where {shown}{more} are legal")
