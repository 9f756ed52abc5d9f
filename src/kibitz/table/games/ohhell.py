"""Oh Hell from a seat: bids against tricks, the turned-up card, and the rounds to come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.core.cards import CARD_NAMES, SUITS
from kibitz.core.events import Event
from kibitz.games.ohhell.rules import BID, best_card, trump_of
from kibitz.games.ohhell.view import OhHellView
from kibitz.table import parts
from kibitz.table.deal_summary import last_deal, summary_row
from kibitz.table.parts import count_all as count
from kibitz.table.parts import faces, seat_label

__all__ = [
    "bids_met",
    "count",
    "deal_summary",
    "describe",
    "faces",
    "offer",
    "public",
    "seat_label",
    "show",
]
MET = 10  # points of a bid that is met, besides its tricks
DAILY = {"schedule": (5, 4, 3, 2, 1)}  # the options of the deal of the day


def bids_met(events: Iterable[Event], seat: int) -> tuple[int, int]:
    """Return how many rounds a seat took exactly its bid in, and how many it bid in."""
    met = bids = 0
    for actions, score in parts.scored_deals(events):
        own = [action - BID for who, action in actions if who == seat and action >= BID]
        bids += len(own)
        met += sum(score[seat] == MET + bid for bid in own)  # rule 7
    return met, bids


def public(view: OhHellView) -> tuple[Event, ...]:
    return tuple(parts.without_hand(e, 2) if e.kind == "deal" else e for e in view.history)


def suit_letter(suit: int) -> str | None:
    return None if suit < 0 else SUITS[suit]


def sort_hand(view: OhHellView, cards: Iterable[int]) -> list[int]:
    return parts.sort_hand(cards, suit_letter(view.trump))


def show(view: OhHellView, own: bool, others: list[OhHellView] | None) -> dict[str, Any]:
    players = view.game.players
    dealt = view.phase != "deal"
    on_trick = {(view.leader + i) % players for i in range(len(view.trick))}
    left = view.hand_size - sum(view.tricks)
    sizes = [left - (seat in on_trick) if dealt else 0 for seat in range(players)]
    playing = view.phase in ("play", "over")
    return {
        **parts.hands_data(own, view, others, sort_hand),
        "hand_sizes": sizes,
        "trick": parts.trick_data(view.leader, view.trick, players) if playing else None,
        "last_trick": _last_trick(view),
        "trump": suit_letter(view.trump),
        "contract": None,
        "bids": [None if bid is None else str(bid) for bid in view.bids],
        "tricks": list(view.tricks),
        "scores": [float(total) for total in view.totals],
        "view": {
            "game": "ohhell",
            "round": min(view.round + 1, view.rounds),
            "rounds": view.rounds,
            "hand_size": view.hand_size,
            "schedule": list(view.game.schedule),
            "dealer": view.dealer,
            "turned": parts.seat_or_none(view.turned),
            "trump": suit_letter(view.trump),
            "broken": view.broken,
            "bids": list(view.bids),
            "tricks": list(view.tricks),
            "totals": list(view.totals),
            "played": [list(cards) for cards in view.played],
        },
    }


def _last_trick(view: OhHellView) -> dict[str, Any] | None:
    """Return the latest finished trick, also during the bidding of the next round."""
    plays: list[tuple[int, int]] = []
    rounds = sum(event.kind == "deal" for event in view.history)
    for event in reversed(view.history):
        data: Any = event.data
        if event.kind == "action" and data < BID:
            plays.append((event.seat, data))
        elif event.kind == "deal":
            rounds -= 1
            if len(plays) >= view.game.players:
                trump = trump_of(data[1], rounds, view.rounds, _no_trump_rounds(view))
                return parts.last_whole_trick(plays[::-1], view.game.players, best_card, trump)
            plays = []
    return None


def _no_trump_rounds(view: OhHellView) -> int:
    rounds: int = view.game.options["no_trump_rounds"]
    return rounds


def offer(_: OhHellView, action: int) -> dict[str, Any]:
    if action < BID:
        return {"kind": "card", "card": action}
    return {"kind": "bid", "value": action - BID}


def describe(history: tuple[Event, ...], i: int, names: list[str]) -> str:
    event = history[i]
    data: Any = event.data
    match event.kind:
        case "deal":
            return f"{names[data[0]]} deals and turns {CARD_NAMES[data[1]]}"
        case "score":
            return f"the round is over: {parts.signed(names, data)}"
    if data >= BID:
        return f"{names[event.seat]} bids {data - BID}"
    return f"{names[event.seat]}: {CARD_NAMES[data]}"


def deal_summary(view: OhHellView) -> dict[str, Any] | None:
    """Spell out rule 7 for the latest finished round, by seat."""
    found = last_deal(view.history)
    if found is None:
        return None
    number, events, score = found
    seats = range(view.game.players)
    bids = [0] * view.game.players
    for event in events:
        if event.kind == "action" and isinstance(event.data, int) and event.data >= BID:
            bids[event.seat] = event.data - BID
    tricks = _tricks(view, events, number - 1)
    met = [bids[seat] == tricks[seat] for seat in seats]
    return {
        "number": number,
        "columns": [[seat] for seat in seats],
        "verdict": None,
        "contract": None,
        "rows": [
            summary_row("bid", "fact", bids),
            summary_row("tricks", "fact", tricks),
            summary_row("met", "part", [10 if met[seat] else 0 for seat in seats]),
            summary_row("bid_points", "part", [score[s] - (10 if met[s] else 0) for s in seats]),
            summary_row("deal", "sum", score),
            summary_row("total", "sum", view.totals),
        ],
    }


def _tricks(view: OhHellView, events: list[Event], number: int) -> list[int]:
    """Count the tricks of each seat in a finished round."""
    players = view.game.players
    turned: Any = events[0].data
    trump = trump_of(turned[1], number, view.rounds, _no_trump_rounds(view))
    plays = [(e.seat, e.data) for e in events if e.kind == "action" and isinstance(e.data, int)]
    plays = [(seat, card) for seat, card in plays if card < BID]
    won = [0] * players
    for i in range(players, len(plays) + 1, players):
        trick = parts.last_whole_trick(plays[:i], players, best_card, trump)
        assert trick is not None
        won[trick["winner"]] += 1
    return won
