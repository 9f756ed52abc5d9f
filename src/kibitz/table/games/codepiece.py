"""Codepiece from a seat: the bids, trump, and how many tricks each team still needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.core.cards import CARD_NAMES, SUITS
from kibitz.core.events import Event
from kibitz.games.codepiece.legal_moves import (
    BID,
    BID_MIN,
    CARD,
    PASS,
    TRUMP,
    TRUMP_SUITS,
    BidPhase,
)
from kibitz.games.codepiece.notation import bid_name
from kibitz.games.codepiece.view import CodepieceView
from kibitz.table import parts
from kibitz.table.deal_summary import last_deal, summary_row
from kibitz.table.parts import count_all as count
from kibitz.table.parts import faces, seat_label

TRICKS = 13


__all__ = ["bids_met", "count", "deal_summary", "describe", "faces", "offer", "public"]
__all__ += ["seat_label", "show"]


def bids_met(events: Iterable[Event], seat: int) -> tuple[int, int]:
    """Return how many contracts a seat made as bidder, and how many it had."""
    met = bids = 0
    for actions, score in parts.scored_deals(events):
        if any(who == seat and TRUMP <= action < TRUMP + 4 for who, action in actions):
            bids += 1  # rule 4: the bidder names trump
            met += score[seat] > 0
    return met, bids


def public(view: CodepieceView) -> tuple[Event, ...]:
    return tuple(parts.without_hand(e, 1) if e.kind == "deal" else e for e in view.history)


def suit_letter(suit: int | None) -> str | None:
    return None if suit is None else SUITS[suit]


def sort_hand(view: CodepieceView, cards: Iterable[int]) -> list[int]:
    return parts.sort_hand(cards, suit_letter(view.trump))


def show(view: CodepieceView, own: bool, others: list[CodepieceView] | None) -> dict[str, Any]:
    done = [trick for deal in view.deals[-2:] for trick in deal.tricks]  # previous deal included
    last = done[-1] if done else None
    led = view.leader >= 0
    match = view.game.options["match"]
    return {
        **parts.hands_data(own, view, others, sort_hand),
        "hand_sizes": list(view.hand_sizes),
        "trick": parts.trick_data(view.leader, view.trick, 4) if led else None,
        "last_trick": None
        if last is None
        else parts.trick_data(last.leader, last.cards, 4, last.winner),
        "trump": suit_letter(view.trump),
        "contract": _contract(view),
        "bids": [None if bid is None else bid_name(bid) for bid in view.bids],
        "tricks": [view.tricks[seat % 2] for seat in range(4)],
        "scores": [float(view.total if seat % 2 == 0 else -view.total) for seat in range(4)],
        "view": {
            "game": "codepiece",
            "deal": view.deal + (view.phase not in ("deal", "over")),
            "deals": view.game.options["deals"] if match else 1,
            "dealer": view.dealer,
            "bids": list(view.bids),
            "bid": view.bid,
            "bidder": parts.seat_or_none(view.bidder),
            "trump": suit_letter(view.trump),
            "tricks": list(view.tricks),
            "needed": _needed(view),
            "total": view.total,
            "target": view.game.options["target"] if match else None,
            "payoffs": None if view.payoffs is None else list(view.payoffs),
            "played": [list(cards) for cards in view.played],
        },
    }


def _contract(view: CodepieceView) -> dict[str, Any] | None:
    if not view.bid:
        return None
    return {
        "seat": view.bidder,
        "name": str(view.bid),
        "value": view.bid,
        "suit": suit_letter(view.trump),
        "capot": False,
        "coinche": 0,
        "final": view.phase != "bid",
    }


def _needed(view: CodepieceView) -> list[int]:
    """Return what each team needs: the bidders their bid, the others enough tricks to defeat it."""
    if view.trump is None:
        return []
    team = view.bidder % 2
    wanted = [view.bid if side == team else TRICKS + 1 - view.bid for side in (0, 1)]
    return [max(0, want - won) for want, won in zip(wanted, view.tricks, strict=True)]


def offer(_: CodepieceView, action: int) -> dict[str, Any]:
    if action >= CARD:
        return {"kind": "card", "card": action - CARD}
    if action >= TRUMP:
        return {"kind": "trump", "suit": SUITS[TRUMP_SUITS[action - TRUMP]]}
    if action == PASS:
        return {"kind": "pass"}
    return {"kind": "bid", "value": action - BID + BID_MIN}


def describe(history: tuple[Event, ...], i: int, names: list[str]) -> str:
    event = history[i]
    data: Any = event.data
    match event.kind:
        case "deal":
            return f"{names[data[0]]} deals"
        case "reveal":
            return "the cards of a short deal are shown"
        case "score":
            return f"the deal is over: {parts.signed(names, data)}"
    who = names[event.seat]
    if data >= CARD:
        return f"{who}: {CARD_NAMES[data - CARD]}"
    if data >= TRUMP:
        return f"{who} names trump {SUITS[TRUMP_SUITS[data - TRUMP]]}"
    return f"{who} passes" if data == PASS else f"{who} bids {data - BID + BID_MIN}"


def deal_summary(view: CodepieceView) -> dict[str, Any] | None:
    """Spell out rule 9 for the latest finished deal, by team."""
    found = last_deal(view.history)
    if found is None:
        return None
    number, _, score = found
    deal = view.deals[number - 1]
    bids: list[int | None] = [None] * 4
    for seat, action in deal.actions:
        if action < TRUMP:
            bids = BidPhase.apply(bids, seat, action)
    bidder, bid = BidPhase.contract(bids, deal.dealer)
    team = bidder % 2
    tricks = [sum(trick.winner % 2 == side for trick in deal.tricks) for side in (0, 1)]
    made = score[bidder] > 0
    needed = [bid if side == team else TRICKS + 1 - bid for side in (0, 1)]
    return {
        "number": number,
        "columns": [[0, 2], [1, 3]],
        "verdict": "made" if made else "failed",
        "contract": {
            "seat": bidder,
            "name": str(bid),
            "value": bid,
            "suit": suit_letter(deal.trump),
            "capot": False,
            "coinche": 0,
            "final": True,
        },
        "rows": [
            summary_row("needed", "fact", needed),
            summary_row("tricks", "fact", tricks),
            summary_row("deal", "sum", score[:2]),
            summary_row("total", "sum", [view.total, -view.total]),
        ],
    }
