"""Style at Dubito: bluffs, and how many of them pass; doubts, and how many of them are right.

Only the end of a game reveals all cards, so these figures describe what a bot did, not what the
table could know. Seating order matters a lot here: `NEIGHBOURS`.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.arena.statistics.tally import Figure, Tally
from kibitz.core.state import State
from kibitz.games.dubito.rules import DECLARE, DOUBT, JOKER, LAY, LAYS

FIGURES = {
    "bluff": Figure("Bluffs", "of its plays"),
    "stealth": Figure("Stealth", "of its bluffs were not doubted"),
    "doubt": Figure("Doubts", "of its turns at which it could"),
    "accuracy": Figure("Doubts right", "of its doubts"),
    "cards": Figure("Cards a play", "mean number", share=False),
    "hard": Figure("Hard wins", "games in which it was out first"),
    "soft": Figure("Soft wins", "games in which it was out later, but out"),
}
NEIGHBOURS = True  # who sits next to it is part of the style

FIRST = 1  # place of the hard win


def count(state: State, tallies: Sequence[Tally]) -> None:
    number = 0
    last: tuple[int, bool] | None = None  # who made the latest play, and whether it is a bluff
    places: dict[int, int] = {}
    for event in state.events:
        if event.kind == "action" and isinstance(event.data, int):
            tally, action = tallies[event.seat], event.data
            if action < DOUBT:
                number, last = action - DECLARE + 1, None
                continue
            if last is not None:
                tally.add("doubt", action == DOUBT)
            if action == DOUBT:
                assert last is not None, "a doubt has a play to doubt"
                tally.add("accuracy", last[1])
            _passed(last, tallies, doubted=action == DOUBT)
            last = None if action == DOUBT else _lay(event.seat, action, number, tally)
        elif event.kind == "out" and isinstance(event.data, tuple):
            places[event.seat] = event.data[0]
            if last is not None and last[0] == event.seat:
                _passed(last, tallies, doubted=False)
                last = None  # rule 7: with `immediate` that play cannot be doubted
    _passed(last, tallies, doubted=False)
    for seat, tally in enumerate(tallies):
        tally.add("hard", places.get(seat) == FIRST)
        tally.add("soft", places.get(seat, FIRST) > FIRST)


def _lay(seat: int, action: int, number: int, tally: Tally) -> tuple[int, bool]:
    cards = LAYS[action - LAY]
    bluff = any(card not in (JOKER, number) for card in cards)  # rule 3
    tally.add("bluff", bluff)
    tally.add("cards", len(cards))
    return seat, bluff


def _passed(last: tuple[int, bool] | None, tallies: Sequence[Tally], *, doubted: bool) -> None:
    """Record whether a bluff was doubted."""
    if last is not None and last[1]:
        tallies[last[0]].add("stealth", not doubted)
