"""What the calls of a deal have told, as far as a bidder by rule remembers them.

Of each seat: whether it has spoken, its last bid, and how many steps above the lowest legal value
that bid was (a jump tells strength, a bid forced up by others tells less). Of each suit: the seat
that bid it last. The native twin is in native/policies/belote_heard.hpp.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz.core.events import NOBODY
from kibitz.games.belote.rules import COINCHE, PASS, trump_of

CAPOT_LEVEL = 9


def level_of(bid: int) -> int:
    """The step of a bid 1..40: 0 for 80 .. 8 for 160, 9 for capot."""
    return (bid - 1) // 4


@dataclass
class Heard:
    spoke: list[bool] = field(default_factory=lambda: [False] * 4)
    last: list[int] = field(default_factory=lambda: [PASS] * 4)  # the last bid, PASS without one
    jump: list[int] = field(default_factory=lambda: [0] * 4)
    suits: list[int] = field(default_factory=lambda: [NOBODY] * 4)  # of each suit who bid it last

    def flat(self) -> list[int]:
        """For the native twin."""
        return [*map(int, self.spoke), *self.last, *self.jump, *self.suits]


def heard(calls: Iterable[tuple[int, int]]) -> Heard:
    """What these calls, (seat, bid) in order, have told."""
    told, lowest = Heard(), 0
    for seat, bid in calls:
        told.spoke[seat] = True
        if PASS < bid < COINCHE:
            told.last[seat], told.jump[seat] = bid, level_of(bid) - lowest
            told.suits[trump_of(bid)] = seat
            lowest = level_of(bid) + 1
    return told
