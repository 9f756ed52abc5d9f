"""Match files of other arenas: a CSV of Belote matches between two bots, read as results.

    found = read(Path("matches.csv"))
    store.add(store.begin(found.match).id, found.results)

Columns are found by their names in the first line, in any order: eleven in old files, fifteen in
new ones, which also have how each bot bids and plays (bid_a, play_a, bid_b, play_b). A row must
have both names and the result:

    bot_a, bot_b                      who played; bot_a has the seats N and S
    score_a, score_b                  the points of one match, or
    winner                            a, b, the winner's name, or draw; or
    wins_a, wins_b (and draws)        a whole series in one row; avg_margin, if there is one,
                                      becomes the mean difference of the points of its matches

Matches that share their cards form one unit: rows of the same two bots with the same pair or deal.
A seed alone does not say that, because many arenas write the seed of the whole run into every row:
it pairs two rows only if no other rows of these bots have it, and they were played in two
directions. Matches inside a series have no order and are units of their own. In a new file, a row
of eleven fields, written by an older program, is read with the old header. A bot is known by its
name: rows without labels are about the bot of that name, and only other labels make it another bot.
Every row is checked before anything is stored: a row that makes no sense rejects the file, naming
its line.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz import games
from kibitz.arena.errors import BadImport
from kibitz.arena.result import Entrant, NewMatch, Result
from kibitz.bots.remote.forfeit import clean
from kibitz.core import files
from kibitz.core.coerce import short
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
    "avg_margin": ("avg_margin", "mean_margin", "margin"),
    "shared": ("pair", "pair_id", "deal", "deal_id"),
    "seed": ("seed", "match_seed"),
    "way": ("direction", "way", "swapped"),
    **{label: (label,) for label in LABELS},
}
DRAWN = ("draw", "tie", "none", "")


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

    @property
    def is_series(self) -> bool:
        """Whether the row has only the wins of a series."""
        return "winner" not in self.cells and not {"score_a", "score_b"} <= set(self.cells)

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
        entrants=_entrants(labels, path.name),
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
    """Assign a label to each bot; one of the same name that bids or plays otherwise is name#2."""
    bots = list(dict.fromkeys(row.bot(side) for row in rows for side in "ab"))
    labels: dict[tuple[str, str, str], str] = {}
    seen: dict[str, int] = {}
    for bot in [bot for bot in bots if any(bot[1:])]:
        seen[bot[0]] = seen.get(bot[0], 0) + 1
        labels[bot] = bot[0] if seen[bot[0]] == 1 else f"{bot[0]}#{seen[bot[0]]}"
    return {bot: labels.get(bot, bot[0]) for bot in bots}  # without labels: the one of that name


def _entrants(labels: Mapping[tuple[str, str, str], str], file: str) -> list[Entrant]:
    """One for each label; how it bids and plays comes from a row that says so."""
    known: dict[str, tuple[str, str, str]] = {}
    for bot, label in labels.items():
        if label not in known or any(bot[1:]):
            known[label] = bot
    return [_entrant(bot, label, file) for label, bot in known.items()]


def _entrant(bot: tuple[str, str, str], label: str, file: str) -> Entrant:
    name, bid, play = bot
    content = {"imported": file, "name": name, "bid": bid, "play": play}
    # The same bot in old files, which have no labels, and in new ones.
    text = f"imported\n{name}" if label == name else f"imported\n{name}\n{bid}\n{play}"
    return Entrant(label, name, hashlib.sha256(text.encode()).hexdigest(), "stranger", content)


def _units(
    rows: Sequence[_Row], labels: Mapping[tuple[str, str, str], str]
) -> dict[int, tuple[object, ...]]:
    """What the rows share that share their cards, by line."""
    found: dict[int, tuple[object, ...]] = {}
    same_seed: dict[tuple[object, ...], list[_Row]] = {}
    for row in rows:
        pair = frozenset((labels[row.bot("a")], labels[row.bot("b")]))
        if row.cells.get("shared"):
            found[row.line] = ("shared", pair, row.cells["shared"])
        elif row.cells.get("seed"):
            same_seed.setdefault(("seed", pair, row.cells["seed"]), []).append(row)
    for key, group in same_seed.items():
        ways = {(labels[row.bot("a")], row.cells.get("way", "")) for row in group}
        if len(group) == len(ways) == 2:
            found |= {row.line: key for row in group}
    return found


def _results(rows: Sequence[_Row], labels: Mapping[tuple[str, str, str], str]) -> Iterator[Result]:
    units: dict[object, int] = {}
    shared = _units(rows, labels)
    found: list[tuple[int, tuple[str, str], int, tuple[float, float]]] = []
    for row in rows:
        if row.cells.get("game", GAME).lower() != GAME:
            raise BadImport(f"line {row.line} is about {short(row.cells['game'])}, not {GAME}")
        pair = labels[row.bot("a")], labels[row.bot("b")]
        if pair[0] == pair[1]:
            raise BadImport(f"line {row.line}: {short(pair[0])} plays against itself")
        for k, points in enumerate(_matches(row)):
            key = shared.get(row.line) if not row.is_series else None
            unit = units.setdefault(key or (row.line, k), len(units))
            found.append((unit, pair, _seed(row.cells.get("seed", "")), points))
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
    if not row.is_series:
        if "score_a" in row.cells and "score_b" in row.cells:
            yield row.number("score_a"), row.number("score_b")
        else:
            yield _won(row)
        return
    won, lost = row.count("wins_a"), row.count("wins_b")
    drawn = row.count("draws") if "draws" in row.cells else 0
    by, behind = _margins(row, won, lost, won + lost + drawn)
    yield from [(by, 0.0)] * won + [(0.0, behind)] * lost + [(0.5, 0.5)] * drawn


def _margins(row: _Row, won: int, lost: int, played: int) -> tuple[float, float]:
    """By how much a and b win their matches, so that the mean difference is avg_margin."""
    if not row.cells.get("avg_margin"):
        return 1.0, 1.0
    surplus = row.number("avg_margin") * played - (won - lost)
    if surplus > 0 and won:
        return 1.0 + surplus / won, 1.0
    if surplus < 0 and lost:
        return 1.0, 1.0 - surplus / lost
    if played and abs(surplus) > played:  # a margin of less than a point is rounding
        raise BadImport(f"line {row.line}: {won} to {lost} wins do not fit avg_margin")
    return 1.0, 1.0


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
