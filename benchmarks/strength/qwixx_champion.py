"""Qwixx: the bars of the champion, each with its 95 % interval.

    python benchmarks/strength/qwixx_champion.py
    python benchmarks/strength/qwixx_champion.py --player net --rolls 4000
    python benchmarks/strength/qwixx_champion.py --players 2 --orders sequential

At two players against ga with the published weights, in both orders: outright wins, not ties.
At three to five against tables of ga: shares of the win. Alone: the mean score. A series of dice is
played from every seat, and the interval is over series; its seeds are apart from those of training.
Everything is played inside the native engine. Exit code 1 if the lower end of an interval is below
its bar.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.strength.qwixx_ladder import PUBLISHED  # noqa: E402

import kibitz  # noqa: E402
from kibitz import bots  # noqa: E402
from kibitz.arena.native import Player, play_many  # noqa: E402
from kibitz.arena.statistics.estimate import Estimate, mean, share  # noqa: E402

FIRST = 5_000_001
ORDERS = ("simultaneous", "sequential")
BARS = {1: 100.0, 2: 0.64, 3: 0.45, 4: 0.36, 5: 0.30}
RIVALS: dict[int, Player] = {n: ("ga", PUBLISHED if n == 2 else ()) for n in BARS}


def shares(
    one: Player, others: Player, players: int, order: str, seeds: range, outright: bool = False
) -> NDArray[np.float64]:
    """One's share of the win among the others, by series of dice; alone: its score."""
    rules = kibitz.game("qwixx", players=players, order=order, engine="native")
    seating = np.tile(1 - np.eye(players, dtype=np.int32), (len(seeds), 1))
    played = play_many(rules, [one, others], seating, np.repeat(seeds, players), threads=1)
    points = played.returns.reshape(len(seeds), players, players)
    mine = points[:, range(players), range(players)]
    if players == 1:
        return np.asarray(mine[:, 0], np.float64)
    best = points.max(axis=2)
    won = (mine == best) / (points == best[:, :, None]).sum(axis=2)
    return np.asarray((won == 1 if outright else won).mean(axis=1), np.float64)


def measure(one: Player, players: int, order: str, games: int, first: int) -> Estimate:
    """Play at least so many games, each series of dice from every seat."""
    seeds = range(first, first + -(-games // players))
    found = shares(one, RIVALS[players], players, order, seeds, outright=players == 2)
    return mean(list(found)) if players == 1 else share(list(found))


def line(players: int, order: str, found: Estimate, bar: float) -> str:
    """One row of the report."""
    unit = "{:.1f}" if players == 1 else "{:.2%}"
    value, low, high, wanted = map(unit.format, (found.value, found.low, found.high, bar))
    rival = {1: "alone", 2: "published ga"}.get(players, "ga")
    return f"{rival} players={players} order={order} {value} ({low} to {high}), bar {wanted}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="level_8", help="a native player or a spec (level_8)")
    parser.add_argument("--rolls", type=int, default=20_000, help="games of each row, at least")
    parser.add_argument("--players", type=int, nargs="*", choices=BARS, default=list(BARS))
    parser.add_argument("--orders", nargs="*", choices=ORDERS, default=ORDERS)
    parser.add_argument("--first", type=int, default=FIRST, help=f"seed of the first ({FIRST})")
    words = parser.parse_args()
    one = bots.spec("qwixx", words.player).native
    if one is None:
        parser.error(f"{words.player} does not play natively")
    missed = 0
    for players in words.players:
        bar = BARS[players]
        for order in words.orders:
            began = time.process_time()
            found = measure(one, players, order, words.rolls, words.first)
            seconds = time.process_time() - began
            missed += found.low < bar
            verdict = "reached" if found.low >= bar else "missed"
            text = line(players, order, found, bar)
            print(f"{text}: {verdict}; {seconds:.0f} s of CPU time", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
