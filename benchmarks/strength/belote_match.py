"""What reading the match score is worth: the same player with it and without.

    python benchmarks/strength/belote_match.py --pairs 1000 --journal FILE
    python benchmarks/strength/belote_match.py --reads cards --play pimc --budget 10 ...
    python benchmarks/strength/belote_match.py --reads both --play pimc --whole --from 0 ...

A pair is one deal twice with the sides exchanged, at totals drawn evenly from --from up to the
target. What counts is the chance to win the match after the deal by the table of equity (0 or 1
where the deal ends it), which varies far less than the winner of a match; and how often the two
auctions differ. With --whole the match is played to its end, the same deals both times, and what
counts is who wins it.

--reads says what the first player does by the match: its calls (`match` against `parametric`, or
--bid against --against: strategies, players, or files of networks), its cards (the same calls by
--bid; `equity` on against off), or both. The cards are played by rule, or by a search with so many
worlds or simulations (--budget).
"""

from __future__ import annotations

import argparse
import functools
import random
import sys
from pathlib import Path
from typing import Any

from duplicate import Row, run

import kibitz
from kibitz import bots
from kibitz.arena.game_corpus import bids_of
from kibitz.arena.statistics.estimate import mean
from kibitz.core.rng import mix
from kibitz.core.state import CHANCE
from kibitz.games.belote.rules import MARKS_MAX
from kibitz.search.games.belote.equity import TARGET, equity

BUDGETS = {"pimc": "worlds", "ismcts": "simulations", "rollout": "simulations"}
Parts = dict[str, dict[str, Any]]


def bids_by(bidder: str) -> dict[str, Any]:
    """The table [bid] of a strategy, a player, or a network's file."""
    if bidder.endswith(".safetensors"):
        return {"method": "net", "model": str(Path(bidder).resolve())}
    return dict(bids_of("belote", bidder))


def entrants(bid: str, against: str, play: str, budget: int, reads: str) -> tuple[Parts, Parts]:
    """The player that reads the match, and the same without."""

    def parts(bidder: str, by_match: bool) -> Parts:
        cards: dict[str, Any] = {"method": play}
        if play in BUDGETS:
            cards |= {BUDGETS[play]: budget, "equity": by_match}
        return {"bid": bids_by(bidder), "play": cards}

    return parts(bid, reads != "calls"), parts(bid if reads == "cards" else against, False)


def play_deals(
    seed: int, totals: list[int], dealer: int, sides: tuple[Parts, Parts], *, whole: bool
) -> tuple[float, list[int]]:
    """The equity of NS after one deal, or after the match; and the calls."""
    game = kibitz.game("belote", match=True)
    empty = kibitz.game("belote").new(chance="explicit").position()
    deals = 1 + max(totals) // MARKS_MAX  # a void one at 0-0
    start = empty | {"deals": deals, "totals": totals, "dealer": dealer, "player": CHANCE}
    state = game.new(position=start, seed=seed)
    seats = [bots.bot("belote", sides[seat % 2]) for seat in range(4)]
    for seat, bot in enumerate(seats):
        bot.start(game, seat, mix(seed, seat))
    dealer = state.position()["dealer"]
    while not state.done and (whole or state.position()["deals"] == deals):
        state.apply(seats[state.player].choose(state.view(state.player)))
    a, b = state.position()["totals"]
    calls = [a for a in state.actions if a >= 32]
    if state.done:
        return (0.5 if a == b else float(a > b)), calls
    return equity(a, b, TARGET, leads=dealer % 2 == 0), calls


def play(seed: int, lowest: int, whole: bool, **players: Any) -> Row:
    rng = random.Random(seed)
    totals = [rng.randrange(lowest, TARGET, 10) if lowest else 0 for _ in range(2)]
    dealer = rng.randrange(4)
    one, other = entrants(**players)
    first, calls = play_deals(seed, totals, dealer, (one, other), whole=whole)
    second, others = play_deals(seed, totals, dealer, (other, one), whole=whole)
    return {"gain": (first - second) / 2, "differ": calls != others, "totals": totals}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000, help="(1000)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--from", type=int, default=1000, dest="lowest", help="lowest total (1000)")
    parser.add_argument("--whole", action="store_true", help="play matches to their end")
    parser.add_argument("--reads", choices=("calls", "cards", "both"), default="calls")
    parser.add_argument("--bid", default="match", help="(match)")
    parser.add_argument("--against", default="parametric", help="(parametric)")
    parser.add_argument("--play", choices=("rule", *BUDGETS), default="rule", help="(rule)")
    parser.add_argument("--budget", type=int, default=10, help="worlds or simulations (10)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    if given.reads != "calls" and given.play == "rule":
        parser.error("the cards of `rule` do not read the match: name a search with --play")
    settings = {
        name: getattr(given, name)
        for name in ("bid", "against", "lowest", "whole", "reads", "play", "budget")
    }
    seeds = range(given.first, given.first + given.pairs)
    rows = run(
        seeds, functools.partial(play, **settings), given.journal, settings, workers=given.workers
    )
    found = mean([100 * row["gain"] for row in rows])
    differ = sum(row["differ"] for row in rows) / len(rows)
    what = "matches won above even" if given.whole else "match equity a deal"
    print(
        f"{given.reads} by the match, {given.bid} + {given.play}, from {given.lowest}: {found} "
        f"percent of {what}, {found.units} pairs, auctions differ in {100 * differ:.0f} %"
    )
    return int(found.low <= 0)


if __name__ == "__main__":
    sys.exit(main())
