"""Codepiece as text: actions, deals, and a seat's view.

An action is `pass`, `bid_8` .. `bid_13`, `trump_S` or a card (`TD`). A deal is its hands from seat
0 on and the dealer: `SAK HT D9 C- | ... | ... | ... | dealer 2`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.core.cards import CARD_NAMES, SUITS, card_name, hand_name, parse_card, parse_hand
from kibitz.core.errors import BadAction, BadText
from kibitz.core.plural import plural
from kibitz.games.codepiece.legal_moves import BID_MAX, BID_MIN, CARD, PASSED, TRUMP_SUITS

if TYPE_CHECKING:
    from kibitz.games.codepiece.view import CodepieceView

ACTION_NAMES = (
    "pass",
    *(f"bid_{n}" for n in range(BID_MIN, BID_MAX + 1)),
    *(f"trump_{SUITS[suit]}" for suit in TRUMP_SUITS),
    *CARD_NAMES,
)
_SPOKEN = {name.lower(): action for action, name in enumerate(ACTION_NAMES[:CARD])}


def action_name(action: int) -> str:
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    word = text.strip().lower()
    if word in _SPOKEN:
        return _SPOKEN[word]
    try:
        return CARD + parse_card(text)
    except BadText:
        raise BadAction(
            f"{text!r} is not an action: write pass, bid_{BID_MIN} to bid_{BID_MAX}, trump_S, or a "
            "card like TD"
        ) from None


def deal_name(deal: dict[str, Any]) -> str:
    return " | ".join([*(hand_name(hand) for hand in deal["hands"]), f"dealer {deal['dealer']}"])


def parse_deal(text: str) -> dict[str, Any]:
    *hands, last = (part.strip() for part in text.split("|"))
    word, _, dealer = last.partition(" ")
    dealer = dealer.strip()
    if word.lower() != "dealer" or len(hands) != 4:
        raise BadText("write a deal as hand | hand | hand | hand | dealer 0")
    if not (dealer.isascii() and dealer.isdigit() and len(dealer) < 4):
        raise BadText(f"the dealer must be a seat number, not {dealer!r}")
    return {"hands": [parse_hand(hand) for hand in hands], "dealer": int(dealer)}


def bid_name(bid: int | None) -> str:
    return "-" if bid is None else "pass" if bid == PASSED else str(bid)


def show(view: CodepieceView) -> str:
    """A seat's view as text for a terminal."""
    lines = [_headline(view)]
    if not view.deck:
        return lines[0]
    for seat in range(4):
        mark = "*" if seat == view.player else " "
        notes = [
            *(["dealer"] if seat == view.dealer else []),
            *(["bidder"] if seat == view.bidder else []),
            *(["you"] if seat == view.seat else []),
        ]
        lines.append(
            f"{mark}seat {seat}: bid {bid_name(view.bids[seat])}, "
            + plural(view.hand_sizes[seat], "card")
            + (f" ({', '.join(notes)})" if notes else "")
        )
    lines.append(f"tricks: seats 0 and 2 {view.tricks[0]}, seats 1 and 3 {view.tricks[1]}")
    if view.completed:
        last = view.completed[-1]
        cards = " ".join(card_name(card) for card in last.cards)
        lines.append(f"last trick: seat {last.leader} led {cards}, seat {last.winner} won")
    trick = " ".join(card_name(card) for card in view.trick)
    lines.append(f"trick: seat {view.leader} led {trick}" if trick else "trick: -")
    lines.append(f"your hand: {hand_name(view.hand)}")
    if view.payoffs is not None:
        lines.append("payoffs: " + " ".join(f"{points:+d}" for points in view.payoffs))
    return "\n".join(lines)


def _headline(view: CodepieceView) -> str:
    words = ["Codepiece"]
    if view.game.options["match"]:
        number = view.deal + (view.phase not in ("deal", "over"))
        words.append(f"deal {number} of at most {view.game.options['deals']}")
        words.append(
            f"sums {view.total:+d} and {-view.total:+d}, target {view.game.options['target']}"
        )
    if view.phase == "deal":
        words.append("waiting for the next deal")
    if view.bid:
        words.append(f"bid {view.bid} by seat {view.bidder}")
    if view.trump is not None:
        words.append(f"trump {SUITS[view.trump]}")
    return ", ".join(words)
