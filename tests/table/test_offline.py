"""The browser's own table gives the server's messages: golden tables, replayed by the page's code.

tools/golden_tables.py writes random games with what the server says after every event;
frontend/tests/offline/golden.test.ts replays them with the engine in WebAssembly.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks import offline

from kibitz import bots
from tests.support.page_engine import BUILT, FRONTEND, NEEDED, run

ROOT = Path(__file__).parents[2]
INFERRING = ("ismcts_belief", "net_pimc_belief")
OFFLINE = FRONTEND / "public" / "offline"
pytestmark = NEEDED


def compare(folder: Path, *more: str, plies: int, tables: int, seed: int) -> None:
    tool = [sys.executable, str(ROOT / "tools" / "golden_tables.py"), str(folder)]
    numbers = ["--plies", str(plies), "--tables", str(tables), "--seed", str(seed)]
    subprocess.run([*tool, *numbers, *more], check=True)
    run("golden", folder)


def test_messages_and_choices_equal_those_of_the_server(tmp_path: Path) -> None:
    compare(tmp_path, plies=40, tables=2, seed=1)


def facts(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((OFFLINE / f"{name}.json").read_text())
    return found


BIDDING = ("bid_dd", "bid_match", "bid_max")  # networks of Belote that no level uses
GAMES = [game["name"] for game in facts("index")["games"]] if BUILT else []


def test_every_level_plays_offline() -> None:
    for game in facts("index")["games"]:
        levels = [level["bot"] for level in game["levels"]]
        assert levels == [f"level_{number}" for number in range(1, 9)], game["name"]


@pytest.mark.parametrize("game", GAMES)
def test_levels_are_the_players_of_the_server(game: str, tmp_path: Path) -> None:
    levels = [f"level_{number}" for number in range(6, 9)]
    asked = ("--game", game, "--asked", "0.6", "--players", *levels)
    compare(tmp_path, *asked, plies=40, tables=1, seed=7)


def test_every_shipped_player_plays_offline() -> None:
    """Except oracles, which cheat and sit at no table, and files of the user's own."""
    for game in facts("index")["games"]:
        name = game["name"]
        shipped = [one for one in bots.names(name) if not bots.spec(name, one).oracle]
        assert sorted(facts(name)["bots"]) == sorted(shipped), name


@pytest.mark.parametrize("game", GAMES)
def test_a_first_load_is_small(game: str) -> None:
    found = offline.loaded(game)
    assert 0 < found.first <= offline.FIRST_BYTES_MAX


def test_networks_for_bids_are_loaded_on_demand() -> None:
    """A first load stays small: no level bids by them."""
    wanted = {facts("belote")["nets"][f"belote_{name}"]["file"] for name in BIDDING}
    index = facts("index")
    assert wanted <= set(index["on_demand"])
    assert not wanted & set(index["files"])


def test_beliefs_draw_the_worlds_of_the_server(tmp_path: Path) -> None:
    """Tables of Belote from the first deal and from the middle of one, listed worlds among them."""
    players = facts("belote")["bots"]
    located = [name for name in players if "located" in players[name].get("play", {})]
    assert {"champion", "level_8", "pimc_fast", "ismcts_normal", "rollout_normal"} <= set(located)
    assert set(INFERRING) <= set(located)
    quick = [name for name in located if not name.endswith("_deep")]
    asked = ("--game", "belote", "--asked", "0.4", "--players", *quick)
    compare(tmp_path, *asked, plies=90, tables=2, seed=3)


def test_inferred_worlds_are_those_of_the_server(tmp_path: Path) -> None:
    """Worlds weighed by what was played, relative to the belief that they are drawn from."""
    asked = ("--game", "belote", "--asked", "1", "--players", *INFERRING)
    compare(tmp_path, *asked, plies=120, tables=3, seed=19)


def test_cards_that_are_equally_good_tie_as_on_the_server(tmp_path: Path) -> None:
    """A match that the next deal decides: cards win it in different worlds, but in as many."""
    asked = ("--game", "belote", "--asked", "1", "--players", "pimc_normal")
    compare(tmp_path, *asked, plies=20, tables=2, seed=8)


def test_weighed_worlds_are_those_of_the_server(tmp_path: Path) -> None:
    """Deals of Codepiece in which the champion comes to both of its solvers."""
    asked = ("--game", "codepiece", "--asked", "1", "--players", "champion")
    compare(tmp_path, *asked, plies=120, tables=2, seed=3)


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("dubito", ["ismcts_fast", "rollout_fast"]),
        ("qwixx", ["ismcts_fast", "mcts_fast", "rollout_fast"]),
    ],
)
def test_searches_of_whole_worlds_are_those_of_the_server(
    game: str, players: list[str], tmp_path: Path
) -> None:
    """Where more than cards in hands is hidden; Qwixx with rollouts and turns by its network."""
    asked = ("--game", game, "--asked", "0.5", "--players", *players)
    compare(tmp_path, *asked, plies=60, tables=3, seed=5)


def test_bidders_of_belote_are_those_of_the_server(tmp_path: Path) -> None:
    bidders = ["heuristic", "improved", "improved_v2_pimc", "moelleux", "smart", "solver"]
    assert set(bidders) <= facts("belote")["bots"].keys()
    asked = ("--game", "belote", "--asked", "0.5", "--players", *bidders)
    compare(tmp_path, *asked, plies=50, tables=4, seed=11)


def test_networks_bid_as_on_the_server(tmp_path: Path) -> None:
    """Networks that value calls instead of having a policy."""
    asked = ("--game", "belote", "--asked", "1", "--players", *BIDDING)
    compare(tmp_path, *asked, plies=150, tables=4, seed=13)


def test_codepiece_bids_by_the_worlds_that_the_server_solves(tmp_path: Path) -> None:
    asked = ("--game", "codepiece", "--asked", "0.5", "--players", "solver")
    compare(tmp_path, *asked, plies=60, tables=3, seed=17)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_positions(tmp_path: Path, game: str, seed: int) -> None:
    compare(tmp_path, "--game", game, plies=400, tables=6, seed=seed)
