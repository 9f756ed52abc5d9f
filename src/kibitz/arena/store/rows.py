"""A game in its two forms: a Result for readers, a row of plain values for the database.

Per-seat numbers are stored as text separated by blanks ("62 100 62 100"): short, the same in every
database, and readable by hand. A record is rebuilt from seed and actions by replaying them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kibitz import games
from kibitz.arena.result import MatchInfo, Result
from kibitz.core.game import Game
from kibitz.core.record import Record, parse

COLUMNS = (
    "number",
    "unit",
    "size",
    "seats",
    "seed",
    "returns",
    "outcome",
    "moves",
    "seconds",
    "actions",
    "forfeit_seat",
    "forfeit_reason",
    "forfeit_text",
)

GameRow = Sequence[Any]  # values of COLUMNS


class Outcome(NamedTuple):
    """What a running match needs to know about a game: its number, its seats and its result."""

    number: int
    unit: int
    size: int
    seats: str
    returns: str
    outcome: str
    forfeit_seat: int | None


def result_of(match: MatchInfo, game: Outcome) -> Result:
    """Return a game just played as a Result with the fields that scoring needs."""
    seats = tuple(match.labels[int(place)] for place in game.seats.split())
    forfeit = None if game.forfeit_seat is None else (game.forfeit_seat, "", "")
    returns, outcome = _floats(game.returns), _floats(game.outcome)
    return Result(game.unit, game.number, seats, 0, returns, outcome, (), (), forfeit)


HALF, WHOLE = 1 << 63, 1 << 64


def signed(seed: int) -> int:
    """Return a seed's 64 bits as the signed number that databases have."""
    return seed - WHOLE if seed >= HALF else seed


def unsigned(number: int) -> int:
    return number + WHOLE if number < 0 else number


@lru_cache(maxsize=4096)  # most games end in one of a few ways
def numbers(values: tuple[float, ...]) -> str:
    """Format exactly, and briefly for whole numbers: 62 and 0.5, not 62.0."""
    return " ".join(str(int(x)) if x == int(x) else repr(float(x)) for x in values)


@lru_cache(maxsize=4096)
def places_text(places: tuple[int, ...]) -> str:
    return " ".join(map(str, places))


def actions_text(actions: Iterable[int]) -> str:
    return " ".join(map(str, actions))


def seconds_text(seconds: Iterable[float]) -> str:
    """Format CPU times to the microsecond."""
    return " ".join(f"{x:.6f}".rstrip("0").rstrip(".") for x in seconds)


def row(result: Result, size: int, places: Mapping[str, int]) -> GameRow:
    """Return the row of a result in a unit of that size; `places` are entrant indices by label."""
    forfeit = result.forfeit or (None, None, None)
    actions = None if result.record is None else actions_text(parse(result.record)["actions"])
    return (
        result.number,
        result.unit,
        size,
        " ".join(str(places[label]) for label in result.seats),
        signed(result.seed),
        numbers(result.returns),
        numbers(result.outcome),
        " ".join(map(str, result.moves)),
        seconds_text(result.seconds),
        actions,
        *forfeit,
    )


def result(row: Any, labels: Sequence[str], records: Records | None) -> Result:
    """Return the result of a row."""
    seats = tuple(labels[int(place)] for place in row.seats.split())
    seed = unsigned(row.seed)
    record = None
    if records is not None and row.actions is not None:
        record = str(records.record(len(seats), seed, map(int, row.actions.split())))
    forfeit = None
    if row.forfeit_seat is not None:
        forfeit = (row.forfeit_seat, row.forfeit_reason, row.forfeit_text)
    return Result(
        unit=row.unit,
        number=row.number,
        seats=seats,
        seed=seed,
        returns=_floats(row.returns),
        outcome=_floats(row.outcome),
        moves=tuple(map(int, row.moves.split())),
        seconds=_floats(row.seconds),
        forfeit=forfeit,
        record=record,
    )


def _floats(text: str) -> tuple[float, ...]:
    return tuple(map(float, text.split()))


def table_game(game: str, options: Mapping[str, Any], seats: int) -> Game:
    """Return the game at a table with that many seats, which decide a free player count."""
    free = "players" in games.find(game).OPTIONS
    return games.game(game, **(dict(options) | ({"players": seats} if free else {})))


class Records:
    """Rebuilds the records of a match."""

    def __init__(self, match: MatchInfo) -> None:
        self.match = match
        self._games: dict[int, Game] = {}  # by seats

    def record(self, seats: int, seed: int, actions: Iterable[int]) -> Record:
        if seats not in self._games:
            self._games[seats] = table_game(self.match.game, self.match.options, seats)
        state = self._games[seats].new(seed)
        for action in actions:
            state.apply(action)
        return state.record()
