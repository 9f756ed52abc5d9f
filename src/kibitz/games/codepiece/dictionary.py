"""A seat's knowledge as one plain dictionary of strings, numbers and lists, ready for JSON.

Cards are given as text for people and as 52 numbers (0 or 1, order C D H S) for learning.
Everything comes from the View, so it cannot contain another seat's secrets.

    phase, player, seat, dealer
    hand, hand_one_hot       own cards, low to high in the order C D H S
    legal_actions            of this seat, as text; nothing when it is not on turn
    legal_ids, legal_mask    the same as ids, and as 63 numbers
    bids                     [{"seat", "bid"}] in the order spoken; a bid is "pass" or 8 to 13
    bid, bidder, trump       the highest bid so far or the contract; None while unknown
    tricks                   of the two teams
    current_trick            [{"seat", "card"}] in the order played
    completed_tricks         [{"leader", "cards": [{"seat", "card"}], "winner"}], every one
    hand_sizes               of the four seats
    totals                   payoffs of finished deals, summed, of the four seats
    payoffs                  of the deal on the table once it is finished, else None
    winner                   the team that won, at the end of the game; None for a draw
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kibitz.core.cards import SUITS, card_name
from kibitz.games.codepiece.notation import action_name

if TYPE_CHECKING:
    from kibitz.games.codepiece.view import CodepieceView


def state_dict(view: CodepieceView) -> dict[str, Any]:
    return {
        "phase": view.phase,
        "player": view.player,
        "seat": view.seat,
        "dealer": view.dealer,
        "hand": [card_name(card) for card in view.hand],
        "hand_one_hot": [int(card in view.hand) for card in range(52)],
        "legal_actions": [action_name(action) for action in view.legal_actions],
        "legal_ids": list(view.legal_actions),
        "legal_mask": [int(allowed) for allowed in view.mask()],
        "bids": _bids(view),
        "bid": view.bid or None,
        "bidder": view.bidder if view.bid else None,
        "trump": None if view.trump is None else SUITS[view.trump],
        "tricks": list(view.tricks),
        "current_trick": _cards(view.leader, view.trick),
        "completed_tricks": [
            {
                "leader": trick.leader,
                "cards": _cards(trick.leader, trick.cards),
                "winner": trick.winner,
            }
            for trick in view.completed
        ],
        "hand_sizes": list(view.hand_sizes),
        "totals": [view.total, -view.total] * 2,
        "payoffs": None if view.payoffs is None else list(view.payoffs),
        "winner": _winner(view),
    }


def _bids(view: CodepieceView) -> list[dict[str, Any]]:
    order = [(view.dealer + 1 + turn) % 4 for turn in range(4)]
    said = [(seat, view.bids[seat]) for seat in order]
    return [{"seat": seat, "bid": bid or "pass"} for seat, bid in said if bid is not None]


def _cards(leader: int, cards: Iterable[int]) -> list[dict[str, Any]]:
    return [
        {"seat": (leader + place) % 4, "card": card_name(card)} for place, card in enumerate(cards)
    ]


def _winner(view: CodepieceView) -> int | None:
    if not view.done or view.total == 0:
        return None
    return 0 if view.total > 0 else 1
