"""Belote: what a belief changes in single decisions, judged by the solver in the true deal.

    kibitz beliefs games belote -n 256 --bidder net --bidder match --player pimc_fast -o p.corpus
    python benchmarks/strength/belote_belief_regret.py p.corpus --journal FILE

At every decision of recorded games, `pimc` chooses a card with the belief and without it (or with
another one: --base), from the same seed and as many worlds. Where they differ, both cards are
solved with all hands open: the marks that the one is worth above the other, for the side of the
seat on turn. Summed over a deal and halved (a side has two of the four seats), with a 95 % interval
over deals. This is not a match, and the solver knows more than players do, but it is far less noisy
than the marks of whole deals (belote_beliefs.py). Exit code 1 if the interval is not above 0.
"""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path
from typing import Any

import numpy as np
from duplicate import Row, run

import kibitz
from kibitz.arena.game_corpus import open_corpus
from kibitz.arena.statistics.estimate import mean
from kibitz.bots import beliefs
from kibitz.core import engine
from kibitz.core.rng import mix
from kibitz.search.pimc import pimc


def worths(state: kibitz.State) -> dict[int, int]:
    """The marks of each legal card with all hands open, for the side on turn, less the other's."""
    native: Any = engine.native()
    seat, cards = state.player, state.legal()
    solver = native.belote_pimc(world=state, seed=0, seat=seat, reach=0)
    solver.add_world(state)
    codes = np.empty((1, len(cards)), np.int16)
    solver.solve(np.zeros(1, np.uint64), codes, 1)
    sides = np.array(solver.marks(), np.int64).reshape(-1, 2)[codes[0]]
    marks = (sides[:, 0] - sides[:, 1]) * (1 if seat % 2 == 0 else -1)
    return dict(zip(cards, marks.tolist(), strict=True))


def judge(number: int, words: dict[str, Any]) -> Row:
    corpus = open_corpus(words["corpus"], unfinished=True)
    both = [beliefs.find("belote", words[name]) for name in ("base", "belief")]
    state = kibitz.game("belote").new(corpus.seed(number))
    total, differ, decisions = 0, 0, 0
    for step, action in enumerate(corpus.actions(number)):
        if state.phase == "play" and len(state.legal()) > 1:
            view, seed = state.view(state.player), mix(corpus.seed(number), step)
            chosen = [
                pimc(view, worlds=words["worlds"], seed=seed, beliefs=one).action for one in both
            ]
            decisions += 1
            if chosen[0] != chosen[1]:
                differ += 1
                found = worths(state)
                total += found[chosen[1]] - found[chosen[0]]
        state.apply(action)
    return {"gain": total / 2, "differ": differ, "decisions": decisions}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--belief", default="play_net", help="(play_net)")
    parser.add_argument("--base", default="uniform", help="what it is compared with (uniform)")
    parser.add_argument("--worlds", type=int, default=10, help="of pimc (10)")
    parser.add_argument("--games", type=int, default=0, help="the first ones; 0: all (0)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True)
    given = parser.parse_args()
    count = given.games or len(open_corpus(given.corpus, unfinished=True))
    words = {name: getattr(given, name) for name in ("belief", "base", "worlds")}
    words |= {"corpus": str(given.corpus)}
    rows = run(
        range(count), functools.partial(judge, words=words), given.journal, words,
        workers=given.workers,
    )  # fmt: skip
    found = mean([row["gain"] for row in rows])
    differ = sum(row["differ"] for row in rows) / max(1, sum(row["decisions"] for row in rows))
    print(
        f"pimc, {given.worlds} worlds, with {given.belief} and with {given.base}: {found} solved "
        f"marks a deal, {found.units} deals; another card in {differ:.1%} of the decisions"
    )
    return int(found.low <= 0)


if __name__ == "__main__":
    sys.exit(main())
