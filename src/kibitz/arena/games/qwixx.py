"""Style at Qwixx: points, and what they were made of."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.statistics.tally import Figure, Tally
from kibitz.core.state import State
from kibitz.games.qwixx.rules import PASS, frontier, locked, marks

FIGURES = {
    "score": Figure("Score", "points a game", share=False),
    "strikes": Figure("Strikes", "a game", share=False),
    "locks": Figure("Locks", "rows locked, a game", share=False),
    "marks": Figure("Marks", "a game, locks included", share=False),
    "skipped": Figure("Skipped", "numbers passed over for each mark", share=False),
    "passes": Figure("Passes", "of its answers"),
}


def count(state: State, tallies: Sequence[Tally]) -> None:
    position, scores = state.position(), state.scores()
    for seat, tally in enumerate(tallies):
        sheet = position["sheets"][seat]
        made = sum(marks(row) for row in sheet)
        crossed = sum(row.bit_count() for row in sheet)
        tally.add("score", scores[seat])
        tally.add("strikes", position["strikes"][seat])
        tally.add("locks", sum(locked(row) for row in sheet))
        tally.add("marks", made)
        tally.add("skipped", sum(frontier(row) for row in sheet) - crossed, crossed)
    for event in state.events:
        if event.kind == "action":
            tallies[event.seat].add("passes", event.data == PASS)
