"""What reading the match score is worth: `match` against `parametric`, with the rule's cards.

    python benchmarks/strength/belote_match.py --pairs 1000 --journal FILE

A pair is one deal twice with the sides exchanged, at totals drawn evenly from --from up to the
target. What counts is the chance to win the match after the deal by the table of equity (0 or 1
where the deal ends it), which varies far less than the winner of a match; and how often the two
auctions differ. With --bid and --against other bidders are compared.
"""

from __future__ import annotations

import argparse
import functools
import random
import sys
from pathlib import Path

from duplicate import Row, run

import kibitz
from kibitz.arena.statistics.estimate import mean
from kibitz.core.rng import Stream, mix
from kibitz.core.state import CHANCE
from kibitz.games.belote.rules import MARKS_MAX
from kibitz.players.belote.equity import TARGET, equity
from kibitz.players.belote.rule import choose


def play_deal(
    seed: int, totals: list[int], dealer: int, bidders: list[str]
) -> tuple[float, list[int]]:
    """The equity of NS after one deal, and the calls."""
    game = kibitz.game("belote", match=True)
    empty = kibitz.game("belote").new(chance="explicit").position()
    deals = 1 + max(totals) // MARKS_MAX
    start = empty | {"deals": deals, "totals": totals, "dealer": dealer, "player": CHANCE}
    state = game.new(position=start, seed=seed)
    rngs = [Stream(mix(seed, seat)) for seat in range(4)]
    dealer = state.position()["dealer"]
    while not state.done and state.position()["deals"] == deals:
        seat = state.player
        action = choose(state.view(seat), rngs[seat], bidders[seat % 2])
        state.apply(action)
        if state.player == CHANCE:
            break
    a, b = state.position()["totals"]
    calls = [a for a in state.actions if a >= 32]
    return equity(a, b, TARGET, leads=dealer % 2 == 0), calls


def play(seed: int, bid: str, against: str, lowest: int) -> Row:
    rng = random.Random(seed)
    totals = [rng.randrange(lowest, TARGET, 10) for _ in range(2)]
    dealer = rng.randrange(4)
    first, calls = play_deal(seed, totals, dealer, [bid, against])
    second, other = play_deal(seed, totals, dealer, [against, bid])
    return {"gain": (first - second) / 2, "differ": calls != other, "totals": totals}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000, help="(1000)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--from", type=int, default=1000, dest="lowest", help="lowest total (1000)")
    parser.add_argument("--bid", default="match", help="(match)")
    parser.add_argument("--against", default="parametric", help="(parametric)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    settings = {"bid": given.bid, "against": given.against, "lowest": given.lowest}
    seeds = range(given.first, given.first + given.pairs)
    rows = run(
        seeds, functools.partial(play, **settings), given.journal, settings, workers=given.workers
    )
    found = mean([100 * row["gain"] for row in rows])
    differ = sum(row["differ"] for row in rows) / len(rows)
    print(
        f"{given.bid} against {given.against} from {given.lowest}: {found} points of match equity "
        f"a deal in percent, {found.units} pairs, auctions differ in {100 * differ:.0f} %"
    )
    return int(found.low <= 0)


if __name__ == "__main__":
    sys.exit(main())
