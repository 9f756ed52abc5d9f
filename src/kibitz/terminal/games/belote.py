"""Belote: the auction or the trick around the table, contract and points above, the hand below."""

from __future__ import annotations

from rich.text import Text

from kibitz.core.events import NOBODY, Event
from kibitz.games.belote.cards import RANKS, SUITS, rank_of, suit_of, trump_strength
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, bid_value, trump_of
from kibitz.games.belote.view import BeloteView
from kibitz.terminal import drawing
from kibitz.terminal.canvas import Canvas
from kibitz.terminal.cards import Face, chip, put_hand, suit_chip
from kibitz.terminal.trick_table import HEIGHT, SeatDrawing, last_trick, put_table

SEAT_NAMES = ("North", "East", "South", "West")
SUIT_ORDER = "SHCD"  # colours alternate


def face(card: int) -> Face:
    return Face(RANKS[rank_of(card)], SUITS[suit_of(card)])


def seat_name(_: BeloteView, seat: int) -> str:
    return SEAT_NAMES[seat]


def draw(view: BeloteView, width: int) -> Text:
    if view.phase == "deal":
        return Text(view.text())
    table = Canvas(width, HEIGHT)
    put_table(table, _seats(view), faded=not view.trick)
    hand = sorted(view.hand, key=lambda card: _place(view, card))
    bright = [card in view.legal_actions or view.phase != "play" for card in hand]
    foot = Canvas(width, 3)
    put_hand(foot, 1, [face(card) for card in hand], bright)
    return Text("\n").join([_contract(view), _score(view), table.text(), foot.text()])


def bid_chip(bid: int) -> Text:
    """Return a bid like `90♥`, `capot ♠` or `pass`."""
    if bid == PASS or bid >= COINCHE:
        return Text({PASS: "pass", COINCHE: "coinche"}.get(bid, "surcoinche"))
    value = "capot " if bid >= CAPOT else str(bid_value(bid))
    return Text(value, "bold").append_text(suit_chip(SUITS[trump_of(bid)]))


def _contract(view: BeloteView) -> Text:
    if view.bid == PASS:
        return Text("No bid yet" if not view.done else "All passed: the deal is void")
    words = Text("Contract " if view.contract else "Bid ")
    words.append_text(bid_chip(view.bid)).append(f" by {drawing.seat_name(view, view.bidder)}")
    words.append(("", ", coinched", ", surcoinched")[view.coinche], "bold red")
    if view.belote != NOBODY:
        words.append(f"   belote: {drawing.seat_name(view, view.belote)}", "dim")
    return words


def _score(view: BeloteView) -> Text:
    """Return the score, your side first."""
    us, them = view.seat % 2, 1 - view.seat % 2
    words = Text()
    if view.contract:
        words.append(f"tricks {view.tricks[us]}:{view.tricks[them]}   ")
        words.append(f"points {view.points[us]}:{view.points[them]}   ")
    return words.append(f"score {view.totals[us]}:{view.totals[them]}   (us:them)", "dim")


def _seats(view: BeloteView) -> list[SeatDrawing]:
    cards = {(view.leader + i) % 4: card for i, card in enumerate(view.trick)}
    deal = view.deal()
    if not view.trick and deal is not None:
        cards = last_trick(deal.all_plays(), 4, 0)
    seats = []
    for i in range(4):
        seat = (view.seat + i) % 4
        name = drawing.seat_name(view, seat) + (" (D)" if seat == view.dealer else "")
        calls = [bid for caller, bid in view.calls if caller == seat]
        line = Text("")
        if not view.contract:
            line = bid_chip(calls[-1]) if calls else Text("…", "dim")
        elif seat == view.bidder:
            line = bid_chip(view.bid)
        role = Text("partner" if i == 2 else "", "dim")
        card = cards.get(seat)
        shown = None if card is None else face(card)
        seats.append(SeatDrawing(name, [line, role], shown, seat == view.player))
    return seats


def _place(view: BeloteView, card: int) -> tuple[bool, int, int]:
    """Return the sort key of a card in a hand: trumps first, each suit from high to low."""
    suit = suit_of(card)
    strength = trump_strength(card) if suit == view.trump else rank_of(card)
    return suit != view.trump, SUIT_ORDER.index(SUITS[suit]), -strength


def arrange(view: BeloteView) -> list[int]:
    legal = view.legal()
    return sorted(legal, key=lambda c: _place(view, c)) if view.phase == "play" else legal


def label(_: BeloteView, action: int) -> Text:
    return chip(face(action)) if action < BID else bid_chip(action - BID)


def describe(view: BeloteView, event: Event) -> Text | None:
    who, data = drawing.seat_name(view, event.seat), event.data
    if event.kind == "action" and isinstance(data, int):
        return Text(f"{who}: ").append_text(label(view, data))
    if event.kind == "deal" and isinstance(data, tuple):
        return Text(f"── {drawing.seat_name(view, data[0])} dealt", "dim")
    if event.kind == "reveal" and isinstance(data, tuple) and event.seat != NOBODY:
        return Text(f"{who} announce{'' if who == 'You' else 's'} belote", "bold")
    if event.kind == "score" and isinstance(data, tuple):
        return Text(f"Deal over: NS scores {data[0]}, EW {data[1]}", "bold")
    return None
