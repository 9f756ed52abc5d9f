"""The sum of a finished deal, spelled out: the parts that every game's own module fills in.

A row is a fact (bid, tricks), a part of the sum (card points, a bonus), or a sum. In every column
the parts add up to the sum that follows them, so a player can check the arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from kibitz.core.events import Event

Kind = Literal["fact", "part", "sum"]


def summary_row(what: str, kind: Kind, values: Iterable[float | None]) -> dict[str, Any]:
    return {"what": what, "kind": kind, "values": list(values)}


def last_deal(history: Sequence[Event]) -> tuple[int, list[Event], tuple[int, ...]] | None:
    """Return the latest scored deal: its number, its events since the deal, and its score."""
    ends = [i for i, event in enumerate(history) if event.kind == "score"]
    if not ends:
        return None
    deals = [i for i in range(ends[-1]) if history[i].kind == "deal"]
    begin = deals[-1] if deals else 0
    score = history[ends[-1]].data
    assert isinstance(score, tuple)
    return len(ends), list(history[begin : ends[-1]]), score
