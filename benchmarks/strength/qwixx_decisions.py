"""Qwixx: what a decision of a search loses, by its simulations and by the turns of its rollouts.

    python benchmarks/strength/qwixx_decisions.py --decisions 100

Decisions come from games of `value` against ga, two players, order sequential, where the network
thinks at least two actions close. The value of each action is measured by many rollouts of `value`
over eight turns, all on the same dice; what is lost is the best of these values less that of the
action that was chosen, in percent of a win, with its 95 % interval over decisions. Much cheaper
than games, and blind to what those rollouts are blind to. Everything follows from the seeds.
"""

from __future__ import annotations

import argparse
import sys

import kibitz
from kibitz import bots
from kibitz.arena.statistics.estimate import mean
from kibitz.core.view import View
from kibitz.players.qwixx.plans import plans
from kibitz.search.result import Search
from kibitz.search.rollout import rollout

REFERENCE_TURNS = 8
REFERENCE_ROLLOUTS = 3000  # of each plan
SETTINGS = [(turns, n) for turns in (1, 2, 4) for n in (250, 1000, 4000)]
EVERY = 5  # of the decisions with close actions


def searched(view: View, turns: int, simulations: int, seed: int, *, halving: bool) -> Search:
    numbers = bots.spec("qwixx", "value").native
    assert numbers is not None
    return rollout(
        view,
        policy="value",
        policy_numbers=numbers.parameters,
        turns=turns,
        simulations=simulations,
        seed=seed,
        plans=plans,
        halving=halving,
    )


def decisions(count: int) -> list[View]:
    game = kibitz.game("qwixx", players=2, order="sequential")
    found: list[View] = []
    seed = close = 0
    while len(found) < count:
        seed += 1
        state = game.new(seed)
        seated = [bots.bot("qwixx", name) for name in ("value", "ga")]
        for seat, bot in enumerate(seated):
            bot.start(game, seat, seed)
        while not state.done:
            view = state.view(state.player)
            if state.player == 0 and len({plan[0] for plan in plans(view)}) > 1:
                close += 1
                if close % EVERY == 0:
                    found.append(view)
            state.apply(seated[state.player].choose(view))
    return found[:count]


def values(view: View, seed: int) -> dict[int, float]:
    """The chance to win of each close action."""
    simulations = REFERENCE_ROLLOUTS * len(plans(view))
    found = searched(view, REFERENCE_TURNS, simulations, 10**6 + seed, halving=False)
    return {c.action: c.value for c in found.candidates if c.value is not None}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--decisions", type=int, default=100)
    words = parser.parse_args()
    views = decisions(words.decisions)
    truths = [values(view, i) for i, view in enumerate(views)]
    first = [truth[plans(view)[0][0]] for view, truth in zip(views, truths, strict=True)]
    lost = [100 * (max(t.values()) - v) for t, v in zip(truths, first, strict=True)]
    print(f"{'the network alone':>24}: {mean(lost)}")
    for turns, simulations in SETTINGS:
        lost = []
        for i, (view, truth) in enumerate(zip(views, truths, strict=True)):
            chosen = searched(view, turns, simulations, i, halving=True).action
            lost.append(100 * (max(truth.values()) - truth[chosen]))
        print(f"{turns} turns, {simulations:>5} simulations: {mean(lost)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
