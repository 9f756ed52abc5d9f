"""What release 0.1.0 wrote still opens: stores, records and specs.

The files are in tests/fixtures/0.1.0, whose README explains how they were made. Stores are copied
before they are opened: opening one may write to it.
"""

import json
import shutil
from pathlib import Path

import pytest

from kibitz import games
from kibitz.arena.board.board import boards
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan.entry import enter
from kibitz.arena.run import run
from kibitz.arena.store import open_store
from kibitz.bots import registry
from kibitz.core import record as records
from kibitz.games.recorded import game_of
from kibitz.table.store import Store

FOLDER = Path(__file__).parent / "fixtures" / "0.1.0"
CAREFUL = "6e777b6ce14eff0baf34bec67f8533c8ec0f5e5163cadfbc8cebabb6e0dc384e"


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copy(FOLDER / name, folder / name))


def test_an_arena_store(tmp_path: Path) -> None:
    with open_store(copied("arena.db", tmp_path)) as store:
        (match,) = store.matches()
        assert (match.game, match.kind, match.labels) == ("codepiece", "h2h", ("rule", "random"))
        assert (match.done, match.games) == (3, 6)
        for result in store.results(match.id, records=True):
            record = json.loads(str(result.record))
            assert tuple(game_of(record).replay(record).returns()) == result.returns
        (board,) = boards(store)
        assert {row.label for row in board.rows()} == {"rule", "random"}


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    """The same plan finds the match by its key, and its bots by their hashes."""
    entries = enter("codepiece", ["rule", "random"])
    with open_store(copied("arena.db", tmp_path)) as store:
        (old,) = store.matches()
        played = run.run(plans.two(games.game("codepiece"), entries, 4, 1), store, workers=1)
        assert played.id == old.id
        assert (played.done, played.games) == (4, 8)
        assert played.entrants == old.entrants


def test_the_tables_of_a_server(tmp_path: Path) -> None:
    store = Store(copied("tables.db", tmp_path))
    (table_id,) = store.unfinished()
    table = store.load(table_id)
    assert table is not None
    assert (table.setup.game, table.seq, table.ply, table.on_turn) == ("codepiece", 6, 5, 2)
    (kept,) = store.records("ohhell", player="ada")
    assert kept["record"] == (FOLDER / "ohhell.jsonl").read_text(encoding="utf-8").strip()
    assert store.setting("secret", lambda: "made anew") == "kept"
    store.close()


@pytest.mark.parametrize(
    ("name", "returns"), [("ohhell", [0.0, 0.0, 11.0]), ("belote", [0.0, 660.0, 0.0, 660.0])]
)
def test_a_record(name: str, returns: list[float]) -> None:
    line = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").strip()
    state = game_of(records.parse(line)).replay(line)
    assert state.returns() == returns
    assert str(state.record()) == line


def test_a_spec() -> None:
    spec = registry.spec("ohhell", "careful", folders=[FOLDER])
    assert spec.hash == CAREFUL
    assert spec.bid is not None
    bot = registry.bot("ohhell", "careful", folders=[FOLDER])
    game = games.game("ohhell", players=3, schedule=[2])
    state = game.new(seed=1)
    bot.start(game, state.player, 7)
    assert bot.choose(state.view(state.player)) in state.legal()
