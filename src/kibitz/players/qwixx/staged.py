"""Qwixx by weights that change during the game: ga with four early and four late weights.

Early on a strike costs more and marks count for what they may become; late, for what they score.
The weights were evolved against those of ga (all but the two of the chance, which only set the
scale): benchmarks/notes/qwixx.md.
"""

from __future__ import annotations

from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.players.qwixx import ga

ABOUT = "Like ga, with weights that change from the start of a game to its end."

FIRST = (0.947079, -0.5539, 0.0070, -0.1348)
LAST = (0.947079, -0.4595, 0.0381, -0.1394)

choose_best = ga.rule((*FIRST, *LAST))


def choose(view: View, rng: Stream) -> int:
    return choose_best(view, rng)


def native() -> tuple[str, tuple[float, ...]]:
    """The native player and its numbers."""
    return "ga", (*FIRST, *LAST)


NATIVE = native
