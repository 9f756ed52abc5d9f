"""Words to set up a table: cards and calls by name, and positions in the middle of the play."""

from __future__ import annotations

from typing import Any

import kibitz

GAME = kibitz.game("belote", engine="python")


def ids(text: str) -> list[int]:
    """Actions by their names: `AS 10H`, `80S pass`."""
    return [GAME.parse_action(word) for word in text.split()]


def names(actions: list[int]) -> set[str]:
    return {GAME.action_name(action) for action in actions}


def play_all(state: kibitz.State, text: str) -> kibitz.State:
    for action in ids(text):
        state.apply(action)
    return state


def deal(dealer: int, *hands: str) -> dict[str, Any]:
    return {"hands": [sorted(ids(hand)) for hand in hands], "dealer": dealer}


def position(hands: list[str], **changes: Any) -> dict[str, Any]:
    """The play of 80S by N, uncoinched, dealer W: N leads. `trick` and `won` may be text."""
    given: dict[str, Any] = {
        "deals": 0,
        "totals": [0, 0],
        "dealer": 3,
        "hands": [sorted(ids(hand)) for hand in hands],
        "bid": 1,
        "bidder": 0,
        "coinche": 0,
        "passes": 3,
        "leader": 0,
        "trick": [],
        "won": [[], []],
        "belote": -1,
    }
    given |= changes
    if isinstance(given["trick"], str):
        given["trick"] = ids(given["trick"])
    given["won"] = [ids(won) if isinstance(won, str) else won for won in given["won"]]
    given.setdefault("player", (given["leader"] + len(given["trick"])) % 4)
    return given


# Spades to N, hearts to E, diamonds to S, clubs to W.
FOUR_SUITS = {"hands": [list(range(8 * s, 8 * s + 8)) for s in range(4)], "dealer": 3}
