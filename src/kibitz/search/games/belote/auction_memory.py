"""What a rule-based bidder remembers of the auction.

For each seat: whether it has spoken, its last bid, and how many steps above the lowest legal value
that bid was (a jump shows strength, a bid forced up by others less so). For each suit: the last
seat to bid it. The native twin is native/players/belote_auction_memory.hpp.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kibitz.core.events import NOBODY
from kibitz.games.belote.rules import COINCHE, PASS, trump_of

CAPOT_LEVEL = 9


def level_of(bid: int) -> int:
    """The level of a bid 1..40: 0 for 80 .. 8 for 160, 9 for capot."""
    return (bid - 1) // 4


@dataclass
class AuctionMemory:
    spoke: list[bool] = field(default_factory=lambda: [False] * 4)
    last: list[int] = field(default_factory=lambda: [PASS] * 4)  # the last bid, PASS without one
    jump: list[int] = field(default_factory=lambda: [0] * 4)
    suits: list[int] = field(default_factory=lambda: [NOBODY] * 4)  # last bidder of each suit

    def flat(self) -> list[int]:
        """As a flat list for the native twin."""
        return [*map(int, self.spoke), *self.last, *self.jump, *self.suits]


def auction_memory(calls: Iterable[tuple[int, int]]) -> AuctionMemory:
    """The memory after these calls, (seat, bid) in order."""
    memory, lowest = AuctionMemory(), 0
    for seat, bid in calls:
        memory.spoke[seat] = True
        if PASS < bid < COINCHE:
            memory.last[seat], memory.jump[seat] = bid, level_of(bid) - lowest
            memory.suits[trump_of(bid)] = seat
            lowest = level_of(bid) + 1
    return memory
