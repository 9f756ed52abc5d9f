"""Plain minimax over tricks, with the rules of the book: slow, short, and the judge of the solver.

It tries every legal card to the end of the deal, with cut-offs and nothing else. It solves endings
where the native engine is missing, and the tests compare the solver with it.

A result is one number, higher for seats 0 and 2. For points it is in the order
SWEPT (they win no trick) < 0 < 1 < ... < SWEEP (they win every trick); for tricks the number won.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.games.belote import cards as belote_cards
from kibitz.games.belote import rules as belote
from kibitz.games.codepiece.phases import CARD, PlayPhase

SWEPT = -1
SWEEP = 1000

NO_SUIT = -1  # trump of a deal without trump


@dataclass(frozen=True)
class Rules:
    """What a kind of play needs: legal cards, who wins a trick, and what it counts."""

    legal: Callable[[list[int], list[int], int], list[int]]
    winner: Callable[[list[int], int], int]
    worth: Callable[[list[int], int], int]
    last: int  # more for the last trick
    sweeps: bool  # whether all tricks or none is a result of its own


def _codepiece_legal(hand: list[int], trick: list[int], trump: int) -> list[int]:
    return [action - CARD for action in PlayPhase.legal(hand, trick, trump)]


def _bridge_legal(hand: list[int], trick: list[int], _: int) -> list[int]:
    """Follow suit; no other duty."""
    follow = [card for card in hand if trick and card // 13 == trick[0] // 13]
    return follow or hand


RULES = {
    "belote": Rules(
        belote.legal_cards, belote.best_place, belote_cards.card_points, last=10, sweeps=True
    ),
    "codepiece": Rules(_codepiece_legal, PlayPhase.winner, lambda *_: 1, last=0, sweeps=False),
    "bridge": Rules(_bridge_legal, PlayPhase.winner, lambda *_: 1, last=0, sweeps=False),
}


def minimax(
    rules: Rules,
    hands: Sequence[Sequence[int]],
    trump: int,
    leader: int,
    trick: Sequence[int] = (),
) -> int:
    """What seats 0 and 2 make of the rest, the current trick included."""
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
        """The value, exact between low and high; `made` and `tricks` are what has been won."""
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
