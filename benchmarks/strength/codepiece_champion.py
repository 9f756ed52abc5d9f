"""Codepiece: the champion's three bars, on deals apart from those of tuning.

    python benchmarks/strength/codepiece_champion.py never_bids --deals 1000
    python benchmarks/strength/codepiece_champion.py ismcts_normal --deals 300
    python benchmarks/strength/codepiece_champion.py turning --deals 200

`never_bids` is a team with the same cards that always passes, `ismcts_normal` another player; a
deal is played from both sides, and the figure is points a deal. A deal that nobody bids is the same
game from both sides against `never_bids`, which counts 0 without being played. `turning` counts the
cards of all four seats, each of them the champion, that turn a contract from made to lost or back
with all hands seen. Intervals are 95 % over deals. The journal, under build/strength, survives a
kill: the same command resumes. Exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path
from typing import Any

import codepiece  # type: ignore[import-not-found]
import numpy as np
from duplicate import run  # type: ignore[import-not-found]

import kibitz
from kibitz import bots
from kibitz.arena.statistics.estimate import mean
from kibitz.bots.bot import Bot
from kibitz.core import engine
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.games.codepiece.legal_moves import PASS

FIRST = 50_000_001
BARS = {"never_bids": 1.5, "ismcts_normal": 2.0, "turning": 0.25}

Row = dict[str, Any]


class Passing(Bot):
    """Another bot, but it passes."""

    def __init__(self, other: Bot) -> None:
        self.other = other
        self.kind = other.kind

    def start(self, game: kibitz.Game, seat: int, seed: int) -> None:
        super().start(game, seat, seed)
        self.other.start(game, seat, seed)

    def choose(self, view: kibitz.View) -> int:
        return PASS if view.phase == "bid" else self.other.choose(view)


def bids(player: str, seed: int, side: int) -> bool:
    """Whether a side of this player bids against one that passes."""
    state = kibitz.game("codepiece").new(seed)
    seated = [bots.bot("codepiece", player) for _ in range(4)]
    for seat, bot in enumerate(seated):
        bot.start(state.game, seat, mix(seed, seat))
    while state.phase == "bid":
        seat = state.player
        call = seated[seat].choose(state.view(seat)) if seat % 2 == side else PASS
        if call != PASS:
            return True
        state.apply(call)
    return False


def against_passing(player: str, seed: int) -> Row:
    if not any(bids(player, seed, side) for side in (0, 1)):
        return {"points": 0.0, "seconds": [0.0, 0.0], "moves": [0, 0]}
    found: Row = codepiece.play_bots(
        lambda: bots.bot("codepiece", player),
        lambda: Passing(bots.bot("codepiece", player)),
        seed,
    )
    return found


def turning(player: str, seed: int) -> Row:
    """Play a deal; the cards that turned the contract, by the number of tricks before them."""
    state = kibitz.game("codepiece").new(seed)
    seated = [bots.bot("codepiece", player) for _ in range(4)]
    for seat, bot in enumerate(seated):
        bot.start(state.game, seat, mix(seed, seat))
    turned = []
    while not state.done:
        legal = state.legal()
        action = legal[0]
        if len(legal) > 1:
            action = seated[state.player].choose(state.view(state.player))
            if state.phase == "play" and action in turning_cards(state):
                turned.append(sum(state.position()["tricks"]))
        state.apply(action)
    return {"points": float(len(turned)), "tricks": turned}


def turning_cards(state: State) -> set[int]:
    """The cards that give away what the side on turn has, all hands seen."""
    legal = state.legal()
    if len(legal) == 1:
        return set()
    module: Any = engine.native()
    solver = module.codepiece_pimc(world=state, seed=0, seat=state.player, reach=0)
    solver.add_world(state)
    codes = np.empty((1, len(legal)), np.int16)
    solver.solve(np.zeros(1, np.uint64), codes, 1)
    sign = 1 if state.player % 2 == 0 else -1
    worths = sign * np.array(solver.margins())[codes[0]]
    best = worths.max()
    return {card for card, worth in zip(legal, worths, strict=True) if worth < best}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bar", choices=BARS)
    parser.add_argument("--player", default="champion", help="(champion)")
    parser.add_argument("--deals", type=int, default=200, help="(200)")
    parser.add_argument("--first", type=int, default=FIRST, help=f"first seed ({FIRST})")
    parser.add_argument("--workers", type=int, default=1)
    words = parser.parse_args()
    play = {
        "never_bids": functools.partial(against_passing, words.player),
        "ismcts_normal": functools.partial(codepiece.play, words.player, "ismcts_normal"),
        "turning": functools.partial(turning, words.player),
    }[words.bar]
    journal = Path("build/strength") / f"codepiece_bar_{words.bar}_{words.player}.jsonl"
    settings = {"bar": words.bar, "hash": bots.spec("codepiece", words.player).hash}
    seeds = range(words.first, words.first + words.deals)
    rows = run(seeds, play, journal, settings, workers=words.workers)
    found, bar = mean([row["points"] for row in rows]), BARS[words.bar]
    upper = words.bar == "turning"
    met = found.value <= bar if upper else found.value >= bar
    unit = "cards a deal" if upper else "points a deal"
    print(
        f"{words.player}, {words.bar}: {found} {unit}, {found.units} deals; "
        f"bar {'at most' if upper else 'at least'} {bar}: {'met' if met else 'MISSED'}"
    )
    if "moves" in rows[0]:
        moves = max(1, sum(row["moves"][0] for row in rows))
        print(
            f"  {1000 * sum(row['seconds'][0] for row in rows) / moves:.3g} ms of CPU time a move"
        )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
