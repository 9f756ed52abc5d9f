"""Short ways to set a table for the tests: hands as words, plays by their names."""

from __future__ import annotations

from typing import Any

import kibitz
from kibitz.core.cards import parse_card


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


def deal_of(*hands: str, dealer: int = 3) -> dict[str, Any]:
    return {"hands": [sorted(cards(hand)) for hand in hands], "dealer": dealer}


def play(state: kibitz.State, text: str) -> kibitz.State:
    """Make the actions of a text, by name."""
    for word in text.split():
        state.apply(state.game.parse_action(word))
    return state


def legal_names(state: kibitz.State) -> set[str]:
    return {state.game.action_name(action) for action in state.legal()}


def table(engine: str, hands: list[str], actions: str = "", **options: Any) -> kibitz.State:
    """A short deal with dealer 3, so that seat 0 speaks first, after some actions."""
    game = kibitz.game("codepiece", engine=engine, **options)
    return play(game.new(deal=deal_of(*hands), chance="explicit"), actions)


def ending(hands: list[str], bid: int, tricks: list[int], leader: int = 0) -> dict[str, Any]:
    """A position of the last tricks, spades trump, in which seat 0 is the bidder."""
    return {
        "dealer": 3,
        "hands": [cards(hand) for hand in hands],
        "bids": [0 if bid == 7 else bid, 0, 0, 0],
        "trump": 3,
        "tricks": tricks,
        "leader": leader,
    }
