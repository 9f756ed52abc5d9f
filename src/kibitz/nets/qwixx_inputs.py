"""Qwixx: what the networks see of a game between two turns.

The seats count from the player who rolls next. A seat has fifteen inputs, each the number of a row
of one table:
    for each of the four rows of the sheets (ascending rows share their part of the table, and so
    do descending ones)
        reach and marks                  reach: numbers marked or skipped, 0 to 11; 12 where the row
        reach, and the others' highest   is closed. Marks: 0 to 12, a lock counts two
        marks, and the others' highest
    own strikes, and the others' most
    order, number of players, and turns until the seat rolls
    the lead over the best of the others, in points
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.qwixx.rules import CELLS, LOCKS_END, ROWS, STRIKES_END, frontier, marks, score

PLAYERS_MAX = 5
CLOSED = CELLS + 1  # the reach of a closed row
REACHES = CLOSED + 1
MARKS = CELLS + 2
PAIRS = REACHES * MARKS
ROW_PART = 3 * PAIRS
LEAD_MAX = 32  # points; a larger lead counts as this one
STRIKES_AT = 2 * ROW_PART
TABLE_AT = STRIKES_AT + (STRIKES_END + 1) ** 2
LEAD_AT = TABLE_AT + 2 * PLAYERS_MAX**2
TABLE = LEAD_AT + 2 * LEAD_MAX + 1
INPUTS = 3 * len(ROWS) + 3  # of a seat

Sheet = tuple[int, ...]


@dataclass(frozen=True)
class Between:
    """A game between two turns; the seats count from the player who rolls next."""

    sheets: tuple[Sheet, ...]
    strikes: tuple[int, ...]
    closed: tuple[bool, ...]
    sequential: bool

    @property
    def players(self) -> int:
        return len(self.sheets)

    @property
    def over(self) -> bool:
        return max(self.strikes) >= STRIKES_END or sum(self.closed) >= LOCKS_END

    @property
    def scores(self) -> list[int]:
        return [score(list(s), k) for s, k in zip(self.sheets, self.strikes, strict=True)]

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win, once the game is over."""
        scores = self.scores
        best = max(scores)
        return [1.0 / scores.count(best) if points == best else 0.0 for points in scores]


def inputs(position: Between) -> list[list[int]]:
    """The rows of the table that a position selects, for each seat."""
    scores = position.scores
    return [_inputs_of(position, seat, scores) for seat in range(position.players)]


def _inputs_of(position: Between, seat: int, scores: list[int]) -> list[int]:
    others = [k for k in range(position.players) if k != seat]
    found: list[int] = []
    for row in range(len(ROWS)):
        closed, base = position.closed[row], row // 2 * ROW_PART
        bits = position.sheets[seat][row]
        rows = [position.sheets[k][row] for k in others]
        reach = CLOSED if closed else frontier(bits)
        reach_others = CLOSED if closed else max((frontier(x) for x in rows), default=0)
        marks_others = max((marks(x) for x in rows), default=0)
        found.append(base + reach * MARKS + marks(bits))
        found.append(base + PAIRS + reach * REACHES + reach_others)
        found.append(base + 2 * PAIRS + marks(bits) * MARKS + marks_others)
    strikes_others = max((position.strikes[k] for k in others), default=0)
    lead = scores[seat] - max((scores[k] for k in others), default=scores[seat])
    table = position.sequential * PLAYERS_MAX + position.players - 1
    found.append(STRIKES_AT + position.strikes[seat] * (STRIKES_END + 1) + strikes_others)
    found.append(TABLE_AT + table * PLAYERS_MAX + seat)
    found.append(LEAD_AT + LEAD_MAX + max(-LEAD_MAX, min(LEAD_MAX, lead)))
    return found
