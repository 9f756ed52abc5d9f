"""Belote from a seat: the auction, the contract, tricks and points of both sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.core.events import NOBODY, Event
from kibitz.games.belote.cards import (
    CARD_NAMES,
    RANKS,
    SUITS,
    card_points,
    rank_of,
    suit_of,
    trump_strength,
)
from kibitz.games.belote.deduce import SeenDeal
from kibitz.games.belote.notation import bid_name
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, best_place, bid_value, trump_of
from kibitz.games.belote.view import BeloteView, seen_deals
from kibitz.table import parts
from kibitz.table.deal_summary import last_deal, summary_row
from kibitz.table.parts import count_all as count

LABELS = ("North", "East", "South", "West")
LAST_TRICK = 10  # rule 7; 100 for all tricks

__all__ = ["bids_met", "count", "deal_summary", "describe", "faces", "offer", "public"]
__all__ += ["seat_label", "show"]


def bids_met(events: Iterable[Event], seat: int) -> tuple[int, int]:
    """Return how many contracts a seat made as bidder, and how many it had."""
    met = bids = 0
    for actions, score in parts.scored_deals(events):
        bidders = [who for who, action in actions if BID + PASS < action < BID + COINCHE]
        if bidders and bidders[-1] == seat:
            bids += 1
            met += score[seat % 2] > score[1 - seat % 2]  # rule 9: a made contract scores more
    return met, bids


def faces() -> list[tuple[str, str, str | None]]:
    return [(CARD_NAMES[c], RANKS[rank_of(c)], SUITS[suit_of(c)]) for c in range(len(CARD_NAMES))]


def seat_label(seat: int) -> str:
    return LABELS[seat]


def public(view: BeloteView) -> tuple[Event, ...]:
    return tuple(parts.without_hand(e, 1) if e.kind == "deal" else e for e in view.history)


def suit_letter(suit: int) -> str | None:
    return None if suit < 0 else SUITS[suit]


def sort_hand(view: BeloteView, cards: Iterable[int]) -> list[int]:
    """Sort trumps first and each suit from high to low; during the auction no suit is trump."""
    trump = -1 if view.phase == "bid" else view.trump
    order = parts.HAND_ORDER[suit_letter(trump)]

    def place(card: int) -> tuple[int, int]:
        suit = suit_of(card)
        strength = trump_strength(card) if suit == trump else rank_of(card)
        return order.index(SUITS[suit]), -strength

    return sorted(cards, key=place)


def show(view: BeloteView, own: bool, others: list[BeloteView] | None) -> dict[str, Any]:
    bids: list[str | None] = [None] * 4
    for seat, bid in view.calls:
        bids[seat] = bid_name(bid)
    return {
        **parts.hands_data(own, view, others, sort_hand),
        "hand_sizes": list(view.hand_sizes),
        "trick": parts.trick_data(view.leader, view.trick, 4) if view.contract else None,
        "last_trick": _last_trick(view),
        "trump": suit_letter(view.trump),
        "contract": _contract(view),
        "bids": bids,
        "tricks": [view.tricks[seat % 2] for seat in range(4)],
        "scores": [float(view.totals[seat % 2]) for seat in range(4)],
        "view": {
            "game": "belote",
            "deal": view.deals + (not view.done),
            "dealer": view.dealer,
            "calls": [{"seat": seat, "name": bid_name(bid)} for seat, bid in view.calls],
            "bid": None if view.bid == PASS else bid_name(view.bid),
            "bidder": parts.seat_or_none(view.bidder),
            "coinche": view.coinche,
            "trump": suit_letter(view.trump),
            "tricks": list(view.tricks),
            "points": list(view.points),
            "marks": list(view.totals),
            "belote": parts.seat_or_none(view.belote),
            "played": [list(cards) for cards in view.played],
            "target": view.game.options["target"] if view.game.options["match"] else None,
        },
    }


def _contract(view: BeloteView) -> dict[str, Any] | None:
    if view.bid == PASS:
        return None
    return {
        "seat": view.bidder,
        "name": bid_name(view.bid),
        "value": bid_value(view.bid),
        "suit": suit_letter(trump_of(view.bid)),
        "capot": view.bid >= CAPOT,
        "coinche": view.coinche,
        "final": view.contract,
    }


def _last_trick(view: BeloteView) -> dict[str, Any] | None:
    """Return the latest finished trick, also during the auction of the next deal."""
    for deal in reversed(seen_deals(view.seat, view.start, view.history)):
        last = parts.last_whole_trick(deal.all_plays(), 4, best_place, deal.trump)
        if last is not None:
            return last
    return None


def offer(_: BeloteView, action: int) -> dict[str, Any]:
    if action < BID:
        return {"kind": "card", "card": action}
    bid = action - BID
    if bid == PASS:
        return {"kind": "pass"}
    if bid >= COINCHE:
        return {"kind": "coinche", "value": bid - COINCHE + 1}
    return {"kind": "bid", "value": bid_value(bid), "suit": suit_letter(trump_of(bid))}


def describe(history: tuple[Event, ...], i: int, names: list[str]) -> str:
    event = history[i]
    data: Any = event.data
    match event.kind:
        case "deal":
            return f"{names[data[0]]} deals"
        case "reveal" if event.seat != NOBODY:
            return f"{names[event.seat]} announces belote"
        case "reveal":
            return "the cards of a short deal are shown"
        case "score":
            return (
                f"the deal is over: {names[0]} and {names[2]} mark {data[0]}, "
                f"{names[1]} and {names[3]} {data[1]}"
            )
    said = CARD_NAMES[data] if data < BID else bid_name(data - BID)
    return f"{names[event.seat]}: {said}"


def deal_summary(view: BeloteView) -> dict[str, Any] | None:
    """Spell out rules 7 to 9 for the latest finished deal, by side."""
    found = last_deal(view.history)
    if found is None:
        return None
    number, _, score = found
    deal = seen_deals(view.seat, view.start, view.history)[number - 1]
    marks, points, tricks = score[:2], score[2:4], score[4:6]
    summary: dict[str, Any] = {"number": number, "columns": [[0, 2], [1, 3]]}
    total = summary_row("total", "sum", view.totals)
    if deal.bid == PASS:  # rule 4: void
        return summary | {"verdict": "void", "contract": None, "rows": [total]}
    coinche = sum(bid >= COINCHE for _, bid in deal.calls)
    bidder = [seat for seat, bid in deal.calls if PASS < bid < COINCHE][-1]
    taker, value = bidder % 2, bid_value(deal.bid)
    belote = [20 if deal.announcer >= 0 and deal.announcer % 2 == side else 0 for side in (0, 1)]
    made = marks[taker] > 0
    rows = [summary_row("tricks", "fact", tricks)]
    if made and not coinche:
        cards = _card_points(deal)
        last = [p - c for p, c in zip(points, cards, strict=True)]
        rows += [
            summary_row("cards", "part", cards),
            summary_row("all_tricks" if max(last) > LAST_TRICK else "der", "part", last),
            summary_row("belote", "part", belote),
            summary_row("contract", "part", [value if side == taker else 0 for side in (0, 1)]),
        ]
    else:
        winner = taker if made else 1 - taker
        stake = value * (coinche + 1)
        for what, worth in (
            ("all_points", marks[winner] - stake - sum(belote)),
            ("contract", stake),
            ("belote", sum(belote)),
        ):
            rows.append(
                summary_row(what, "part", [worth if side == winner else 0 for side in (0, 1)])
            )
        taken = [p + b for p, b in zip(points, belote, strict=True)]
        rows.insert(1, summary_row("points_belote" if any(belote) else "points", "fact", taken))
    rows += [summary_row("deal", "sum", marks), total]
    contract = {
        "seat": bidder,
        "name": bid_name(deal.bid),
        "value": value,
        "suit": suit_letter(deal.trump),
        "capot": deal.bid >= CAPOT,
        "coinche": coinche,
        "final": True,
    }
    return summary | {"verdict": "made" if made else "failed", "contract": contract, "rows": rows}


def _card_points(deal: SeenDeal) -> list[int]:
    """Return the card points in the tricks of each side, without the bonus of the last trick."""
    won: list[list[int]] = [[], []]
    plays = deal.all_plays()
    for i in range(0, len(plays), 4):
        trick = parts.last_whole_trick(plays[: i + 4], 4, best_place, deal.trump)
        assert trick is not None
        won[trick["winner"] % 2] += [card for _, card in plays[i : i + 4]]
    return [card_points(cards, deal.trump) for cards in won]
