"""Codepiece: who errs where a card decides the contract? Players on the same critical positions.

    python benchmarks/strength/codepiece_critical.py champion net ismcts_normal --deals 120

The network plays deals against itself. A position is critical if, with all hands seen, some legal
card keeps what its side has and some other card turns the contract. Each player then chooses from
the view, as it would in the deal, and the figure is how many of its choices turn the contract, for
all four seats together; every further line is the difference to the first player, on the same
positions, with a 95 % interval over deals. Far fewer deals than in matches tell cards apart, but
not every such card could be known. Seeds are apart from those of tuning.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np
from codepiece_champion import FIRST, turning_cards  # type: ignore[import-not-found]

import kibitz
from kibitz import bots
from kibitz.arena.native import play_many
from kibitz.arena.statistics.estimate import mean
from kibitz.core.rng import mix
from kibitz.core.state import State


def critical(deals: int, first: int, since: int) -> Iterator[tuple[int, State, set[int]]]:
    """Yield the number of the deal, the position, and the cards that turn the contract."""
    game, net = kibitz.game("codepiece"), bots.spec("codepiece", "net").native
    assert net is not None
    seeds = np.arange(first, first + deals, dtype=np.uint64)
    played = play_many(game, [net], np.zeros((deals, 4)), seeds, keep=True)
    assert played.actions is not None
    for number, actions in enumerate(played.actions):
        state = game.new(first + number)
        for action in actions:
            if state.phase == "play" and sum(state.position()["tricks"]) >= since:
                turned = turning_cards(state)
                if turned:
                    yield number, state.copy(), turned
            state.apply(action)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="+")
    parser.add_argument("--deals", type=int, default=120, help="(120)")
    parser.add_argument("--first", type=int, default=FIRST, help=f"first seed ({FIRST})")
    parser.add_argument("--since", type=int, default=0, help="tricks played at least (0)")
    words = parser.parse_args()
    seated = [bots.bot("codepiece", name) for name in words.players]
    errors = np.zeros((len(seated), words.deals))
    positions = 0
    for deal, state, turned in critical(words.deals, words.first, words.since):
        positions += 1
        for who, bot in enumerate(seated):
            bot.start(state.game, state.player, mix(words.first + deal, len(state.actions)))
            errors[who, deal] += bot.choose(state.view(state.player)) in turned
    print(f"{words.deals} deals, {positions} critical positions; cards that turn the contract:")
    for who, name in enumerate(words.players):
        line = f"  {name}: {mean(errors[who].tolist())} a deal"
        if who > 0:
            line += f"; {words.players[0]} less {mean((errors[0] - errors[who]).tolist())}"
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
