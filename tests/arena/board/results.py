"""Results made by hand, for tests of tables about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from kibitz.arena.result import Entrant, MatchInfo, Result


class Kept:
    """A store with given matches."""

    def __init__(self, *matches: tuple[MatchInfo, list[Result]]) -> None:
        self.kept = {info.id: (info, results) for info, results in matches}

    def matches(self) -> list[MatchInfo]:
        return [info for info, _ in self.kept.values()]

    def results(self, match_id: int, records: bool = False) -> Iterator[Result]:
        return iter(self.kept[match_id][1])


def entrant(label: str, kind: str = "rule", code: str = "") -> Entrant:
    return Entrant(label, label.split("#")[0], (code or label) * 8, kind, {})


def match(
    number: int, entrants: list[Entrant], results: list[Result], **more: Any
) -> tuple[MatchInfo, list[Result]]:
    info = MatchInfo(
        id=number,
        kind="h2h",
        game=more.get("game", "qwixx"),
        options=more.get("options", {}),
        rules=1,
        seed=1,
        created=datetime(2026, 1, 1, tzinfo=UTC),
        planned=max(r.unit for r in results) + 1,
        done=len({r.unit for r in results}),
        games=len(results),
        settings={},
        entrants=tuple(entrants),
    )
    return info, results


def game(unit: int, seats: str, returns: tuple[float, ...], **more: Any) -> Result:
    best = [x == max(returns) for x in returns]
    outcome = tuple(b / sum(best) for b in best)
    n = len(returns)
    found = Result(
        unit, unit * 8, tuple(seats.split()), 1, returns, outcome, (10,) * n, (0.02,) * n
    )
    return replace(found, **more)


def duel(a: str, b: str, units: int, wins: int) -> list[Result]:
    """Both games of a deal go the same way."""
    found = []
    for unit in range(units):
        won = (60.0, 50.0) if unit % units < wins else (50.0, 60.0)
        seed = 1000 * ord(a) + unit  # matches of other bots have other deals here
        found += [
            game(unit, f"{a} {b}", won, seed=seed),
            game(unit, f"{b} {a}", won[::-1], seed=seed),
        ]
    return found
