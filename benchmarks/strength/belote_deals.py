"""Belote, whole deals with the auction: a player of ours against colver's best without weights.

    python benchmarks/strength/belote_deals.py --pairs 300 --journal FILE
    python benchmarks/strength/belote_deals.py --player champion --pairs 300 --journal FILE

Ours bids by solved worlds and plays by `pimc`, unless --player names another; theirs is the public
`colver` wheel with the bids `improved_v2` and the cards `isdd` of 20 uniform worlds, the strongest
that it has without trained weights. A pair is the same deal twice with the sides exchanged, marked
as colver marks (scoring="exact"). What counts is our marks less theirs a deal, with a 95 % interval
over pairs, and CPU time a decision: ours must not take more. Exit code 1 if the interval is not
above --bar, or if ours took more time.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from pathlib import Path
from typing import Any

import colver
from duplicate import Row, run

import kibitz
from kibitz.arena.match import bot_seed
from kibitz.arena.statistics.estimate import mean
from kibitz.bots.bot import Bot

THEIRS = """
[bid]
strategy = "improved_v2"
[play]
method = "isdd"
determinizations = 20
[worlds]
source = "uniform"
"""


def our_spec(words: dict[str, Any]) -> str | dict[str, Any]:
    """Our player: its name, or its tables."""
    if words.get("player"):
        return str(words["player"])
    bid: dict[str, Any] = {"strategy": words["bid"]}
    if words["bid"] == "solver":
        bid["worlds"] = words["bid_worlds"]
    spec: dict[str, Any] = {"bid": bid, "play": {"method": "pimc", "worlds": words["worlds"]}}
    if words["belief"] != "none":
        spec["belief"] = {"method": words["belief"]}
    return spec


class Clock:
    """CPU seconds and decisions of each side, 0 ours and 1 theirs."""

    def __init__(self) -> None:
        self.seconds = [0.0, 0.0]
        self.decisions = [0, 0]

    def ask(self, side: int, choices: int, question: Any) -> Any:
        begin = time.process_time()
        answer = question()
        self.seconds[side] += time.process_time() - begin
        self.decisions[side] += choices > 1
        return answer


def play_deal(seed: int, our_side: int, words: dict[str, Any], clock: Clock) -> list[float]:
    """One deal; the marks of ours and of theirs."""
    game = kibitz.game("belote", scoring="exact")
    state = game.new(seed)
    deal = state.chance[0]
    table = colver.Env.deal_with_hands(deal["dealer"], deal["hands"])
    ours: dict[int, Bot] = {}
    theirs: dict[int, Any] = {}
    for seat in range(4):
        if seat % 2 == our_side:
            ours[seat] = kibitz.bots.bot("belote", our_spec(words))
            ours[seat].start(game, seat, bot_seed(seed, seat))
        else:
            theirs[seat] = colver.Agent(THEIRS, seat, bot_seed(seed, seat))
            theirs[seat].init_deal(table)
    while not state.done:
        seat, legal = state.player, state.legal()
        offset = 32 if state.phase == "bid" else 0
        if seat in ours:
            view = state.view(seat)
            action = clock.ask(0, len(legal), functools.partial(ours[seat].choose, view))
        else:
            decide = functools.partial(theirs[seat].decide, table)
            action = clock.ask(1, len(legal), decide)["action"] + offset
        for agent in theirs.values():
            agent.observe(table, action - offset)
        state.apply(action)
        table.step(action - offset)
    marks = state.returns()
    return [marks[our_side], marks[1 - our_side]]


def play(seed: int, words: dict[str, Any]) -> Row:
    """A pair: ours as NS, then as EW."""
    clock = Clock()
    deals = [play_deal(seed, side, words, clock) for side in range(2)]
    margin = sum(ours - theirs for ours, theirs in deals) / 2
    return {
        "margin": margin,
        "marks": deals,
        "cpu_seconds": [round(x, 4) for x in clock.seconds],
        "decisions": clock.decisions,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=300, help="of deals (300)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first deal (1)")
    parser.add_argument("--player", help="a player instead of a bidder and pimc")
    parser.add_argument("--bid", default="solver", help="our bidding strategy (solver)")
    parser.add_argument("--bid-worlds", type=int, default=60, help="of the solver's bids (60)")
    parser.add_argument("--worlds", type=int, default=100, help="of pimc (100)")
    parser.add_argument("--belief", default="none", help="none, net, bids, play or all (none)")
    parser.add_argument("--bar", type=float, default=0.0, help="marks a deal (0)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    names = ("bid", "bid_worlds", "worlds", "belief")
    words = {name: getattr(given, name) for name in names}
    if given.player:
        words = {"player": given.player}
    seeds = range(given.first, given.first + given.pairs)
    rows = run(
        seeds, functools.partial(play, words=words), given.journal, words, workers=given.workers
    )
    found = mean([row["margin"] for row in rows])
    each = []
    for side in range(2):
        seconds = sum(row["cpu_seconds"][side] for row in rows)
        each.append(1000 * seconds / sum(row["decisions"][side] for row in rows))
    ours = given.player or f"{given.bid} + pimc"
    print(
        f"{ours} against improved_v2 + isdd: {found} marks a deal, "
        f"{found.units} pairs\nCPU a decision: {each[0]:.1f} ms against {each[1]:.1f} ms"
    )
    return int(found.low <= given.bar or each[0] > each[1])


if __name__ == "__main__":
    sys.exit(main())
