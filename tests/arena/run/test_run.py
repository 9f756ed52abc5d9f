"""Matches from end to end: the same results for every number of workers, stopped and resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.arena.errors import OtherBot, WorkerFailed
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan.entry import enter
from kibitz.arena.run.run import Silent, run
from kibitz.arena.run.units import Unit
from kibitz.arena.store import open_store
from tests.arena.support import field, native_pair, slow_pair, table

CRASHES = """
import os
from kibitz.bots.bot import Bot

class Crashes(Bot):
    def choose(self, view):
        if view.seat == 1 and len(view.legal()) > 1:
            raise ValueError("no idea")
        return view.legal()[0]
"""


def played(tmp_path: Path, name: str, plan: plans.Plan, **settings: Any) -> list[Any]:
    with open_store(tmp_path / f"{name}.db") as store:
        match = run(plan, store, **settings)
        assert match.finished
        return table(store, match.id)


@pytest.mark.parametrize("make", [slow_pair, native_pair, field])
def test_workers_change_nothing(make: Any, tmp_path: Path) -> None:
    one = played(tmp_path, "one", make(), workers=1)
    assert one == played(tmp_path, "three", make(), workers=3)
    assert [row[0] for row in one] == sorted(row[0] for row in one)


def test_the_store_may_be_postgresql(postgres_place: str, tmp_path: Path) -> None:
    with open_store(postgres_place) as store:
        match = run(field(8), store, workers=1)
        assert table(store, match.id) == played(tmp_path, "sqlite", field(8), workers=1)


def test_the_same_deals_for_both_sides(tmp_path: Path) -> None:
    rows = played(tmp_path, "x", native_pair(50), workers=1)
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert first[1] == second[1]
        assert first[3] == second[3], "the seed"
        assert first[2] == second[2][1:] + second[2][:1], "the sides are exchanged"


def test_native_and_python_players_give_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = played(tmp_path, "native", native_pair(20), workers=1)
    monkeypatch.setattr("kibitz.arena.native.players", lambda game: [])
    assert played(tmp_path, "python", native_pair(20), workers=1) == fast


def test_a_match_can_be_made_longer(tmp_path: Path) -> None:
    with open_store(tmp_path / "grown.db") as store:
        short = run(slow_pair(5), store, workers=1)
        long = run(slow_pair(12), store, workers=1)
        assert (short.id, short.done, long.done) == (long.id, 5, 12)
        assert run(slow_pair(3), store, workers=1).done == 12, "nothing is taken back"
        grown = table(store, long.id)
    assert grown == played(tmp_path, "at once", slow_pair(12), workers=1)


class StopAt(Silent):
    """Ends a match with a unit; remembers what was reported to it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.finished: list[int] = []

    def unit(self, unit: Unit) -> bool:
        self.finished.append(unit.number)
        return unit.number == self.number


@pytest.mark.parametrize("workers", [1, 3])
def test_a_match_that_is_stopped_ends_at_the_same_unit(workers: int, tmp_path: Path) -> None:
    with open_store(tmp_path / "stopped.db") as store:
        watcher = StopAt(17)
        match = run(slow_pair(40), store, workers=workers, watcher=watcher)
        assert watcher.finished == list(range(18)), "in order, and not one more"
        assert (match.planned, match.done) == (18, 18)
        again = StopAt(17)
        assert run(slow_pair(40), store, workers=workers, watcher=again) == match
        assert again.finished == watcher.finished
        stopped = table(store, match.id)
    assert stopped == played(tmp_path, "short", slow_pair(18), workers=1)


def test_a_bot_that_fails_loses_and_the_match_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "crashes.py"
    file.write_text(CRASHES)
    game = kibitz.game("ohhell", players=2, schedule=(2,))
    entries = enter("ohhell", [str(file), "random"], trusted=True)
    with open_store(tmp_path / "x.db") as store:
        match = run(plans.two(game, entries, 10), store, workers=1)
        results = list(store.results(match.id, records=True))
    lost = [result for result in results if result.forfeit is not None]
    assert 0 < len(lost) <= 10
    for result in lost:
        assert result.forfeit is not None
        assert result.forfeit[:2] == (1, "crashed")
        assert "no idea" in result.forfeit[2]
        assert result.outcome == (1.0, 0.0)
        assert result.record is not None
        assert not game.replay(result.record).done


def test_a_bot_that_has_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "calm.toml"
    file.write_text('[play]\nmethod = "simple"\n')
    plan = plans.two(kibitz.game("qwixx"), enter("qwixx", ["ga", str(file)]), 10)
    file.write_text('[play]\nmethod = "random"\n')
    with open_store(tmp_path / "x.db") as store, pytest.raises(OtherBot, match="has changed"):
        run(plan, store, workers=2)


def test_workers_that_die_again_and_again_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    file.write_text(CRASHES.replace('raise ValueError("no idea")', "os._exit(7)"))
    game = kibitz.game("ohhell", players=2, schedule=(2,))
    plan = plans.two(game, enter("ohhell", [str(file), "random"], trusted=True), 10)
    with open_store(tmp_path / "x.db") as store:
        with pytest.raises(WorkerFailed, match="3 workers died playing unit"):
            run(plan, store, workers=2)
        assert store.matches()[0].done < 10
