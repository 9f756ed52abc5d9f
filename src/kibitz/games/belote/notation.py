"""Belote as text: actions, and a seat's view. Deals are in cards.py, complete games in cfn.py.

An action is a card (`10H`, or `TH` on input) or a call: `pass`, `80S` .. `160C`, `capotS` (or
`250S` on input), `coinche`, `surcoinche`. Case does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.errors import BadAction, BadText
from kibitz.core.events import NOBODY
from kibitz.core.plural import plural
from kibitz.games.belote.cards import CARD_NAMES, SEATS, SUITS, hand_name, parse_card
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, bid_value, trump_of

if TYPE_CHECKING:
    from kibitz.games.belote.view import BeloteView


def bid_name(bid: int) -> str:
    """The text of one of the 43 bids."""
    if bid == PASS or bid >= COINCHE:
        return {PASS: "pass", COINCHE: "coinche"}.get(bid, "surcoinche")
    value = "capot" if bid >= CAPOT else str(bid_value(bid))
    return value + SUITS[trump_of(bid)]


ACTION_NAMES = (*CARD_NAMES, *(bid_name(bid) for bid in range(43)))
_IDS = {name.lower(): action for action, name in enumerate(ACTION_NAMES)}
_IDS |= {f"250{suit.lower()}": BID + CAPOT + i for i, suit in enumerate(SUITS)}


def action_name(action: int) -> str:
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    action = _IDS.get("".join(text.split()).lower())
    if action is not None:
        return action
    try:
        return parse_card(text)
    except BadText:
        raise BadAction(
            f"{text!r} is not an action: write a card like 10H, "
            "or pass, 80S, capotH, coinche, surcoinche"
        ) from None


def show(view: BeloteView) -> str:
    """A seat's view as text for a terminal."""
    totals = f"NS {view.totals[0]}, EW {view.totals[1]}"
    if view.phase == "deal":
        return f"Belote, waiting for deal {view.deals + 1}; marks {totals}"
    match = view.game.options["match"]
    number = f"deal {view.deals + (not view.done)}, " if match else ""
    lines = [f"Belote, {number}dealer {SEATS[view.dealer]}; marks {totals}"]
    if len(view.deck) < 32:
        lines.append(f"cards of the deal: {hand_name(view.deck)}")
    for seat, name in enumerate(SEATS):
        turn = "*" if seat == view.player else " "
        you = " (you)" if seat == view.seat else ""
        calls = " ".join(bid_name(bid) for s, bid in view.calls if s == seat)
        cards = plural(view.hand_sizes[seat], "card")
        lines.append(f"{turn}{name}: {cards}, calls {calls or '-'}{you}")
    lines.append(_show_contract(view))
    if view.contract:
        lines.append(
            f"tricks: NS {view.tricks[0]}, EW {view.tricks[1]}; "
            f"card points: NS {view.points[0]}, EW {view.points[1]}"
        )
        trick = " ".join(CARD_NAMES[card] for card in view.trick)
        lines.append(f"trick: {SEATS[view.leader]} led {trick}" if trick else "trick: -")
    lines.append(f"your hand: {hand_name(view.hand)}")
    return "\n".join(lines)


def _show_contract(view: BeloteView) -> str:
    if view.bid == PASS:
        return "no bid"
    word = "contract" if view.contract else "last bid"
    coinche = ("", ", coinched", ", surcoinched")[view.coinche]
    belote = "" if view.belote == NOBODY else f"; belote {SEATS[view.belote]}"
    return f"{word}: {bid_name(view.bid)} by {SEATS[view.bidder]}{coinche}{belote}"
