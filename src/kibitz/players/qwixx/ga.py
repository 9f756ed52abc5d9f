"""Qwixx by four weights: values the sheet after each sensible move, and takes the best.

The value is the sum of the weights times
    chance    over open rows: P(a white sum is the next free number) * (marks + 1)
    strikes
    marks     over all rows: marks squared
    skipped   over open rows: numbers skipped
On the own turn ties go to the last move. On others' turns making no mark is a move too, and wins
ties; rows that anyone has locked in this turn count as closed.

Eight weights are four for the start of a game and four for its end; in between both count, in
proportion to the progress of the sheets (`stage`). Values are whole numbers of UNIT / 7, so sums
are exact, and ties are ties, in any order of addition. The value is a sum over rows, which makes
the twin in native/players/qwixx_rule_players.hpp fast.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.bots.bot import Rule, RuleBot
from kibitz.core.errors import BadOption
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.qwixx.rules import CELLS, ROWS, frontier, locked, marks
from kibitz.games.qwixx.view import QwixxView
from kibitz.players.qwixx.turn import Move, Turn, sensible, turn

ABOUT = "Values the sheet after each sensible move by four evolved weights."

NAMES = ("chance", "strikes", "marks", "skipped")
# kibitz evolve qwixx -o ga.json --table 2 --table 2 --table 4 --generations 120 --seed 2
WEIGHTS = (0.947079, -0.300736, 0.035976, -0.106321)
WEIGHT_MAX = 1000.0
UNIT = 2.0**-32
ROLLS_OF_TWO = 36
STAGE_LAST = 7
CELLS_EACH = 4  # per stage


def choose(view: View, rng: Stream) -> int:
    return choose_shipped(view, rng)


class Player(RuleBot):
    """The same with weights from a spec, such as those of `kibitz evolve`."""

    def __init__(self, weights: Sequence[float] = WEIGHTS) -> None:
        super().__init__(rule(weights))


def native(weights: Sequence[float]) -> tuple[str, Sequence[float]]:
    """The native player and its numbers."""
    return "ga", weights


NATIVE = native


def rule(weights: Sequence[float]) -> Rule:
    """The rule with these weights."""
    stages = in_units(weights)

    def choose_best(view: View, _rng: Stream) -> int:
        assert isinstance(view, QwixxView)
        now, units = turn(view), stages[stage(view)]
        moves = sensible(now)
        first = 0 if now.own else 1  # no mark on another's turn wins ties
        order = moves[:first] + moves[first:][::-1]  # ties between the others go to the last
        return now.action(max(order, key=lambda move: value(now, move, units)))

    return choose_best


def in_units(weights: Sequence[float]) -> list[tuple[int, ...]]:
    """The weights of each stage in units; that of the chance for each of the 36 rolls."""
    count = len(NAMES)
    right = len(weights) in (count, 2 * count)
    if not right or not all(abs(weight) <= WEIGHT_MAX for weight in weights):
        raise BadOption(
            f"weights must be {count} numbers up to {WEIGHT_MAX:g}: {', '.join(NAMES)}; or one set "
            "for the start and one for the end of a game"
        )
    ends = []
    for chance, *others in (weights[:count], weights[-count:]):
        ends.append([round(weight / UNIT) for weight in (chance / ROLLS_OF_TWO, *others)])
    return [
        tuple(a * (STAGE_LAST - k) + b * k for a, b in zip(*ends, strict=True))
        for k in range(STAGE_LAST + 1)
    ]


def stage(view: QwixxView) -> int:
    """The progress of the game: numbers marked or skipped, averaged over all sheets.

    A closed row counts in full: it brings the end closer for everyone.
    """
    cells = sum(
        CELLS if closed else frontier(bits)
        for sheet in view.sheets
        for bits, closed in zip(sheet, view.closed, strict=True)
    )
    return min(STAGE_LAST, cells // (CELLS_EACH * len(view.sheets)))


def value(now: Turn, move: Move, units: tuple[int, ...]) -> int:
    """The value of the own sheet after a move, in units."""
    ways = squares = skipped = 0
    for row in range(len(ROWS)):
        bits = move.sheet[row]
        squares += marks(bits) ** 2
        if not now.shut[row] and not locked(bits):
            ways += ways_of(frontier(bits)) * (marks(bits) + 1)
            skipped += frontier(bits) - bits.bit_count()
    features = (ways, move.strikes, squares, skipped)
    return sum(unit * feature for unit, feature in zip(units, features, strict=True))


def genes(view: QwixxView, seat: int) -> tuple[float, ...]:
    """What the four weights multiply, for the sheet of a seat as it is."""
    sheet = view.sheets[seat]
    open_rows = [
        bits
        for bits, closed in zip(sheet, view.closed, strict=True)
        if not closed and not locked(bits)
    ]
    return (
        sum(ways_of(frontier(bits)) * (marks(bits) + 1) for bits in open_rows) / ROLLS_OF_TWO,
        float(view.strikes[seat]),
        float(sum(marks(bits) ** 2 for bits in sheet)),
        float(sum(frontier(bits) - bits.bit_count() for bits in open_rows)),
    )


def ways_of(cell: int) -> int:
    """The number of rolls, out of 36, whose white sum is a cell's number; symmetric."""
    return 6 - abs(CELLS // 2 - cell)


choose_shipped = rule(WEIGHTS)
