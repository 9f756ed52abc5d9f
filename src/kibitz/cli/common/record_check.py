"""Replay a record on every engine, and compare the results with the record and each other."""

from __future__ import annotations

from kibitz.core import engine as engines
from kibitz.core.errors import KibitzError
from kibitz.core.record import Record, parse
from kibitz.games.recorded import game_of


class EnginesDiffer(KibitzError):
    """The Python and native engines disagree: a bug in Kibitz."""

    code = "engines_differ"
    fault = "us"


def check(line: bytes, engine: str | None) -> tuple[Record, list[str], int]:
    """Return the record, the engines that replayed it, and the hash of its history.

    Raise a KibitzError if the record does not replay or the engines disagree.
    """
    record = parse(line)
    chosen = [engine] if engine is not None else _engines(record["game"])
    found: dict[str, tuple[int, list[float] | None]] = {}
    for name in chosen:
        state = game_of(record, name).replay(record)
        found[name] = (state.hash, state.returns() if state.done else None)
    if len(set(map(str, found.values()))) != 1:
        raise EnginesDiffer(f"the engines disagree on the result: {found}")
    return record, chosen, found[chosen[0]][0]


def _engines(game: str) -> list[str]:
    return ["python", "native"] if engines.has_twin(game) else ["python"]
