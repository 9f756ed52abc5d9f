"""A bot that runs elsewhere: in another process, in another language, on another machine.

It sends what docs/bot-protocol.md describes over a line, and plays the answers. One class serves
all kinds of lines. A bot that forfeited a game is restarted for the next one.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from kibitz.bots.bot import Bot
from kibitz.bots.remote import wire
from kibitz.bots.remote.forfeit import BadAnswer, BotFault, IllegalMove, WrongGame, clean
from kibitz.core.coerce import as_int, short
from kibitz.core.errors import BadAction, KibitzError
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.view import View

PROTOCOL = 1
WANTS = ("observation", "mask")


@dataclass(frozen=True)
class Clock:
    """The time limits of a bot."""

    move_seconds_max: float = 5.0
    start_seconds_max: float = 20.0  # to load a file, and to start a game


class Line(Protocol):
    """A transport for questions and answers. A fault closes it."""

    whole_history: bool  # whether every question carries all events, for a stateless other end

    @property
    def alive(self) -> bool: ...

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]: ...

    def forget_output(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Wants:
    """What a bot asks to get with every `choose`, in its answer to `start`."""

    more: tuple[str, ...] = ()  # of WANTS
    encoding: str | None = None  # of the observation; None is the game's default


def wants_of(game: Game, answer: Mapping[str, Any]) -> Wants:
    """Read and check the wishes in an answer to `start`."""
    more, encoding = answer.get("wants", []), answer.get("encoding")
    if not isinstance(more, list) or not all(word in WANTS for word in more):
        raise BadAnswer(f"it wants {clean(short(more))}; wants is a list of {', '.join(WANTS)}")
    if encoding is not None:
        try:
            encoding = game.encoding(encoding)
        except (KibitzError, TypeError) as error:
            raise BadAnswer(f"its encoding does not exist: {clean(str(error))}") from None
    return Wants(tuple(more), encoding)


class RemoteBot(Bot):
    """A bot behind a line."""

    kind = "stranger"

    def __init__(self, name: str, connect: Callable[[], Line], clock: Clock) -> None:
        self.name, self.clock = name, clock
        self._connect = connect
        self._line: Line | None = None
        self._sent: tuple[Event, ...] = ()
        self._wants = Wants()

    @property
    def line(self) -> Line:
        """The line, reopened if it was closed."""
        if self._line is None or not self._line.alive:
            self._line = self._connect()
        return self._line

    def start(self, game: Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        check_plays(self.plays, game.name)
        self._sent = ()
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
            "seed": hidden(seed),
        }
        line = self.line
        line.forget_output()
        answer = line.ask(question, self.clock.start_seconds_max)
        try:
            self._wants = wants_of(game, answer)
        except BotFault:
            self.close()
            raise

    def choose(self, view: View) -> int:
        line, history = self.line, view.history
        known = len(self._sent)
        if line.whole_history or history[:known] != self._sent:
            known = 0
        question = {
            "type": "choose",
            "from": known,
            "events": wire.write_events(history[known:]),
            "view": wire.write(view),
            **self._wanted(view),
        }
        answer = line.ask(question, self.clock.move_seconds_max)
        self._sent = history
        try:
            return check_action(view, answer.get("action"))
        except BotFault:
            self.close()
            raise

    def _wanted(self, view: View) -> dict[str, Any]:
        """What the bot asked for when the game started, besides the view."""
        found: dict[str, Any] = {}
        if "observation" in self._wants.more:
            found["observation"] = view.encode(self._wants.encoding).tolist()
        if "mask" in self._wants.more:
            found["mask"] = view.mask().astype(int).tolist()
        return found

    def observe(self, event: Event) -> None:
        """Pass on an event as it happens; only to a bot that listens."""
        question = {
            "type": "observe",
            "from": len(self._sent),
            "events": wire.write_events([event]),
        }
        self.line.ask(question, self.clock.move_seconds_max)
        self._sent = (*self._sent, event)

    @property
    def listens(self) -> bool:
        """Others get the events with the next question."""
        return False

    def explain(self) -> dict[str, Any]:
        said = self.line.ask({"type": "explain"}, self.clock.move_seconds_max).get("explain", {})
        if not isinstance(said, dict):
            self.close()
            raise BadAnswer(f"its explanation is not a mapping: {clean(short(said))}")
        return said

    def close(self) -> None:
        """End the process or close the connection. The next game reopens it."""
        if self._line is not None:
            self._line.close()


def hidden(seed: int) -> int:
    """A seed for an external bot, from which the seed of the game cannot be computed.

    Kibitz derives seeds by an invertible mixing, and the seed of a game determines all its cards.
    This hash cannot be inverted. (A small game seed can still be guessed from one's own cards:
    serious games use drawn seeds.)
    """
    key = seed.to_bytes(8, "little")
    return int.from_bytes(hashlib.blake2b(key, digest_size=8, person=b"kibitz bot").digest())


def check_plays(plays: tuple[str, ...], game: str) -> None:
    if plays and game not in plays:
        raise WrongGame(f"it plays {clean(', '.join(plays))}, not {game}")


def check_action(view: View, answer: object) -> int:
    """Return a legal action given by number or name; raise the reason if it is not one."""
    action = as_int(answer)
    if action is None and isinstance(answer, str):
        with contextlib.suppress(BadAction):
            action = view.game.parse_action(answer)
    if action is None:
        raise BadAnswer(f"its action is not a whole number: {clean(short(answer))}")
    if action in view.legal_actions:
        return action
    game, legal = view.game, view.legal_actions
    known = 0 <= action < game.num_actions
    name = f"{game.action_name(action)} (id {action})" if known else f"id {short(action)}"
    shown = ", ".join(game.action_name(a) for a in legal[:8])
    more = f" and {len(legal) - 8} more" if len(legal) > 8 else ""
    raise IllegalMove(f"it played {name} where {shown}{more} are legal")
