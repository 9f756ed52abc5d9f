"""Belote bidders against each other, with the same card play (the rule player) on both sides.

    python benchmarks/strength/belote_bidders.py --pairs 1000 --journal FILE
    python benchmarks/strength/belote_bidders.py --against parametric --only solver --pairs 100 ...

A pair is the same deal twice with the sides exchanged; what counts is the marks of a bidder less
those of the other a deal, with a 95 % interval over pairs. Without --only every strategy but the
solver-backed one is measured against --against.
"""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path

from duplicate import Row, run

import kibitz
from kibitz.arena.match import play as play_game
from kibitz.arena.statistics.estimate import mean
from kibitz.bots.bot import Bot, RuleBot
from kibitz.players.belote import bidding
from kibitz.players.belote.rule import choose

SLOW = ("solver",)  # measured where --only names it


def player(bidder: str) -> Bot:
    return RuleBot(functools.partial(choose, bidder=bidder))


def play(seed: int, bidders: list[str], against: str) -> Row:
    """A pair for each bidder: its marks less the other's, a deal."""
    game = kibitz.game("belote")
    margins = {}
    for bidder in bidders:
        margin = 0.0
        for side in range(2):
            names = [bidder if seat % 2 == side else against for seat in range(4)]
            marks = play_game(game, [player(name) for name in names], seed).returns
            margin += (marks[side] - marks[1 - side]) / 2
        margins[bidder] = margin
    return {"margins": margins}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000, help="for each bidder (1000)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--against", default="heuristic", help="(heuristic)")
    parser.add_argument("--only", nargs="*", help="these bidders")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    skipped = {given.against, *SLOW}
    bidders = given.only or [name for name in bidding.names() if name not in skipped]
    settings = {"bidders": bidders, "against": given.against}
    seeds = range(given.first, given.first + given.pairs)
    pair = functools.partial(play, bidders=bidders, against=given.against)
    rows = run(seeds, pair, given.journal, settings, workers=given.workers)
    found = {name: mean([row["margins"][name] for row in rows]) for name in bidders}
    print(f"marks a deal against {given.against}, {len(rows)} pairs:")
    for name in sorted(found, key=lambda n: -found[n].value):
        print(f"  {name:<12} {found[name]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
