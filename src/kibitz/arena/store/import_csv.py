"""Match files of other arenas: a CSV of Belote matches between two bots, read as results.

    found = read(Path("matches.csv"))
    store.add(store.begin(found.match).id, found.results)

Columns are found by their names in the first line, in any order: eleven in old files, fifteen in
new ones, which also have how each bot bids and plays (bid_a, play_a, bid_b, play_b). A row must
have both names and the result:

    bot_a, bot_b                      who played; bot_a has the seats N and S
    score_a, score_b                  the points of one match, or
    winner                            a, b, the winner's name, or draw; or
    wins_a, wins_b (and draws)        a whole series in one row

Matches that share their cards (a column pair, deal or seed, and the same two bots) form one unit;
without such a column each match is a unit of its own. In a new file, a row of eleven fields,
written by an older program, is read with the old header. Every row is checked before anything is
stored: a row that makes no sense rejects the file, naming its line.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz import games
from kibitz.arena.result import Entrant, Result
from kibitz.arena.store.store import NewMatch
from kibitz.bots.remote.forfeit import clean
from kibitz.core import files
from kibitz.core.coerce import short
from kibitz.core.errors import KibitzError
from kibitz.core.rng import MASK

GAME, OPTIONS = "belote", {"match": True}  # what these arenas play: matches to 2000
SIZE_MAX = 500_000_000  # bytes per file
SERIES_MAX = 1_000_000  # matches in one row
NAME_LENGTH_MAX = 80
LABELS = ("bid_a", "play_a", "bid_b", "play_b")
OLD_COLUMNS = 11

# Accepted names of each column; lower case, with underscores for blanks and dashes.
NAMES: Mapping[str, Sequence[str]] = {
    "bot_a": ("bot_a", "a", "name_a", "player_a", "team_a", "bot1", "bot_1"),
    "bot_b": ("bot_b", "b", "name_b", "player_b", "team_b", "bot2", "bot_2"),
    "score_a": ("score_a", "points_a", "total_a", "marks_a", "final_a", "score_ns"),
    "score_b": ("score_b", "points_b", "total_b", "marks_b", "final_b", "score_ew"),
    "winner": ("winner", "won", "result"),
    "wins_a": ("wins_a", "a_wins", "won_a"),
    "wins_b": ("wins_b", "b_wins", "won_b"),
    "draws": ("draws", "ties"),
    "game": ("game",),
    "shared": ("pair", "pair_id", "deal", "deal_id", "seed", "match_seed"),
    **{label: (label,) for label in LABELS},
}
DRAWN = ("draw", "tie", "none", "")


class BadImport(KibitzError):
    """A file of matches cannot be read; the sentence names the line."""

    code = "bad_import"


@dataclass(frozen=True)
class Found:
    """A file of matches, ready for a store."""

    match: NewMatch
    results: list[Result]


@dataclass(frozen=True)
class _Row:
    line: int
    cells: Mapping[str, str]  # by the names on the left of NAMES

    def bot(self, side: str) -> tuple[str, str, str]:
        """Return the name and the labels of bid and play, which are empty in old files."""
        name = clean(self.cells[f"bot_{side}"], NAME_LENGTH_MAX)
        if not name:
            raise BadImport(f"line {self.line}: bot_{side} has no name")
        labels = (self.cells.get(f"{word}_{side}", "") for word in ("bid", "play"))
        bid, play = (clean(label, NAME_LENGTH_MAX) for label in labels)
        return name, bid, play

    def number(self, column: str) -> float:
        text = self.cells[column]
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not abs(value) < 1e9:
            raise BadImport(f"line {self.line}: {column} must be a number, not {short(text)}")
        return value

    def count(self, column: str) -> int:
        value = self.number(column)
        if value != int(value) or not 0 <= value <= SERIES_MAX:
            raise BadImport(f"line {self.line}: {column} must be a count, not {short(value)}")
        return int(value)


def read(path: Path) -> Found:
    """Read all matches of a file."""
    data = files.read(path, SIZE_MAX)
    if data is None:
        raise files.BadFile(f"there is no file {path}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadImport(f"{path} is not UTF-8 text") from None
    rows = list(_rows(text))
    if not rows:
        raise BadImport(f"{path} has no matches, only a header")
    labels = _labels(rows)
    results = list(_results(rows, labels))
    match = NewMatch(
        key=hashlib.sha256(b"import " + data).hexdigest(),
        kind="import",
        game=GAME,
        options=dict(OPTIONS),
        rules=games.find(GAME).version,
        seed=0,
        planned=results[-1].unit + 1 if results else 0,
        entrants=[_entrant(bot, label, path.name) for bot, label in labels.items()],
        settings={"file": path.name},
    )
    if not results:
        raise BadImport(f"{path} has rows, but none with a match")
    return Found(match, results)


def _rows(text: str) -> Iterator[_Row]:
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        header = next(reader, [])
        columns = _columns(header)
        for cells in reader:
            if cells and any(cell.strip() for cell in cells):
                yield _row(reader.line_num, cells, header, columns)
    except csv.Error as error:
        raise BadImport(f"line {reader.line_num}: {error}") from None


def _row(line: int, cells: Sequence[str], header: Sequence[str], columns: dict[int, str]) -> _Row:
    if len(cells) == OLD_COLUMNS == len(header) - len(LABELS):
        kept = [name for i, name in enumerate(header) if columns.get(i) not in LABELS]
        columns = _columns(kept)
    elif len(cells) != len(header):
        raise BadImport(f"line {line} has {len(cells)} fields, but the header has {len(header)}")
    return _Row(line, {name: cells[i].strip() for i, name in columns.items()})


def _columns(header: Sequence[str]) -> dict[int, str]:
    """Return the columns to read, by their index."""
    plain = [name.strip().lower().replace(" ", "_").replace("-", "_") for name in header]
    found: dict[int, str] = {}
    for column, names in NAMES.items():
        place = next((plain.index(name) for name in names if name in plain), None)
        if place is not None:
            found[place] = column
    have = set(found.values())
    ends = ({"score_a", "score_b"}, {"winner"}, {"wins_a", "wins_b"})
    if not {"bot_a", "bot_b"} <= have or not any(end <= have for end in ends):
        raise BadImport(
            "the first line must name the columns: bot_a, bot_b, and score_a with score_b, winner, "
            f"or wins_a with wins_b; it has {short(', '.join(plain))}"
        )
    return found


def _labels(rows: Sequence[_Row]) -> dict[tuple[str, str, str], str]:
    """Assign a label to each bot; another bot of the same name is name#2."""
    labels: dict[tuple[str, str, str], str] = {}
    seen: dict[str, int] = {}
    for row in rows:
        for side in "ab":
            bot = row.bot(side)
            if bot not in labels:
                seen[bot[0]] = seen.get(bot[0], 0) + 1
                labels[bot] = bot[0] if seen[bot[0]] == 1 else f"{bot[0]}#{seen[bot[0]]}"
    return labels


def _entrant(bot: tuple[str, str, str], label: str, file: str) -> Entrant:
    name, bid, play = bot
    content = {"imported": file, "name": name, "bid": bid, "play": play}
    text = f"imported\n{name}\n{bid}\n{play}"
    return Entrant(label, name, hashlib.sha256(text.encode()).hexdigest(), "stranger", content)


def _results(rows: Sequence[_Row], labels: Mapping[tuple[str, str, str], str]) -> Iterator[Result]:
    units: dict[object, int] = {}
    found: list[tuple[int, tuple[str, str], int, tuple[float, float]]] = []
    for row in rows:
        if row.cells.get("game", GAME).lower() != GAME:
            raise BadImport(f"line {row.line} is about {short(row.cells['game'])}, not {GAME}")
        pair = labels[row.bot("a")], labels[row.bot("b")]
        if pair[0] == pair[1]:
            raise BadImport(f"line {row.line}: {short(pair[0])} plays against itself")
        shared = row.cells.get("shared", "")
        for k, points in enumerate(_matches(row)):
            key = (frozenset(pair), shared, k) if shared else (row.line, k)
            unit = units.setdefault(key, len(units))
            found.append((unit, pair, _seed(shared), points))
    # By unit: a store wants the games of a unit together, and those of a pair may be far apart.
    found.sort(key=lambda match: match[0])
    for number, (unit, (a, b), seed, (one, other)) in enumerate(found):
        share = 0.25 if one == other else 0.5 * (one > other)
        yield Result(
            unit=unit,
            number=number,
            seats=(a, b, a, b),
            seed=seed,
            returns=(one, other, one, other),
            outcome=(share, 0.5 - share, share, 0.5 - share),
            moves=(0,) * 4,
            seconds=(0.0,) * 4,
        )


def _matches(row: _Row) -> Iterator[tuple[float, float]]:
    """Yield the points of both in each match of a row; 1 and 0 if only the winner is known."""
    if "score_a" in row.cells and "score_b" in row.cells:
        yield row.number("score_a"), row.number("score_b")
    elif "winner" in row.cells:
        yield _won(row)
    else:
        draws = row.count("draws") if "draws" in row.cells else 0
        for column, points in (("wins_a", (1.0, 0.0)), ("wins_b", (0.0, 1.0))):
            for _ in range(row.count(column)):
                yield points
        for _ in range(draws):
            yield 0.5, 0.5


def _won(row: _Row) -> tuple[float, float]:
    word = row.cells["winner"].lower()
    for side, points in (("a", (1.0, 0.0)), ("b", (0.0, 1.0))):
        if word in (side, f"bot_{side}", row.cells[f"bot_{side}"].lower()):
            return points
    if word in DRAWN:
        return 0.5, 0.5
    raise BadImport(f"line {row.line}: the winner must be a, b or draw, not {short(word)}")


def _seed(text: str) -> int:
    """Return the file's seed if it is a valid one; the games cannot be replayed anyway."""
    return int(text) if text.isdecimal() and int(text) <= MASK else 0
