"""Style at Belote: who takes the contract, for how much, and whether it is made."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.statistics.tally import Figure, Tally
from kibitz.core.state import State
from kibitz.games.belote.rules import BID, bid_value

FIGURES = {
    "bids": Figure("Bids", "deals in which it bid at least once"),
    "takes": Figure("Takes", "deals in which it won the auction"),
    "made": Figure("Made", "of the contracts that it took"),
    "value": Figure("Contract", "mean value of what it took, a capot counting 250", share=False),
    "coinches": Figure("Coinches", "of the deals in which an opponent bid"),
    "coinche_right": Figure("Coinches right", "of its coinches the contract went down"),
    "marks": Figure("Marks", "of its side, a deal", share=False),
}

BIDS = "made"  # the figure of bids made
PASS, COINCHE, SURCOINCHE = 0, 41, 42  # bids


def count(state: State, tallies: Sequence[Tally]) -> None:
    calls: list[tuple[int, int]] = []
    for event in state.events:
        if event.kind == "deal":
            calls = []
        elif event.kind == "action" and isinstance(event.data, int) and event.data >= BID:
            calls.append((event.seat, event.data - BID))
        elif event.kind == "score" and isinstance(event.data, tuple):
            _deal(calls, event.data[:2], tallies)


def _deal(
    calls: Sequence[tuple[int, int]], marks: tuple[int, ...], tallies: Sequence[Tally]
) -> None:
    """Count one deal: its calls, and the score of both sides."""
    bids = [(seat, bid) for seat, bid in calls if PASS < bid < COINCHE]
    taker, contract = bids[-1] if bids else (None, PASS)
    made = taker is not None and marks[taker % 2] > 0  # rule 9: going down scores nothing
    coincher = next((seat for seat, bid in calls if bid == COINCHE), None)
    for seat, tally in enumerate(tallies):
        tally.add("bids", any(bidder == seat for bidder, _ in bids))
        tally.add("takes", taker == seat)
        tally.add("marks", marks[seat % 2])
        if taker == seat:
            tally.add("made", made)
            tally.add("value", bid_value(contract))
        if any(bidder % 2 != seat % 2 for bidder, _ in bids):
            tally.add("coinches", coincher == seat)
        if coincher == seat:
            tally.add("coinche_right", not made)
