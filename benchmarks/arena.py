"""How fast the arena plays: inside the native engine, with every game kept, and over workers.

    python benchmarks/arena.py             games a CPU second on one core
    python benchmarks/arena.py --workers   wall time over 1, 2, ... cores (docs/scale.md)

The fourteen bots of Dubito are those of the public experiment, which plays about 163 games a CPU
second with them at tables of three to seven.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import kibitz
from kibitz.arena import native
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan.entry import enter
from kibitz.arena.plan.plan import Plan
from kibitz.arena.plan.schedule import Drawn
from kibitz.arena.run.run import run
from kibitz.arena.store import open_store
from kibitz.arena.store.rows import table_game
from kibitz.bots import registry

PEER_DUBITO = 163  # games a CPU second of the public runner, one core
FOURTEEN = [
    "adaptive",
    "always_bluff",
    "always_doubt",
    "balanced",
    "chatgpt",
    "chatgpt_thinking",
    "claude",
    "gemini",
    "honest",
    "random",
    "risk_aware",
    "suspicion",
    "tactical_doubt",
    "trusting",
]
TABLES = [3, 4, 5, 6, 7]
SECONDS = 2.0


def rate(play: Callable[[int], int], seconds: float = SECONDS) -> float:
    """Games per CPU second; `play(seed)` plays some and returns how many."""
    play(0)
    games, begin, seed = 0, time.process_time(), 1
    while time.process_time() - begin < seconds:
        games += play(seed)
        seed += 1
    return games / (time.process_time() - begin)


def belote(keep: bool) -> float:
    game, n = kibitz.game("belote"), 20_000
    seating = np.zeros((n, 4), dtype=np.int32)

    def play(seed: int) -> int:
        seeds = np.arange(seed * n, (seed + 1) * n, dtype=np.uint64)
        native.play_many(game, [("random", ())], seating, seeds, keep=keep)
        return n

    return rate(play)


def dubito(keep: bool) -> float:
    found = [registry.spec("dubito", name).native for name in FOURTEEN]
    players = [(one.policy, one.parameters) for one in found if one is not None]
    assert len(players) == 14
    n = 400

    def play(seed: int) -> int:
        drawn = Drawn(seed, range(14), TABLES, rotate=False)
        tables = [table for unit in range(n) for table in drawn.tables(unit)]
        for size in TABLES:
            some = [table for table in tables if len(table.seats) == size]
            seeds = [table.seed for table in some]
            game = table_game("dubito", {}, size)
            native.play_many(game, players, [t.seats for t in some], seeds, keep=keep)
        return n

    return rate(play)


def qwixx(order: str) -> float:
    """Qwixx of two, the rule player ga against itself."""
    game, n = kibitz.game("qwixx", players=2, order=order), 20_000
    seating = np.tile(np.array([0, 1], dtype=np.int32), (n, 1))

    def play(seed: int) -> int:
        seeds = np.arange(seed * n, (seed + 1) * n, dtype=np.uint64)
        native.play_many(game, [("ga", ()), ("ga", ())], seating, seeds)
        return n

    return rate(play)


def stored(plan: Callable[[int], Plan]) -> float:
    """The same through the whole arena: every game in the store, with its record."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "x.db") as store:
        return rate(lambda seed: run(plan(seed), store, workers=1).games)


def belote_match() -> Callable[[int], Plan]:
    entries = enter("belote", ["random", "random"], twins=True)
    return lambda seed: plans.two(kibitz.game("belote"), entries, 10_000, seed)


def dubito_field() -> Callable[[int], Plan]:
    entries = enter("dubito", FOURTEEN)
    return lambda seed: plans.drawn("dubito", {}, entries, TABLES, 5000, seed)


def show(what: str, found: float, bar: float | None = None) -> None:
    compared = "" if bar is None else f"   bar {bar:,.0f}: {found / bar:.1f} x"
    print(f"{what:48} {found:12,.0f}{compared}")


def measure() -> None:
    print("games a CPU second, one core")
    show("Belote, four random bots", belote(keep=False), 200_000)
    show("Belote, four random bots, actions kept", belote(keep=True))
    show("Belote, four random bots, into the store", stored(belote_match()))
    show("Qwixx, ga against ga, simultaneous", qwixx("simultaneous"), 200_000)
    show("Qwixx, ga against ga, sequential", qwixx("sequential"), 200_000)
    show("Dubito, fourteen bots, tables of 3 to 7", dubito(keep=False), 100 * PEER_DUBITO)
    show("Dubito, fourteen bots, actions kept", dubito(keep=True))
    show("Dubito, fourteen bots, into the store", stored(dubito_field()))


def curve(most: int) -> None:
    """Wall time of the same matches with more and more workers."""
    cases: dict[str, Plan] = {
        "Oh Hell, ismcts_fast against smart": plans.two(
            kibitz.game("ohhell", players=2, schedule=(6,)),
            enter("ohhell", ["ismcts_fast", "smart"]),
            300,
        ),
        "Belote, random against random": plans.two(
            kibitz.game("belote"), enter("belote", ["random", "random"], twins=True), 100_000
        ),
    }
    print("games a second of wall time, into the store")
    for name, plan in cases.items():
        for workers in range(1, most + 1):
            with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/x.db") as store:
                begin = time.perf_counter()
                match = run(plan, store, workers=workers)
                seconds = time.perf_counter() - begin
            print(f"{name:40} {workers} workers {match.games / seconds:10,.0f}  ({seconds:.1f} s)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--workers", action="store_true", help="measure over workers, wall time")
    if parser.parse_args().workers:
        curve(os.cpu_count() or 1)
    else:
        measure()


if __name__ == "__main__":
    main()
