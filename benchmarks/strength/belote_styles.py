"""How Belote bidders bid: what they stand at, what they make of it, how often they double.

    python benchmarks/strength/belote_styles.py --deals 400
    python benchmarks/strength/belote_styles.py --only parametric played --deals 20000

Each bidder sits in all four seats, with the rule player's cards. Bidders by weights play natively;
the others are asked call by call. A caricature shows at a glance: a bidder that stands at 130 or
more in a third of the deals and goes down in most of them, or that doubles every other contract.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

import kibitz
from kibitz import bots
from kibitz.arena.match import play
from kibitz.arena.native import play_many
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, bid_value
from kibitz.players.belote import bidding
from kibitz.players.belote.rule import NATIVE

HIGH = 130
SLOW = ("solver",)  # measured where --only names it


@dataclass(frozen=True)
class Contract:
    """How a deal with a bid ended."""

    bid: int
    doubles: int
    made: bool


def contract(dealer: int, calls: Sequence[int], marks: Sequence[float]) -> Contract | None:
    """The contract of a deal; None if nobody bid."""
    bids = [(i, call) for i, call in enumerate(calls) if PASS < call < COINCHE]
    if not bids:
        return None
    place, bid = bids[-1]
    made = marks[(dealer + 1 + place) % 4] > 0  # rule 9: a side that goes down scores nothing
    return Contract(bid, sum(call >= COINCHE for call in calls), made)


def deals(bidder: str, first: int, count: int) -> Iterator[Contract | None]:
    game, native = kibitz.game("belote"), NATIVE(bidder)
    seeds = range(first, first + count)
    dealers = [game.new(seed).chance[0]["dealer"] for seed in seeds]
    if native is not None:
        seating, each = np.zeros((count, 4), np.int64), np.array(seeds, np.uint64)
        found = play_many(game, [native], seating, each, threads=1, keep=True)
        games = zip(found.actions or [], found.returns.tolist(), strict=True)
    else:
        spec = {"bid": {"strategy": bidder}, "play": {"method": "rule"}}
        seats = [bots.bot("belote", spec) for _ in range(4)]
        played = (play(game, seats, seed) for seed in seeds)
        games = ((one.record["actions"], one.returns) for one in played)
    for dealer, (actions, marks) in zip(dealers, games, strict=True):
        yield contract(dealer, [a - BID for a in actions if a >= BID], marks)


def share(of: Sequence[bool]) -> str:
    return f"{100 * sum(of) / len(of):.0f} %" if of else "-"


def style(bidder: str, first: int, count: int) -> list[str]:
    every = list(deals(bidder, first, count))
    found = [one for one in every if one is not None]
    high = [one for one in found if bid_value(one.bid) >= HIGH]
    return [
        f"{np.mean([bid_value(one.bid) for one in found]):.0f}",
        share([one.made for one in found]),
        f"{100 * len(high) / count:.0f} %",
        share([one.made for one in high]),
        f"{100 * sum(one.bid >= CAPOT for one in found) / count:.1f} %",
        f"{100 * sum(one.doubles > 0 for one in found) / count:.1f} %",
        share([not one.made for one in found if one.doubles]),
        f"{100 * sum(one.doubles > 1 for one in found) / count:.1f} %",
        f"{100 * (count - len(found)) / count:.0f} %",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=400, help="for each bidder (400)")
    parser.add_argument("--first", type=int, default=920_000_001, help="seed of the first deal")
    parser.add_argument("--only", nargs="*", help="these bidders")
    given = parser.parse_args()
    names = given.only or [name for name in bidding.names() if name not in SLOW]
    titles = ["value", "made", f"{HIGH}+", "made", "capot", "coinched", "down", "surcoinched"]
    print(f"{'bidder':<12}" + "".join(f"{title:>12}" for title in [*titles, "void"]))
    for name in names:
        row = style(name, given.first, given.deals)
        print(f"{name:<12}" + "".join(f"{cell:>12}" for cell in row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
