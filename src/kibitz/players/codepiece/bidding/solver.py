"""Codepiece bids by solved worlds: the tricks that a hand takes when unseen cards are dealt out.

Some worlds that fit the view are solved double dummy with each of the most promising suits as trump
and this seat to lead. Their mean is combined with the count of counting.py, which weighs as much as
PRIOR worlds, since a handful of worlds is a rough estimate. From there on it bids by the rule: the
highest expected payoff, if it is above that of a pass. The bidder names the suit with the highest
mean.
"""

from __future__ import annotations

from typing import Any

from kibitz.bots.bot import Bot
from kibitz.core.view import View
from kibitz.games.codepiece.legal_moves import TRUMP, TRUMP_SUITS
from kibitz.games.codepiece.view import CodepieceView
from kibitz.players.codepiece import counting, rule
from kibitz.search.double_dummy import Position, Tricks, solve_many

PRIOR = 4.0  # worlds that the count is worth
OPTIMISM = 0.4  # tricks lost because players do not see all cards


class Bidder(Bot):
    """Bids and names trump; with `worlds` of 0 it equals the rule."""

    kind = "search"

    def __init__(self, *, worlds: int = 8, suits: int = 2, threads: int = 1) -> None:
        self.worlds, self.suits, self.threads = worlds, suits, threads
        self.expected: dict[int, float] = {}

    def choose(self, view: View) -> int:
        assert isinstance(view, CodepieceView)
        self.expected = self.estimate(view)
        trump = max(self.expected, key=lambda suit: self.expected[suit])
        if view.phase == "trump":
            return TRUMP + TRUMP_SUITS.index(trump)
        return rule.choose_bid(view, self.expected[trump])

    def estimate(self, view: CodepieceView) -> dict[int, float]:
        """Expected tricks of both partners for the most promising suits as trump."""
        counted = {suit: counting.tricks(view.hand, suit) for suit in range(4)}
        suits = sorted(counted, key=lambda suit: (-counted[suit], suit))[: self.suits]
        hands = [self.hands(view) for _ in range(self.worlds)]
        wanted = [Position("codepiece", held, suit, view.seat) for suit in suits for held in hands]
        solved = solve_many(wanted, threads=self.threads)
        taken = dict.fromkeys(suits, 0.0)
        for position, value in zip(wanted, solved, strict=True):
            assert isinstance(value, Tricks)
            assert position.trump is not None
            taken[position.trump] += value.tricks[view.seat % 2] - OPTIMISM
        total = PRIOR + self.worlds
        return {suit: (taken[suit] + PRIOR * counted[suit]) / total for suit in suits}

    def hands(self, view: CodepieceView) -> tuple[tuple[int, ...], ...]:
        """All four hands of a world; a game that began in this deal has them in its start."""
        chance, _, start = view.sample(self.rng)
        deal: Any = chance[-1] if chance else start
        return tuple(map(tuple, deal["hands"]))

    def explain(self) -> dict[str, Any]:
        """Expected tricks by suit, C D H S."""
        return {
            "worlds": self.worlds,
            "expected_tricks": {"CDHS"[s]: t for s, t in sorted(self.expected.items())},
        }
