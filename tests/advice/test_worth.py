"""What a position is worth where nobody has to decide."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.advice.worth import worth
from kibitz.players.qwixx import ga


def between_rolls(players: int) -> kibitz.State:
    position = {
        "step": "roll", "active": players - 1, "dice": None,
        "sheets": [[7, 0, 1, 0], [0, 0, 0, 0], [0, 0, 3, 0]][:players],
        "strikes": [1, 0, 0][:players], "closed": [False] * 4, "marked": False, "answers": [],
    }  # fmt: skip
    return kibitz.game("qwixx", players=players).new(position=position, chance="explicit")


def test_between_two_rolls_of_qwixx() -> None:
    rows = {(row.bot, row.name): row for row in worth(between_rolls(3))}
    assert sum(rows["value", "chance"].seats) == pytest.approx(1)
    assert rows["value", "mean"].unit == "points"
    assert min(rows["value", "sigma"].seats) > 0
    # Seat 0: red goes on at 5, green at 11, yellow and blue at their first; 4, 2, 1 and 1 ways.
    chance = (4 * 4 + 1 + 2 * 2 + 1) / 36
    assert rows["ga", "chance"].seats[0] == pytest.approx(ga.WEIGHTS[0] * chance)
    assert rows["ga", "strikes"].seats == pytest.approx([ga.WEIGHTS[1], 0, 0])
    assert rows["ga", "marks"].seats == pytest.approx([10 * ga.WEIGHTS[2], 0, 4 * ga.WEIGHTS[2]])
    parts = [rows["ga", name].seats[0] for name in ga.NAMES]
    assert rows["ga", "total"].seats[0] == pytest.approx(sum(parts))


def test_alone_and_at_the_end() -> None:
    rows = {(row.bot, row.name): row for row in worth(between_rolls(1))}
    assert rows["value", "chance"].seats == [1.0]


def test_nothing_within_a_turn_and_in_other_games() -> None:
    assert worth(kibitz.game("qwixx").new(1)) == []
    assert worth(kibitz.game("ohhell").new(1)) == []
