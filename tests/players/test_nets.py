"""Gates of the shipped networks: the player `net` of every game stays above its bars.

The rows, their bars and the seeds are those of benchmarks/strength/nets.py. A short sample finds a
network that is broken or far too weak; `make soak` plays the numbers of deals that are published.
"""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.strength.nets import FIRST, ROWS, TEAMS, Row, line, measure, opponent_of

from kibitz import bots


def gates(*, quick: bool) -> list[Any]:
    """Return a parameter for each row; without opponents that take minutes if it must be quick."""
    return [
        pytest.param(game, row, id="-".join(map(str, (game, row.opponent, *row.options.values()))))
        for game, rows in ROWS.items()
        for row in rows
        if not quick or opponent_of(game, row.opponent).native is not None
    ]


SAMPLE = 60  # deals, each played from every seat
TEAM_SAMPLE = 600  # deals, each played twice: points vary more than wins


def check(game: str, row: Row, deals: int, first: int) -> None:
    """Fail if the interval of what was measured lies below the bar."""
    found = measure(
        game, bots.spec(game, "net"), opponent_of(game, row.opponent), row, deals, first
    )
    assert found.high >= row.bar, line(game, row, found, 0.0)


@pytest.mark.parametrize(("game", "row"), gates(quick=True))
def test_no_network_is_below_its_bar_in_a_sample(game: str, row: Row) -> None:
    check(game, row, TEAM_SAMPLE if game in TEAMS else SAMPLE, first=31_000_001)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "row"), gates(quick=False))
def test_no_network_is_below_its_bar(game: str, row: Row) -> None:
    check(game, row, row.deals, FIRST)
