"""Games as a table for other programs: CSV, Parquet, or records as JSON lines.

One row per game. `a` and `b` are the two sides of a game between two bots, with the names of the
parts that bid and play for each; games of more bots only have `seats`. Points and wins are those of
side a, then of side b. Lists (seats, returns, ...) are JSON in a CSV and real lists in Parquet.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz.arena.result import Entrant, MatchInfo, Result
from kibitz.arena.store.store import Store
from kibitz.core.errors import BadOption, MissingExtra
from kibitz.core.extras import install
from kibitz.core.files import named

COLUMNS = (
    "match",
    "kind",
    "game",
    "options",
    "rules",
    "unit",
    "number",
    "seed",
    "a",
    "bid_a",
    "play_a",
    "b",
    "bid_b",
    "play_b",
    "points_a",
    "points_b",
    "win_a",
    "win_b",
    "seats",
    "returns",
    "outcome",
    "moves",
    "seconds",
    "forfeit_seat",
    "forfeit_reason",
    "forfeit_text",
)
LISTS = ("seats", "returns", "outcome", "moves", "seconds")
BATCH = 10_000  # rows in memory

Row = dict[str, Any]


def write(store: Store, matches: Sequence[int], file: Path) -> int:
    """Write the games of these matches and return their number."""
    writers = {".csv": _write_csv, ".parquet": _write_parquet, ".jsonl": _write_records}
    if file.suffix not in writers:
        raise BadOption(f"{file} must end in {', '.join(writers)}")
    infos = [store.match(number) for number in matches]
    with named(file, "write"):
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_name(f".{file.name}.part")
        try:
            count = writers[file.suffix](store, infos, temporary)
            temporary.replace(file)
        finally:
            temporary.unlink(missing_ok=True)
    return count


def rows(store: Store, matches: Iterable[MatchInfo]) -> Iterator[Row]:
    """Yield all games as rows."""
    for match in matches:
        parts = {entrant.label: _parts(entrant) for entrant in match.entrants}
        for result in store.results(match.id):
            yield _row(match, result, parts)


def _row(match: MatchInfo, result: Result, parts: dict[str, tuple[str, str]]) -> Row:
    forfeit = result.forfeit or (None, None, None)
    row: Row = dict.fromkeys(COLUMNS)
    row |= {
        "match": match.id,
        "kind": match.kind,
        "game": match.game,
        "options": json.dumps(match.options, sort_keys=True),
        "rules": match.rules,
        "unit": result.unit,
        "number": result.number,
        "seed": result.seed,
        "seats": list(result.seats),
        "returns": list(result.returns),
        "outcome": list(result.outcome),
        "moves": list(result.moves),
        "seconds": list(result.seconds),
        "forfeit_seat": forfeit[0],
        "forfeit_reason": forfeit[1],
        "forfeit_text": forfeit[2],
    }
    labels = [label for label in match.labels if label in result.seats]
    for side, label in zip("ab", labels, strict=False) if len(labels) <= 2 else ():
        seats = [seat for seat, sitting in enumerate(result.seats) if sitting == label]
        row[side] = label
        row[f"bid_{side}"], row[f"play_{side}"] = parts[label]
        row[f"points_{side}"] = sum(result.returns[seat] for seat in seats) / len(seats)
        row[f"win_{side}"] = sum(result.outcome[seat] for seat in seats)
    return row


def _parts(entrant: Entrant) -> tuple[str, str]:
    """Return the names of the parts that bid and play: a bot may combine two."""
    cards = entrant.content.get("play")
    play = _decider(cards, entrant.name)
    # Some methods have their own bidder, used when no other is given.
    bid = entrant.content.get("bid") or {"strategy": (cards or {}).get("bidder")}
    return _decider(bid, play), play


def _decider(part: Any, otherwise: str) -> str:
    if not isinstance(part, dict):
        return otherwise
    for key in ("strategy", "method", "player"):
        if isinstance(part.get(key), str):
            return str(part[key])
    return "blend" if "blend" in part else otherwise


def _write_csv(store: Store, matches: Sequence[MatchInfo], file: Path) -> int:
    count = 0
    with file.open("w", newline="", encoding="utf-8") as lines:
        table = csv.DictWriter(lines, COLUMNS)
        table.writeheader()
        for row in rows(store, matches):
            table.writerow(row | {key: json.dumps(row[key]) for key in LISTS})
            count += 1
    return count


def _write_records(store: Store, matches: Sequence[MatchInfo], file: Path) -> int:
    count = 0
    with file.open("w", encoding="utf-8") as lines:
        for match in matches:
            for result in store.results(match.id, records=True):
                if result.record is not None:
                    lines.write(result.record + "\n")
                    count += 1
    return count


def _write_parquet(store: Store, matches: Sequence[MatchInfo], file: Path) -> int:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise MissingExtra(f"Parquet needs pyarrow: {install('parquet')}") from None
    numbers = dict.fromkeys(("match", "rules", "unit", "number", "forfeit_seat"), pa.int64())
    numbers |= dict.fromkeys(("points_a", "points_b", "win_a", "win_b"), pa.float64())
    numbers |= dict.fromkeys(("returns", "outcome", "seconds"), pa.list_(pa.float64()))
    numbers |= {"seed": pa.uint64(), "seats": pa.list_(pa.string()), "moves": pa.list_(pa.int64())}
    schema = pa.schema([(name, numbers.get(name, pa.string())) for name in COLUMNS])
    count, batch = 0, list[Row]()
    with pq.ParquetWriter(file, schema) as table:
        for row in rows(store, matches):
            batch.append(row)
            count += 1
            if len(batch) == BATCH:
                table.write_table(pa.Table.from_pylist(batch, schema))
                batch = []
        table.write_table(pa.Table.from_pylist(batch, schema))
    return count
