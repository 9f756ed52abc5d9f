"""Belote bidders against each other, with the same card play on both sides: the rule player's, or
that of the bot that --cards names.

    python benchmarks/strength/belote_bidders.py --pairs 1000 --journal FILE
    python benchmarks/strength/belote_bidders.py --against parametric --only solver --pairs 100 ...
    ... --against parametric --only played --cards pimc_fast --pairs 600 --journal FILE
    ... --against parametric --only played --native --pairs 100000

With --native the native engine plays whole deals, 20,000 pairs a second, for bidders by weights and
the rule player's cards.

A pair is the same deal twice with the sides exchanged; what counts is the marks of a bidder less
those of the other a deal, with a 95 % interval over pairs. Without --only every strategy but the
solver-backed one is measured against --against.
"""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path

import numpy as np
from duplicate import Row, run

import kibitz
from kibitz import bots
from kibitz.arena.match import play as play_game
from kibitz.arena.native import play_many
from kibitz.arena.statistics.estimate import mean
from kibitz.bots.bot import Bot, RuleBot
from kibitz.players.belote import bidding
from kibitz.players.belote.rule import NATIVE, choose

SLOW = ("solver",)  # measured where --only names it


def player(bidder: str, cards: str) -> Bot:
    if cards == "rule":
        return RuleBot(functools.partial(choose, bidder=bidder))
    return bots.bot("belote", {"bid": {"strategy": bidder}, "play": {"player": cards}})


def play(seed: int, bidders: list[str], against: str, cards: str) -> Row:
    """A pair for each bidder: its marks less the other's, a deal."""
    game = kibitz.game("belote")
    margins = {}
    for bidder in bidders:
        margin = 0.0
        for side in range(2):
            names = [bidder if seat % 2 == side else against for seat in range(4)]
            marks = play_game(game, [player(name, cards) for name in names], seed).returns
            margin += (marks[side] - marks[1 - side]) / 2
        margins[bidder] = margin
    return {"margins": margins}


def play_native(bidder: str, against: str, first: int, pairs: int) -> list[float]:
    """The margins of all pairs, by the rule player's native form."""
    seeds = np.tile(np.arange(first, first + pairs, dtype=np.uint64), 2)
    seating = np.repeat([[0, 1, 0, 1], [1, 0, 1, 0]], pairs, axis=0)
    players = [NATIVE(bidder), NATIVE(against)]
    assert None not in players, "only bidders by weights play natively"
    returns = play_many(kibitz.game("belote"), players, seating, seeds, threads=0).returns
    margins = returns[:, 0] - returns[:, 1]
    return ((margins[:pairs] - margins[pairs:]) / 2).tolist()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000, help="for each bidder (1000)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--against", default="heuristic", help="(heuristic)")
    parser.add_argument("--only", nargs="*", help="these bidders")
    parser.add_argument("--cards", default="rule", help="the bot that plays the cards (rule)")
    parser.add_argument("--native", action="store_true", help="play natively, without a journal")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path)
    given = parser.parse_args()
    if given.native:
        for name in given.only or ["played"]:
            found = mean(play_native(name, given.against, given.first, given.pairs))
            print(f"{name} against {given.against}: {found} marks a deal, {given.pairs} pairs")
        return 0
    if given.journal is None:
        parser.error("--journal is needed without --native")
    skipped = {given.against, *SLOW}
    bidders = given.only or [name for name in bidding.names() if name not in skipped]
    settings = {"bidders": bidders, "against": given.against, "cards": given.cards}
    seeds = range(given.first, given.first + given.pairs)
    pair = functools.partial(play, **settings)
    rows = run(seeds, pair, given.journal, settings, workers=given.workers)
    each = {name: mean([row["margins"][name] for row in rows]) for name in bidders}
    print(f"marks a deal against {given.against}, cards by {given.cards}, {len(rows)} pairs:")
    for name in sorted(each, key=lambda n: -each[n].value):
        print(f"  {name:<12} {each[name]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
