"""Public statistics of each player: the counts behind its bluff rate and doubt rate.

`honest_times` and `dishonest_times` count only plays that were doubted; the others stay unknown. A
game that started from a position counts from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.games.dubito.events import lay_size

if TYPE_CHECKING:
    from kibitz.games.dubito.view import DubitoView


@dataclass
class PlayerStats:
    id: int
    n_cards: int
    turns: int = 0
    not_first_turns: int = 0  # turns that were not openings: the base of a doubt rate
    doubts: int = 0
    honest_times: int = 0  # doubted and honest
    dishonest_times: int = 0  # doubted and caught


def stats(view: DubitoView) -> list[PlayerStats]:
    """The statistics of each seat."""
    players = [PlayerStats(seat, n) for seat, n in enumerate(view.hand_sizes)]
    opening = view.start is None or not view.start["board"]
    reveals = iter(view.reveals)
    for event in view.history:
        if event.kind == "reveal":
            shown, _ = next(reveals)
            doubter, target = players[shown.doubter], players[shown.target]
            doubter.turns += 1
            doubter.not_first_turns += 1
            doubter.doubts += 1
            target.dishonest_times += shown.correct
            target.honest_times += not shown.correct
            opening = True
        elif lay_size(event):
            players[event.seat].turns += 1
            players[event.seat].not_first_turns += not opening
            opening = False
    return players


def streak(view: DubitoView) -> int:
    """Turns since the last doubt, each of which put one play on the board."""
    return len(view.board)
