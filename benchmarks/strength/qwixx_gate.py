"""Qwixx: whether a new value network beats the shipped one, before it takes its place.

    python benchmarks/strength/qwixx_gate.py new.safetensors
    python benchmarks/strength/qwixx_gate.py new.safetensors --old old.safetensors --rolls 40000

One of the new at tables of the old, and one of the old at tables of the new, on the same dice from
every seat: the gain is half the difference of their shares of the win (alone: of their scores).
Exit code 1 unless the mean gain over the tables of two to five, in both orders, is above 0 by the
lower end of its 95 % interval, and no single row loses by the upper end of its own.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.strength.qwixx_champion import ORDERS, shares  # noqa: E402

from kibitz.arena.native import Player  # noqa: E402
from kibitz.arena.statistics.estimate import Estimate, mean  # noqa: E402
from kibitz.nets import qwixx_value  # noqa: E402
from kibitz.players.qwixx import value  # noqa: E402

FIRST = 6_000_001  # seed of the first series, apart from those of training and of the bars


def gain(new: Player, old: Player, players: int, order: str, games: int) -> Estimate:
    """Half the difference between one new among old and one old among new."""
    seeds = range(FIRST, FIRST + -(-games // players))
    there = shares(new, old, players, order, seeds)
    if players == 2:
        return mean(list(there - 0.5))  # the other half of the same games
    back = shares(old, new, players, order, seeds)
    return mean(list((there - back) / (1 if players == 1 else 2)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("new", type=Path)
    parser.add_argument("--old", type=Path, default=qwixx_value.SHIPPED, help="(the shipped one)")
    parser.add_argument("--rolls", type=int, default=10_000, help="games of each row, at least")
    parser.add_argument("--rank", default=value.RANKS[0], help="of both: win, gaussian or both")
    words = parser.parse_args()
    new, old = (value.native(file, words.rank) for file in (words.new, words.old))
    found: list[Estimate] = []
    for players in range(1, 6):
        for order in ORDERS:
            one = gain(new, old, players, order, words.rolls)
            unit = "{:+.2f} points" if players == 1 else "{:+.2%}"
            value_, low, high = (unit.format(x) for x in (one.value, one.low, one.high))
            print(f"players={players} order={order} {value_} ({low} to {high})", flush=True)
            if players > 1:
                found.append(one)
    total = sum(one.value for one in found) / len(found)
    half = sum((one.high - one.low) ** 2 for one in found) ** 0.5 / 2 / len(found)
    print(f"mean of two to five: {total:+.2%} ({total - half:+.2%} to {total + half:+.2%})")
    passed = total - half > 0 and all(one.high > 0 for one in found)
    print("passed" if passed else "not passed")
    return int(not passed)


if __name__ == "__main__":
    sys.exit(main())
