"""Rounds of Oh Hell from hands as text, and the example round of the rules."""

from __future__ import annotations

from typing import Any

import kibitz
from kibitz.core.cards import parse_card


def start(engine: str, hands: list[str], dealer: int, turned: str, **options: Any) -> kibitz.State:
    """One round with these hands, each a list of cards: `AC 5C 3H`."""
    cards = [[parse_card(word) for word in hand.split()] for hand in hands]
    options = {"players": len(hands), "schedule": [len(cards[0])]} | options
    game = kibitz.game("ohhell", engine=engine, **options)
    deal = {"hands": cards, "dealer": dealer, "turned": parse_card(turned)}
    return game.new(deal=deal, chance="explicit")


def play(state: kibitz.State, words: str) -> kibitz.State:
    """Bids as numbers and cards by their names, one after another."""
    for word in words.split():
        state.apply(state.game.parse_action(word))
    return state


# A round of three cards, hearts trump: seat 0 leads. It shows almost every rule.
HANDS = ["AC 5C 3H", "KC 4D 9H", "QD JD TS"]


def example(engine: str, words: str = "", **options: Any) -> kibitz.State:
    return play(start(engine, HANDS, 2, "2H", **options), words)


WHOLE = "1 1 0  AC KC TS  5C 9H QD  4D JD 3H"
