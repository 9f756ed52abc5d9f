"""The journal: the game under way as one file, rewritten whole after every action.

    {"journal": 1, "seat": 0, "against": ["smart", ...], "record": {...}}

`against` names the bots of the other seats; without it they are simple ones. The record holds seed,
chance and actions, so that the game resumes where it was: `kill -9` loses at most the action in
flight. One game of each name is under way at a time, and one process holds it. A damaged journal is
an error with a name; it is set aside, never deleted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core import files
from kibitz.core import record as records
from kibitz.core.errors import KibitzError
from kibitz.core.state import State
from kibitz.interfaces.local import home
from kibitz.interfaces.local.game_of import game_of
from kibitz.interfaces.local.opponents import SIMPLE

FORMAT = 1
SIZE_MAX = records.LINE_LENGTH_MAX + 1000  # bytes


class BadJournal(KibitzError):
    """A journal that is no journal, or whose game does not replay."""

    code = "bad_journal"


@dataclass(frozen=True)
class Saved:
    """A game that can go on."""

    state: State
    seat: int
    against: tuple[str, ...] = SIMPLE


class Journal:
    """The journal of one game's name; whoever makes one holds it until `close`."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.path: Path = home.journal_path(game)
        self._lock = files.Lock(self.path.with_suffix(".lock"), f"the saved game of {game}")

    def load(self, engine: str | None = None) -> Saved | None:
        """The saved game, None where there is none. A damaged one is set aside and refused."""
        data = files.read(self.path, SIZE_MAX)
        if data is None:
            return None
        try:
            return _parse(data, self.game, engine)
        except KibitzError as error:
            aside = files.set_aside(self.path, "damaged")
            raise BadJournal(f"the saved game is damaged ({error}); it is now {aside}") from None

    def save(self, state: State, seat: int, against: Sequence[str] = SIMPLE) -> None:
        """Called after every action: when this returns, the action is on the disk."""
        entry = {"journal": FORMAT, "seat": seat, "against": list(against)}
        line = json.dumps(entry | {"record": state.record()})
        files.write_atomic(self.path, line + "\n")

    def put_away(self) -> None:
        """Keep the saved game under another name, because a new one begins."""
        if self.path.exists():
            self.path.replace(self.path.with_suffix(".previous.json"))

    def finish(self, state: State) -> Path:
        """The game is over: keep its record, and remove the journal after that."""
        path = home.finished_path(self.game)
        files.append_line(path, str(state.record()))
        files.remove(self.path)
        return path

    def close(self) -> None:
        self._lock.release()


def _parse(data: bytes, game: str, engine: str | None) -> Saved:
    try:
        entry: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise BadJournal("it is not one line of JSON") from None
    if not isinstance(entry, dict) or set(entry) - {"against"} != {"journal", "seat", "record"}:
        raise BadJournal("it has not the parts of a journal")
    if entry["journal"] != FORMAT:
        raise BadJournal(f"it has format {entry['journal']!r}, this reads {FORMAT}")
    record = records.parse(entry["record"])
    if record["game"] != game:
        raise BadJournal(f"it holds a game of {record['game']!r}")
    if record["seed"] is None:
        raise BadJournal("its game has no seed")
    rules = game_of(record, engine)
    state = rules.replay(record)
    against = entry.get("against", list(SIMPLE))
    if not isinstance(against, list) or not all(isinstance(name, str) for name in against):
        raise BadJournal("its opponents are no list of names")
    if len(against) not in (1, rules.players - 1):
        raise BadJournal(f"it has {len(against)} opponents, not {rules.players - 1}")
    return Saved(state, rules.check_seat(entry["seat"]), tuple(against))
