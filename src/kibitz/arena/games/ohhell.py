"""Style at Oh Hell: how high it bids, and how often it takes exactly that."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.statistics.tally import Figure, Tally
from kibitz.core.state import State
from kibitz.games.ohhell.rules import BID

FIGURES = {
    "accuracy": Figure("Bid accuracy", "rounds in which it took exactly its bid"),
    "bid": Figure("Bid", "tricks bid, of the cards in hand"),
    "zero": Figure("Bids of 0", "of its bids"),
    "points": Figure("Points", "a round", share=False),
    "by_size": Figure("Bid accuracy by hand size", "rounds that it made", by="cards in hand"),
}

BIDS = "accuracy"  # the figure of bids made
EXACT = 10  # rule 7: a bid that was made scores this and the bid


def count(state: State, tallies: Sequence[Tally]) -> None:
    size, bids = 0, dict[int, int]()
    for event in state.events:
        if event.kind == "deal" and isinstance(event.data, tuple):
            size, bids = event.data[1], {}  # the data of a deal: seats, cards of the first hand ..
        elif event.kind == "action" and isinstance(event.data, int) and event.data >= BID:
            bids[event.seat] = event.data - BID
        elif event.kind == "score" and isinstance(event.data, tuple):
            for seat, (tally, points) in enumerate(zip(tallies, event.data, strict=True)):
                _round(tally, size, bids[seat], points)


def _round(tally: Tally, size: int, bid: int, points: int) -> None:
    made = points == EXACT + bid
    tally.add("accuracy", made)
    tally.add("by_size", made, at=size)
    tally.add("bid", bid, size)
    tally.add("zero", bid == 0)
    tally.add("points", points)
