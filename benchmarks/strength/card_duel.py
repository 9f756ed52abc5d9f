"""Two card players with the same auctions, on duplicate deals: a module of other benchmarks.

    rows = duel(seeds, journal, {"bids": {...}, "ours": {...}, "theirs": {...}}, workers=1)
    report(rows)

The three are tables of a spec: [bid] of all four seats, and for each side [play] with whatever
else belongs to it. All seats bid alike, so both halves of a pair have the same auction; then one
side plays the cards by the one and the other by the other, and the sides are exchanged.
"""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from duplicate import Row, run

import kibitz
from kibitz import bots
from kibitz.arena.match import bot_seed
from kibitz.arena.statistics.estimate import Estimate, mean
from kibitz.bots.bot import Bot

SIDES = ("theirs", "ours")


@functools.lru_cache(maxsize=16)
def seat_bot(spec: str, _seat: int) -> Bot:
    return bots.bot("belote", json.loads(spec))


def play_deal(
    seed: int, side: int, words: dict[str, Any], calls: list[int], clock: list[list[float]]
) -> float:
    """The marks of our side less those of the other; calls are shared."""
    game = kibitz.game("belote")
    state = game.new(seed)
    specs = [json.dumps({"bid": words["bids"]} | words[name], sort_keys=True) for name in SIDES]
    seats = [seat_bot(specs[seat % 2 == side], seat) for seat in range(4)]
    for seat, bot in enumerate(seats):
        bot.start(game, seat, bot_seed(seed, seat))
    for call in calls:
        state.apply(call)
    while not state.done:
        seat, bidding = state.player, state.phase == "bid"
        view = state.view(seat)
        begin = time.process_time()
        action = seats[seat].choose(view)
        if bidding:
            calls.append(action)
        elif len(view.legal_actions) > 1:
            clock[seat % 2 == side][0] += time.process_time() - begin
            clock[seat % 2 == side][1] += 1
        state.apply(action)
    marks = state.returns()
    return float(marks[side] - marks[1 - side])


def play(seed: int, words: dict[str, Any]) -> Row:
    calls: list[int] = []
    clock = [[0.0, 0.0], [0.0, 0.0]]  # theirs and ours: seconds, decisions
    margin = sum(play_deal(seed, side, words, calls, clock) for side in range(2)) / 2
    return {"margin": margin, "clock": [[round(x, 5) for x in one] for one in clock]}


def duel(
    seeds: Iterable[int], journal: Path, words: dict[str, Any], *, workers: int = 1
) -> list[Row]:
    """Play what the journal lacks."""
    return run(seeds, functools.partial(play, words=words), journal, words, workers=workers)


def report(rows: list[Row]) -> tuple[Estimate, float, float]:
    """Marks a deal, and the milliseconds of CPU of a decision, ours and theirs."""
    sums = [[sum(row["clock"][k][i] for row in rows) for i in range(2)] for k in range(2)]
    theirs, ours = (1000 * seconds / max(1, count) for seconds, count in sums)
    return mean([row["margin"] for row in rows]), ours, theirs
