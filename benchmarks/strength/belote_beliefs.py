"""Belote: a searcher with a belief against the same searcher without, same bids and same worlds.

    python benchmarks/strength/belote_beliefs.py --journal FILE
    python benchmarks/strength/belote_beliefs.py --belief bid_net --bidder net --pairs 2000 ...

All four seats bid alike, so both halves of a pair have the same auction; then one side's searcher
has the belief and the other's has not, and the sides are exchanged. What counts is the marks with
the belief less those without, a deal, with a 95 % interval over pairs, and the CPU time of a
decision with and without. Deals of seeds from 930,000,001 were used for nothing else. Exit code 1
if the interval is not above --bar, or if a decision with the belief takes more than --time-bar
times as long.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from card_duel import duel, report

from kibitz.arena.game_corpus import bids_of

FIRST = 930_000_001
SETTINGS = {"pimc": "worlds", "ismcts": "simulations", "rollout": "simulations"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--belief", default="play_net", help="(play_net)")
    parser.add_argument("--bidder", default="match", help="who bids on all seats (match)")
    parser.add_argument("--method", default="pimc", choices=sorted(SETTINGS), help="(pimc)")
    parser.add_argument("--budget", type=int, default=10, help="worlds or simulations (10)")
    parser.add_argument("--pairs", type=int, default=4000, help="(4000)")
    parser.add_argument("--first", type=int, default=FIRST, help=f"the first seed ({FIRST})")
    parser.add_argument("--bar", type=float, default=5.0, help="marks a deal (5)")
    parser.add_argument("--time-bar", type=float, default=1.5, help="ratio of CPU time (1.5)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    play = {"play": {"method": given.method, SETTINGS[given.method]: given.budget}}
    words = {"bids": bids_of("belote", given.bidder), "theirs": play}
    words |= {"ours": play | {"belief": {"method": given.belief}}}
    seeds = range(given.first, given.first + given.pairs)
    found, ours, theirs = report(duel(seeds, given.journal, words, workers=given.workers))
    ratio = ours / max(1e-9, theirs)
    print(
        f"{given.method} with {given.belief} against {given.method} without, {given.budget} each, "
        f"bids by {given.bidder}: {found} marks a deal, {found.units} pairs; bar {given.bar:+g}\n"
        f"CPU a decision: {ours:.2f} ms with, {theirs:.2f} ms without: {ratio:.2f} times; "
        f"bar {given.time_bar:g}"
    )
    return int(found.low <= given.bar or ratio > given.time_bar)


if __name__ == "__main__":
    sys.exit(main())
