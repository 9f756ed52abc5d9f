"""Belote: two ways to play the cards, same bids, duplicate deals.

    python benchmarks/strength/belote_cards.py --ours 'method="ismcts"; simulations=300;
        value="net"' --theirs 'method="ismcts"; simulations=1000' --journal FILE

Each is the table [play] of a spec in TOML, with semicolons between the keys; `belief.method` and
the like belong to [belief]. For a comparison at equal time choose budgets whose CPU times, which
are printed, agree. Deals are those of seeds from --first. Exit code 1 if the 95 % interval over
pairs is not above 0, or if ours took over a tenth longer.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path
from typing import Any

from card_duel import duel, report

from kibitz.arena.game_corpus import bids_of

FIRST = 931_000_001


def table(text: str) -> dict[str, Any]:
    """The tables of a spec from one line."""
    play = tomllib.loads("\n".join(text.split(";")))
    belief = play.pop("belief", None)
    return {"play": play} | ({} if belief is None else {"belief": belief})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", required=True, metavar="TABLE")
    parser.add_argument("--theirs", required=True, metavar="TABLE")
    parser.add_argument("--bidder", default="match", help="who bids on all seats (match)")
    parser.add_argument("--pairs", type=int, default=400, help="(400)")
    parser.add_argument("--first", type=int, default=FIRST, help=f"the first seed ({FIRST})")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    words = {"bids": bids_of("belote", given.bidder)}
    words |= {"ours": table(given.ours), "theirs": table(given.theirs)}
    seeds = range(given.first, given.first + given.pairs)
    found, ours, theirs = report(duel(seeds, given.journal, words, workers=given.workers))
    print(
        f"{given.ours} against {given.theirs}, bids by {given.bidder}: {found} marks a deal, "
        f"{found.units} pairs\nCPU a decision: {ours:.2f} ms against {theirs:.2f} ms"
    )
    return int(found.low <= 0 or ours > 1.1 * theirs)


if __name__ == "__main__":
    sys.exit(main())
