"""Qwixx's rule players against each other at two players, one against one.

    python benchmarks/strength/qwixx_ladder.py --rolls 50000

`published` is ga with the weights that its makers published, a yardstick here and nowhere else;
`random` is the player marker. Every series of dice is played from both seats. Wins are outright,
ties apart; the interval is over series of dice. Games are played inside the native engine: about
100,000 a CPU second between two ga.
"""

from __future__ import annotations

import argparse
import math
import sys
from typing import NamedTuple

import numpy as np

import kibitz
from kibitz import bots
from kibitz.arena.native import Player, play_many
from kibitz.players.qwixx import staged

PUBLISHED = (0.49085229701342714, -0.8692448091076695, 0.01846237488088304, -0.056005580702027866)
VALUE = bots.spec("qwixx", "value").native
assert VALUE is not None
PLAYERS: dict[str, Player] = {
    "value": VALUE,
    "published": ("ga", PUBLISHED),
    "ga": ("ga", ()),
    "staged": ("ga", (*staged.FIRST, *staged.LAST)),
    "opportunist": ("opportunist", ()),
    "conservative": ("conservative", ()),
    "random": ("marker", ()),
}
PAIRINGS = [
    (one, other)
    for one in ("published", "ga", "staged", "value")
    for other in ("opportunist", "conservative", "random")
] + [("ga", "published"), ("staged", "published"), ("staged", "ga")]
PAIRINGS += [("value", other) for other in ("published", "ga", "staged")]


class Share(NamedTuple):
    """How often one player beat another."""

    wins: float  # outright
    error: float  # its standard error
    ties: float
    points: tuple[float, float]  # a game


def wins(one: str, other: str, rolls: int, first: int = 1, order: str = "sequential") -> Share:
    game = kibitz.game("qwixx", players=2, order=order, engine="native")
    seating = np.tile([[0, 1], [1, 0]], (rolls, 1))
    seeds = np.repeat(np.arange(first, first + rolls), 2)
    played = play_many(game, [PLAYERS[one], PLAYERS[other]], seating, seeds, threads=0)
    points = np.take_along_axis(played.returns, np.argsort(seating, axis=1), axis=1)
    won = (points[:, 0] > points[:, 1]).reshape(rolls, 2).mean(axis=1)
    mine, yours = points.mean(axis=0)
    return Share(
        float(won.mean()),
        float(won.std(ddof=1) / math.sqrt(rolls)),
        float((points[:, 0] == points[:, 1]).mean()),
        (float(mine), float(yours)),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rolls", type=int, default=50_000, help="series of dice, each from both seats"
    )
    parser.add_argument("--first", type=int, default=1, help="seed of the first series (1)")
    parser.add_argument("--order", default="sequential", choices=("sequential", "simultaneous"))
    words = parser.parse_args()
    for one, other in PAIRINGS:
        share = wins(one, other, words.rolls, words.first, words.order)
        low, high = share.wins - 1.96 * share.error, share.wins + 1.96 * share.error
        mine, yours = share.points
        print(
            f"{one:>9} v {other:<12} {share.wins:6.2%}  ({low:.2%} to {high:.2%})  "
            f"ties {share.ties:.1%}  {mine:.1f} : {yours:.1f} points"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
