"""Records: a game as one JSON line, from which it replays exactly.

    {"kibitz": 1, "game": ..., "rules": ..., "options": {...}, "seed": ..., "chance": [...],
     "actions": [...], "returns": [...]}

`options` holds only those that differ from their defaults, sorted. Replay uses `chance` and
`actions`; a seed, if present, is checked against the chance. `returns` is null until the game is
over. A game that started from a position carries it under one more key, `position`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from kibitz.core.coerce import short
from kibitz.core.errors import BadRecord
from kibitz.core.rng import MASK, finalise

FORMAT = 1
KEYS = ("kibitz", "game", "rules", "options", "seed", "chance", "actions", "returns")
LINE_LENGTH_MAX = 4_000_000  # characters; far above the longest match, yet harmless


class Record(dict[str, Any]):
    """A record as a mapping; `str(record)` is its line."""

    def __str__(self) -> str:
        return json.dumps(self, separators=(",", ":"))


def parse(record: str | bytes | Mapping[str, Any]) -> Record:
    """Parse a record from a line or mapping. Its game is checked in `Game.replay`."""
    mapping = _read(record) if isinstance(record, (str, bytes)) else record
    if not isinstance(mapping, Mapping):
        raise BadRecord(f"a record must be a JSON object, not {type(mapping).__name__}")
    _check_keys(mapping)
    if type(mapping["kibitz"]) is not int or mapping["kibitz"] != FORMAT:
        raise BadRecord(f"the record's format must be {FORMAT}, not {short(mapping['kibitz'])}")
    if not isinstance(mapping["game"], str):
        raise BadRecord("the record's game must be a name")
    if type(mapping["rules"]) is not int:
        raise BadRecord("the record's rules must be a version number")
    if not isinstance(mapping["options"], Mapping):
        raise BadRecord("the record's options must be a mapping")
    for key in ("chance", "actions"):
        if not isinstance(mapping[key], (list, tuple)):
            raise BadRecord(f"the record's {key} must be a list")
    for action in mapping["actions"]:
        if type(action) is not int:
            raise BadRecord(f"an action in a record must be a whole number, not {short(action)}")
    _check_returns(mapping["returns"])
    return Record(mapping)


def _read(line: str | bytes) -> Any:
    if len(line) > LINE_LENGTH_MAX:
        raise BadRecord(f"a record may have at most {LINE_LENGTH_MAX} characters")
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"a record must be one line of JSON: {error}") from None


def _check_keys(record: Mapping[str, Any]) -> None:
    absent = [key for key in KEYS if key not in record]
    if absent:
        raise BadRecord(f"the record lacks {', '.join(absent)}")
    unknown = [short(key) for key in record if key not in KEYS and key != "position"]
    if unknown:
        raise BadRecord(f"the record has unknown keys: {', '.join(unknown[:8])}")


def _check_returns(returns: object) -> None:
    if returns is None:
        return
    if not isinstance(returns, (list, tuple)) or any(type(x) not in (int, float) for x in returns):
        raise BadRecord("the record's returns must be null or a list of numbers")


def fold(h: int, numbers: Iterable[int]) -> int:
    """Fold h = mix(h ^ (x + 1)) over the numbers: the hash of a history."""
    for x in numbers:
        h = finalise(h ^ ((x + 1) & MASK))
    return h
