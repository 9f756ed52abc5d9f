"""Oh Hell's rule players against each other: one of a kind against a table of another.

    python benchmarks/strength/ohhell_ladder.py --deals 2000

Every deal is played once from every seat of the single player; ties share the win. The interval is
over whole deals. Games are played inside the native engine: about 10,000 a CPU second.
"""

from __future__ import annotations

import argparse
import math
import sys

import numpy as np

import kibitz
from kibitz.arena import native

LADDER = ("random", "heuristic", "smart", "sharp")


def wins(players: int, one: str, others: str, deals: int, first: int = 1) -> tuple[float, float]:
    """The share of wins of `one` against players - 1 of `others`, and its standard error."""
    game = kibitz.game("ohhell", players=players, engine="native")
    seats = np.tile(np.arange(players), deals)
    seating = np.ones((len(seats), players), dtype=np.int32)
    seating[np.arange(len(seats)), seats] = 0
    seeds = np.repeat(np.arange(first, first + deals), players)
    played = native.play_many(game, [(one, ()), (others, ())], seating, seeds, threads=0)
    shares = played.outcome[np.arange(len(seats)), seats].reshape(deals, players).mean(axis=1)
    return float(shares.mean()), float(shares.std(ddof=1) / math.sqrt(deals))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=2000, help="of each pairing (2000)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    words = parser.parse_args()
    for players in (2, 3, 4, 5):
        print(f"{players} players: {1 / players:.1%} is even")
        for one in LADDER:
            for others in LADDER:
                if one == others:
                    continue
                share, error = wins(players, one, others, words.deals, words.first)
                low, high = share - 1.96 * error, share + 1.96 * error
                print(f"  {one:>9} v {others:<9} {share:6.1%}  ({low:.1%} to {high:.1%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
