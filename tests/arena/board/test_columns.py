"""One list of columns: what is added to it stands in every output."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from kibitz.arena.board import columns, leaderboard
from kibitz.arena.board.board import boards
from kibitz.arena.board.columns import COLUMNS, Column, Places
from kibitz.arena.board.report import plots, site
from kibitz.arena.board.standing import standings
from kibitz.arena.statistics.estimate import Estimate
from kibitz.cli.arena import text_tables
from kibitz.server import arena_reader
from kibitz.server.messages.arena import ArenaBoard
from tests.arena.board.results import Kept, duel, entrant, game, match

BOTS = [entrant("a"), entrant("b")]
MOVES = Column(
    "moves", "moves made", "decisions with a choice", "count", lambda row: 7 * row.counts.moves
)
SHOWN = "2,800"  # 7 times 10 moves in each of 40 games


@pytest.fixture
def store() -> Kept:
    return Kept(match(1, BOTS, duel("a", "b", 20, 15)))


@pytest.fixture
def added() -> Iterator[Column]:
    COLUMNS.append(MOVES)
    yield MOVES
    COLUMNS.remove(MOVES)


def terminal(store: Kept) -> str:
    text = Console(file=io.StringIO(), width=120, color_system=None)
    (info,) = store.matches()
    text_tables.show_match(text, standings(info, store.results(1)))
    assert isinstance(text.file, io.StringIO)
    return text.file.getvalue()


def test_a_new_column_is_in_every_output(
    store: Kept, added: Column, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "available", lambda: False)
    markdown = leaderboard.page(store, {1: 20})
    assert "| moves made |" in markdown
    assert f"| {SHOWN} |" in markdown
    assert "**moves made**: decisions with a choice" in markdown

    written = site.write(store, tmp_path)
    html = (tmp_path / "qwixx.html").read_text(encoding="utf-8")
    assert '<abbr title="decisions with a choice">Moves made</abbr>' in html
    assert f">{SHOWN}</td>" in html
    (table,) = (path for path in written.files if path.name == "leaderboard.csv")
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [row["moves"] for row in rows] == ["2800", "2800"]

    shown = terminal(store)
    assert "moves made" in shown
    assert shown.count(SHOWN) == 2
    (info,) = store.matches()
    data = text_tables.match_data(standings(info, store.results(1)))
    assert [bot["moves"] for bot in data["bots"]] == [2800, 2800]

    (board,) = boards(store)
    sent = ArenaBoard.model_validate_json(json.dumps(arena_reader._board(board)))
    assert sent.columns[-1].title == "moves made"
    last = sent.rows[0].cells[-1]
    assert last is not None
    assert last.value == 2800


def test_a_board_and_a_match_count_the_same(store: Kept) -> None:
    (board,) = boards(store)
    (info,) = store.matches()
    match_rows = standings(info, store.results(1)).rows
    for one, other in zip(board.rows(), match_rows, strict=True):
        for column in COLUMNS:
            assert column.of(one) == column.of(other), column.key
    assert [column.text(board.rows()[0]) for column in columns.shown(board.rows())] == [
        "1\u20132",
        "+94 \u00b1 94",
        "75.0 %",
        "75 \u00b1 19 %",
        "57.5 \u00b1 2.1",
        "2",
        "40",
    ]


def test_columns_that_say_nothing_are_left_out() -> None:
    alone = [game(u, label, (x,)) for u in range(4) for label, x in (("a", 1.0), ("b", 2.0))]
    (board,) = boards(Kept(match(1, BOTS, alone, options={"players": 1})))
    assert [column.key for column in columns.shown(board.rows())] == [
        "points",
        "ms_a_move",
        "seats",
    ]
    lost = [game(u, "a b", (1.0, 2.0), forfeit=(0, "crashed", "it raised")) for u in range(4)]
    (board,) = boards(Kept(match(1, BOTS, lost)))
    assert columns.shown(board.rows())[-1].key == "forfeits"


def test_keys_are_unique_and_explained() -> None:
    assert len({column.key for column in COLUMNS}) == len(COLUMNS)
    assert all(column.title and column.help for column in COLUMNS)


def test_text_and_data() -> None:
    assert columns.written("places", Places(2, 4)) == "2\u20134"
    assert columns.written("places", Places(3, 3)) == "3"
    assert columns.written("elo", None) == "-"
    unknown = Estimate(5.0, float("-inf"), float("inf"), 1)
    assert columns.data(unknown) == {"value": 5.0, "low": None, "high": None}
    assert columns.data(Places(2, 4)) == {"best": 2, "worst": 4}
