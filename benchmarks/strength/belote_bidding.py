"""A bidding network of Belote against a bidder, with the same card play on both sides.

    python benchmarks/strength/belote_bidding.py bid_dd --journal FILE
    python benchmarks/strength/belote_bidding.py runs/x/snapshots/y.safetensors --cards rule ...

The network is a shipped player's (bid_dd, bid_max, net) or a file. A pair is the same deal twice
with the sides exchanged; what counts is the network's marks less the other's a deal, with a 95 %
interval over pairs. The cards are those of `frozen_pimc_fast` (references/): `pimc_fast` as it was
before it had a belief, 10 worlds. Deals of seeds from 910,000,001 were used for nothing else. Exit
code 1 if the interval is not above --bar.
"""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path
from typing import Any

from duplicate import Row, run

import kibitz
from kibitz import bots
from kibitz.arena.match import play as play_game
from kibitz.arena.statistics.estimate import mean
from kibitz.bots.bot import Bot

FIRST = 910_000_001
REFERENCES = Path(__file__).parent / "references"


def tables(bidder: str, cards: str) -> dict[str, Any]:
    """The spec of a bidder: a network's file, a player, or a strategy."""
    if bidder.endswith(".safetensors"):
        bid: dict[str, Any] = {"method": "net", "model": str(Path(bidder).resolve())}
    elif bidder in bots.names("belote"):
        bid = {"player": bidder}
    else:
        bid = {"strategy": bidder}
    return {"bid": bid, "play": {"player": cards}}


@functools.lru_cache(maxsize=16)
def seat_bot(bidder: str, cards: str, _seat: int) -> Bot:
    """Made once for each seat: networks are slow to load."""
    return bots.bot("belote", tables(bidder, cards), folders=[REFERENCES])


def play(seed: int, bidder: str, against: str, cards: str) -> Row:
    game = kibitz.game("belote")
    margin, contracts = 0.0, []
    for side in range(2):
        names = [bidder if seat % 2 == side else against for seat in range(4)]
        seats = [seat_bot(name, cards, seat) for seat, name in enumerate(names)]
        played = play_game(game, seats, seed)
        margin += (played.returns[side] - played.returns[1 - side]) / 2
        contracts.append(_contract(played.record["actions"], side))
    return {"margin": margin, "contracts": contracts}


def _contract(actions: list[int], side: int) -> list[int]:
    """The last bid (0: none) and the number of doubles."""
    calls = [action - 32 for action in actions if action >= 32]
    bids = [call for call in calls if 0 < call < 41]
    return [bids[-1] if bids else 0, sum(call >= 41 for call in calls), side]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bidder", help="a player, a bidding strategy, or a network's file")
    parser.add_argument("--against", default="parametric", help="(parametric)")
    parser.add_argument("--cards", default="frozen_pimc_fast", help="(frozen_pimc_fast)")
    parser.add_argument("--pairs", type=int, default=1000, help="(1000)")
    parser.add_argument("--first", type=int, default=FIRST, help=f"the first seed ({FIRST})")
    parser.add_argument("--bar", type=float, default=10.0, help="marks a deal (10)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    settings = {"bidder": given.bidder, "against": given.against, "cards": given.cards}
    pair = functools.partial(play, **settings)
    seeds = range(given.first, given.first + given.pairs)
    rows = run(seeds, pair, given.journal, settings, workers=given.workers)
    found = mean([row["margin"] for row in rows])
    contracts = [one for row in rows for one in row["contracts"]]
    high = sum(one[0] > 20 for one in contracts) / len(contracts)
    doubled = sum(one[1] > 0 for one in contracts) / len(contracts)
    print(
        f"{given.bidder} against {given.against}, cards by {given.cards}: {found} marks a deal, "
        f"{found.units} pairs; bar {given.bar:+g}\n"
        f"contracts of 130 or more: {high:.1%}; coinched: {doubled:.1%}"
    )
    return int(found.low <= given.bar)


if __name__ == "__main__":
    sys.exit(main())
