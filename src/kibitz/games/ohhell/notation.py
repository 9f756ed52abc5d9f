"""Oh Hell as text: actions, deals, and a seat's view.

An action is a card (`TD`) or `bid 3`. A deal is its hands from seat 0 on, the dealer and the turned
card: `SAK HT D9 C- | ... | dealer 2 | turned 5H`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.core.cards import (
    CARD_NAMES,
    SUITS,
    card_name,
    hand_name,
    parse_card,
    parse_hand,
)
from kibitz.core.errors import BadAction, BadText
from kibitz.core.plural import plural
from kibitz.games.ohhell.rules import BID, HAND_MAX

if TYPE_CHECKING:
    from kibitz.games.ohhell.view import OhHellView

ACTION_NAMES = (*CARD_NAMES, *(f"bid {n}" for n in range(HAND_MAX + 1)))


def action_name(action: int) -> str:
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    words = text.strip().lower().split()
    if words and words[0] == "bid":
        words = words[1:]
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 3:
        if int(words[0]) <= HAND_MAX:
            return BID + int(words[0])
        raise BadAction(f"a bid must be from 0 to {HAND_MAX}, not {words[0]}")
    try:
        return parse_card(text)
    except BadText:
        raise BadAction(f"{text!r} is not an action: write a card like TD, or bid 3") from None


def deal_name(deal: dict[str, Any]) -> str:
    parts = [hand_name(hand) for hand in deal["hands"]]
    return " | ".join([*parts, f"dealer {deal['dealer']}", f"turned {card_name(deal['turned'])}"])


def parse_deal(text: str) -> dict[str, Any]:
    parts = [part.strip() for part in text.split("|")]
    if len(parts) < 4 or not parts[-2].startswith("dealer ") or not parts[-1].startswith("turned "):
        raise BadText("write a deal as hand | hand | .. | dealer 0 | turned 5H")
    dealer = parts[-2].removeprefix("dealer ").strip()
    if not (dealer.isascii() and dealer.isdigit() and len(dealer) < 4):
        raise BadText(f"the dealer must be a seat number, not {dealer!r}")
    return {
        "hands": [parse_hand(part) for part in parts[:-2]],
        "dealer": int(dealer),
        "turned": parse_card(parts[-1].removeprefix("turned ")),
    }


def show(view: OhHellView) -> str:
    """A seat's view as text for a terminal."""
    if view.phase == "deal":
        return f"Oh Hell, waiting for the deal of round {view.round + 1} of {view.rounds}"
    round_number = min(view.round + 1, view.rounds)
    trump = SUITS[view.trump] if view.trump >= 0 else "none"
    cards = plural(view.hand_size, "card")
    head = f"Oh Hell, round {round_number} of {view.rounds}, {cards}"
    lines = [f"{head}, trump {trump} ({card_name(view.turned)} turned)"]
    for seat in range(view.game.players):
        bid = view.bids[seat]
        marks = "*" if seat == view.player else " "
        you = " (you)" if seat == view.seat else ""
        dealer = " dealer" if seat == view.dealer else ""
        lines.append(
            f"{marks}seat {seat}: bid {'-' if bid is None else bid}, "
            f"tricks {view.tricks[seat]}, total {view.totals[seat]}{dealer}{you}"
        )
    trick = " ".join(card_name(card) for card in view.trick)
    lines.append(f"trick: seat {view.leader} led {trick}" if trick else "trick: -")
    lines.append(f"your hand: {hand_name(view.hand)}")
    return "\n".join(lines)
