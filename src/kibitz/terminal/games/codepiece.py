"""Codepiece: bids or the trick around the table, tricks of both teams above, the hand below."""

from __future__ import annotations

from rich.text import Text

from kibitz.core.cards import RANKS, SUITS, rank_of, suit_of
from kibitz.core.events import Event
from kibitz.games.codepiece.legal_moves import BID, BID_MIN, CARD, PASS, PASSED, TRUMP, TRUMP_SUITS
from kibitz.games.codepiece.view import CodepieceView
from kibitz.terminal import drawing
from kibitz.terminal.canvas import Canvas
from kibitz.terminal.cards import Face, chip, put_hand, suit_chip
from kibitz.terminal.trick_table import HEIGHT, SeatDrawing, put_table

SUIT_ORDER = "SHCD"  # colours alternate


def face(card: int) -> Face:
    return Face(RANKS[rank_of(card)], SUITS[suit_of(card)])


def draw(view: CodepieceView, width: int) -> Text:
    if not view.deck:
        return Text(view.text())
    table = Canvas(width, HEIGHT)
    put_table(table, _seats(view), faded=not view.trick)
    hand = sorted(view.hand, key=lambda card: _place(view, card))
    bright = [CARD + card in view.legal_actions or view.phase != "play" for card in hand]
    foot = Canvas(width, 3)
    put_hand(foot, 1, [face(card) for card in hand], bright)
    return Text("\n").join([_contract(view), _score(view), table.text(), foot.text()])


def _contract(view: CodepieceView) -> Text:
    if not view.bid:
        return Text("No bid yet")
    words = Text(f"{view.bid} tricks by {drawing.seat_name(view, view.bidder)}")
    if view.trump is not None:
        words.append("   trump ").append_text(suit_chip(SUITS[view.trump]))
    return words


def _score(view: CodepieceView) -> Text:
    """Return the score, your team first."""
    us, them = view.seat % 2, 1 - view.seat % 2
    words = Text(f"tricks {view.tricks[us]}:{view.tricks[them]}")
    if view.bid and view.trump is not None:
        needed = view.bid if view.bidder % 2 == us else 14 - view.bid
        words.append(f"   we need {max(0, needed - view.tricks[us])} more", "bold")
    total = view.total if us == 0 else -view.total
    return words.append(f"   total {total:+d}" if view.game.options["match"] else "", "dim")


def _seats(view: CodepieceView) -> list[SeatDrawing]:
    cards = {(view.leader + i) % 4: card for i, card in enumerate(view.trick)}
    if not view.trick and view.completed:
        last = view.completed[-1]
        cards = {(last.leader + i) % 4: card for i, card in enumerate(last.cards)}
    seats = []
    for i in range(4):
        seat = (view.seat + i) % 4
        name = drawing.seat_name(view, seat) + (" (D)" if seat == view.dealer else "")
        role = Text("partner" if i == 2 else "", "dim")
        card = cards.get(seat)
        shown = None if card is None else face(card)
        seats.append(SeatDrawing(name, [_bid(view, seat), role], shown, seat == view.player))
    return seats


def _bid(view: CodepieceView, seat: int) -> Text:
    bid = view.bids[seat]
    if view.trump is not None:
        return Text(f"bid {view.bid}" if seat == view.bidder else "")
    return Text("…" if bid is None else "pass" if bid == PASSED else f"bid {bid}")


def _place(view: CodepieceView, card: int) -> tuple[bool, int, int]:
    """Return the sort key of a card in a hand: trumps first, each suit from high to low."""
    suit = suit_of(card)
    return suit != view.trump, SUIT_ORDER.index(SUITS[suit]), -rank_of(card)


def arrange(view: CodepieceView) -> list[int]:
    legal = view.legal()
    return sorted(legal, key=lambda a: _place(view, a - CARD)) if view.phase == "play" else legal


def label(_: CodepieceView, action: int) -> Text:
    if action >= CARD:
        return chip(face(action - CARD))
    if action >= TRUMP:
        return Text("trump ").append_text(suit_chip(SUITS[TRUMP_SUITS[action - TRUMP]]))
    return Text("pass" if action == PASS else f"bid {action - BID + BID_MIN}")


def describe(view: CodepieceView, event: Event) -> Text | None:
    who, data = drawing.seat_name(view, event.seat), event.data
    if event.kind == "action" and isinstance(data, int):
        return Text(f"{who}: ").append_text(label(view, data))
    if event.kind == "deal" and isinstance(data, tuple):
        return Text(f"── {drawing.seat_name(view, data[0])} dealt", "dim")
    if event.kind == "score" and isinstance(data, tuple):
        return Text(f"Deal over: we get {data[view.seat]:+d}", "bold")
    return None
