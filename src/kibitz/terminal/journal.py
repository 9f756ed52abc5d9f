"""The journal: the current game in one file, rewritten after every action.

    {"journal": 1, "seat": 0, "against": ["smart", ...], "record": {...}}

`against` names the bots of the other seats; without it they are `simple`. The record holds seed,
chance and actions, so the game resumes where it was: `kill -9` loses at most the action in flight.
There is one journal per game, and one process holds it at a time. A damaged journal raises a named
error; it is renamed, never deleted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core import files, home
from kibitz.core import record as records
from kibitz.core.errors import KibitzError
from kibitz.core.state import State
from kibitz.games.recorded import game_of
from kibitz.terminal.opponents import SIMPLE

FORMAT = 1
SIZE_MAX = records.LINE_LENGTH_MAX + 1000  # bytes


class BadJournal(KibitzError):
    """A file that is not a journal, or whose game does not replay."""

    code = "bad_journal"


@dataclass(frozen=True)
class Saved:
    """A game that can be resumed."""

    state: State
    seat: int
    against: tuple[str, ...] = SIMPLE


class Journal:
    """The journal of one game; it stays locked until `close`."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.path: Path = home.journal_path(game)
        self._lock = files.Lock(self.path.with_suffix(".lock"), f"the saved game of {game}")

    def load(self, engine: str | None = None) -> Saved | None:
        """Load the saved game, or None if there is none. A damaged one is renamed and raises."""
        data = files.read(self.path, SIZE_MAX)
        if data is None:
            return None
        try:
            return _parse(data, self.game, engine)
        except KibitzError as error:
            aside = files.set_aside(self.path, "damaged")
            raise BadJournal(
                f"the saved game is damaged ({error}) and was moved to {aside}"
            ) from None

    def save(self, state: State, seat: int, against: Sequence[str] = SIMPLE) -> None:
        """Save the game after an action; when this returns, it is on disk."""
        entry = {"journal": FORMAT, "seat": seat, "against": list(against)}
        line = json.dumps(entry | {"record": state.record()})
        files.write_atomic(self.path, line + "\n")

    def put_away(self) -> None:
        """Rename the saved game before a new one is started."""
        if self.path.exists():
            self.path.replace(self.path.with_suffix(".previous.json"))

    def finish(self, state: State) -> Path:
        """Save the record of a finished game, then remove the journal."""
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
        raise BadJournal("it lacks the keys of a journal")
    if entry["journal"] != FORMAT:
        raise BadJournal(f"it has format {entry['journal']!r}, but only {FORMAT} is supported")
    record = records.parse(entry["record"])
    if record["game"] != game:
        raise BadJournal(f"it has a game of {record['game']!r}")
    if record["seed"] is None:
        raise BadJournal("its game has no seed")
    rules = game_of(record, engine)
    state = rules.replay(record)
    against = entry.get("against", list(SIMPLE))
    if not isinstance(against, list) or not all(isinstance(name, str) for name in against):
        raise BadJournal("its opponents are not a list of names")
    if len(against) not in (1, rules.players - 1):
        raise BadJournal(f"it has {len(against)} opponents, not {rules.players - 1}")
    return Saved(state, rules.check_seat(entry["seat"]), tuple(against))
