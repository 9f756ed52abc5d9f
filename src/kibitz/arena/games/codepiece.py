"""Style at Codepiece: how often and how high it bids, and whether the bid is made."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.statistics.tally import Figure, Tally
from kibitz.core.state import State

FIGURES = {
    "bids": Figure("Bids", "of its turns to speak it did not pass"),
    "takes": Figure("Contracts", "deals in which its bid was the highest"),
    "made": Figure("Made", "of the contracts that it had, forced ones included"),
    "bid": Figure("Bid", "mean of its contracts", share=False),
    "forced": Figure("Forced", "of its contracts were the 7 of a deal that all passed"),
    "points": Figure("Points", "a deal", share=False),
}

BIDS = "made"  # the figure of bids made
PASS, FIRST_BID, LAST_BID = 0, 1, 6  # actions
LOWEST = 8  # the bid of action 1
FORCED = 7  # rule 3: the contract when all pass


def count(state: State, tallies: Sequence[Tally]) -> None:
    spoken: list[tuple[int, int]] = []
    for event in state.events:
        if event.kind == "deal":
            spoken = []
        elif event.kind == "action" and isinstance(event.data, int) and event.data <= LAST_BID:
            spoken.append((event.seat, event.data))
        elif event.kind == "score" and isinstance(event.data, tuple):
            _deal(spoken, event.data, tallies)


def _deal(
    spoken: Sequence[tuple[int, int]], payoffs: tuple[int, ...], tallies: Sequence[Tally]
) -> None:
    bids = [(seat, action - FIRST_BID + LOWEST) for seat, action in spoken if action != PASS]
    taker, bid = bids[-1] if bids else (spoken[0][0], FORCED)  # each bid is above the last
    for seat, action in spoken:
        tallies[seat].add("bids", action != PASS)
    for seat, tally in enumerate(tallies):
        tally.add("takes", taker == seat)
        tally.add("points", payoffs[seat])
    tallies[taker].add("made", payoffs[taker] > 0)
    tallies[taker].add("bid", bid)
    tallies[taker].add("forced", not bids)
