"""Plain minimax over tricks, using the Python rules: slow, short, and the solver's reference.

It tries every legal card to the end of the deal, with cut-offs only. It solves endgames if the
native engine is missing, and the tests compare the solver with it.

A result is one number, higher for seats 0 and 2. For points the order is SWEPT (they win no trick)
< 0 < 1 < ... < SWEEP (they win every trick); for tricks it is the number won.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.search.plays import Rules

SWEPT = -1
SWEEP = 1000

NO_SUIT = -1  # trump in a deal without trump


def minimax(
    rules: Rules,
    hands: Sequence[Sequence[int]],
    trump: int,
    leader: int,
    trick: Sequence[int] = (),
) -> int:
    """What seats 0 and 2 make of the rest, including the current trick."""
    search = _Search(rules, trump)
    return search.value([list(hand) for hand in hands], list(trick), leader, 0, (0, 0), -10, 10_000)


class _Search:
    def __init__(self, rules: Rules, trump: int) -> None:
        self.rules, self.trump = rules, trump

    def value(
        self,
        hands: list[list[int]],
        trick: list[int],
        leader: int,
        made: int,
        tricks: tuple[int, int],
        low: int,
        high: int,
    ) -> int:
        """The value, exact between low and high; `made` and `tricks` are what has been won so
        far."""
        rules, trump = self.rules, self.trump
        if len(trick) == 4:
            leader = (leader + rules.winner(trick, trump)) % 4
            over = not hands[leader]
            if leader % 2 == 0:
                made += rules.worth(trick, trump) + (rules.last if over else 0)
                tricks = (tricks[0] + 1, tricks[1])
            else:
                tricks = (tricks[0], tricks[1] + 1)
            if over and rules.sweeps and 0 in tricks:
                return SWEPT if tricks[0] == 0 else SWEEP
            if over:
                return made
            trick = []
        seat = (leader + len(trick)) % 4
        ours = seat % 2 == 0
        for card in rules.legal(hands[seat], trick, trump):
            rest = [
                hand if s != seat else [c for c in hand if c != card]
                for s, hand in enumerate(hands)
            ]
            found = self.value(rest, [*trick, card], leader, made, tricks, low, high)
            if ours:
                low = max(low, found)
            else:
                high = min(high, found)
            if low >= high:
                break
        return low if ours else high
