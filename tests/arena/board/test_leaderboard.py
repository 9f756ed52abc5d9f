"""The leaderboard of record: its list is sound, and the same list gives the same page."""

from pathlib import Path

import pytest

from kibitz import games
from kibitz.arena.board import leaderboard
from kibitz.arena.errors import BadList
from kibitz.arena.run import run
from kibitz.arena.store import open_store
from kibitz.bots import registry, times

QUICK_MS = 20  # CPU time a move, below which a player is on every board
SMALL = """
seed = 5
[[match]]
game = "qwixx"
kind = "round-robin"
bots = ["ga", "marker", "random"]
deals = 20
[[match]]
game = "qwixx"
kind = "gauntlet"
bots = ["ga", "conservative"]
deals = 20
[[match]]
game = "dubito"
kind = "field"
bots = ["honest", "claude", "random"]
sizes = [3]
deals = 10
[[match]]
game = "qwixx"
kind = "solo"
options = { players = 1 }
bots = ["ga", "random"]
deals = 10
"""


def written(folder: Path, text: str = SMALL) -> Path:
    path = folder / "list.toml"
    path.write_text(text, encoding="utf-8")
    return path


def page(folder: Path, store: str) -> str:
    seed, listed = leaderboard.read(written(folder))
    plans = [one.plan(seed) for one in listed]
    with open_store(folder / store) as kept:
        return leaderboard.page(
            kept, {run.run(plan, kept, workers=1).id: plan.units for plan in plans}
        )


def test_the_list_of_record_has_all_games_and_no_oracle() -> None:
    _, listed = leaderboard.read()
    assert {one.game for one in listed} == set(games.names())
    for one in listed:
        for name in one.bots:
            assert not registry.spec(one.game, name).oracle


def test_boards_are_of_one_piece() -> None:
    """The bots of a board meet through a chain of matches: otherwise no rating compares them."""
    seed, listed = leaderboard.read()
    pools: dict[tuple[str, str], list[set[str]]] = {}
    for one in listed:
        key = one.game, str(one.plan(seed).options)
        met = [pool for pool in pools.get(key, []) if pool & set(one.bots)]
        rest = [pool for pool in pools.get(key, []) if not pool & set(one.bots)]
        pools[key] = [*rest, set(one.bots).union(*met)]
    for key, found in pools.items():
        assert len(found) == 1, key


def test_every_quick_player_sits_at_every_table() -> None:
    """All under 20 ms a move, by hash; of the levels, which have a scale, the last."""
    _, listed = leaderboard.read()
    for game in games.names():
        quick = {}
        for name in registry.names(game):
            spec = registry.spec(game, name)
            took = times.milliseconds(spec)
            level = name.startswith("level_")
            if took is not None and took < QUICK_MS and not (level or spec.oracle):
                quick[spec.hash] = name
        quick[registry.spec(game, "level_8").hash] = "level_8"
        tables: dict[str, set[str]] = {}
        for one in listed:
            if one.game == game:
                seated = {registry.spec(game, name).hash for name in one.bots}
                tables.setdefault(str(dict(one.options)), set()).update(seated)
        for options, seated in tables.items():
            missing = sorted(name for key, name in quick.items() if key not in seated)
            assert not missing, (game, options)


def test_the_same_list_gives_the_same_page(tmp_path: Path) -> None:
    first = page(tmp_path, "one.db")
    assert first == page(tmp_path, "two.db")
    assert first == page(tmp_path, "one.db"), "nothing is played twice"
    assert "## Qwixx" in first
    assert "### 3 players" in first
    assert "### 1 player" in first
    assert "| `conservative` | rule |" in first


def test_a_match_that_was_made_longer_does_not_count_more(tmp_path: Path) -> None:
    alone = page(tmp_path, "one.db")
    seed, listed = leaderboard.read(written(tmp_path, SMALL.replace("deals = 20", "deals = 30")))
    with open_store(tmp_path / "long.db") as kept:
        for one in listed:
            run.run(one.plan(seed), kept, workers=1)
    assert page(tmp_path, "long.db") == alone


def test_other_matches_of_the_store_do_not_count(tmp_path: Path) -> None:
    alone = page(tmp_path, "one.db")
    seed, listed = leaderboard.read(written(tmp_path, SMALL.replace("seed = 5", "seed = 6")))
    with open_store(tmp_path / "both.db") as kept:
        run.run(listed[0].plan(seed), kept, workers=1)
    assert page(tmp_path, "both.db") == alone


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("seed = ", "not valid TOML"),
        ("seed = 1", "at least one"),
        ('match = [{game = "qwixx"}]', "match 1 of .* needs game"),
        (SMALL.replace('"gauntlet"', '"duel"'), "match 2 .* unknown kind 'duel'"),
        (SMALL.replace("deals = 20", "deals = 0"), "at least 1"),
        (SMALL.replace("deals = 20", 'deals = "x"'), "deals cannot be"),
        (SMALL.replace("sizes = [3]", ""), "match 3 .* sizes"),
    ],
)
def test_a_mistake_is_reported(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadList, match=says):
        leaderboard.read(written(tmp_path, text))
