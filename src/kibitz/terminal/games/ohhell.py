"""Oh Hell: the trick around the table, each seat's tricks against its bid, and your hand."""

from __future__ import annotations

from rich.text import Text

from kibitz.core.cards import RANKS, SUITS, rank_of, suit_of
from kibitz.core.events import Event
from kibitz.core.plural import plural
from kibitz.games.ohhell.rules import BID
from kibitz.games.ohhell.view import OhHellView
from kibitz.terminal import drawing
from kibitz.terminal.canvas import Canvas
from kibitz.terminal.cards import Face, chip, put_hand, suit_chip
from kibitz.terminal.trick_table import HEIGHT, SeatDrawing, last_trick, put_table

SUIT_ORDER = "SHCD"  # colours alternate


def face(card: int) -> Face:
    return Face(RANKS[rank_of(card)], SUITS[suit_of(card)])


def draw(view: OhHellView, width: int) -> Text:
    table = Canvas(width, HEIGHT)
    put_table(table, _seats(view), faded=not view.trick)
    hand = sorted(view.hand, key=_place)
    bright = [card in view.legal_actions or view.phase != "play" for card in hand]
    foot = Canvas(width, 3)
    put_hand(foot, 1, [face(card) for card in hand], bright)
    return Text("\n").join([_heading(view), table.text(), foot.text()])


def _place(card: int) -> tuple[int, int]:
    """Return the sort key of a card in a hand."""
    return SUIT_ORDER.index(SUITS[suit_of(card)]), -rank_of(card)


def arrange(view: OhHellView) -> list[int]:
    return view.legal() if view.phase == "bid" else sorted(view.legal(), key=_place)


def _heading(view: OhHellView) -> Text:
    heading = Text()
    heading.append(f"Round {min(view.round + 1, view.rounds)} of {view.rounds}   ", "bold")
    if view.phase == "deal":
        return heading
    heading.append(f"{view.hand_size} card{'s' * (view.hand_size != 1)}   trump ")
    heading.append_text(suit_chip(SUITS[view.trump]) if view.trump >= 0 else Text("none"))
    if view.trump >= 0:
        heading.append(" by ", "dim").append_text(chip(face(view.turned)))
    if all(bid is not None for bid in view.bids):
        over = sum(bid or 0 for bid in view.bids) - view.hand_size
        heading.append(f"  {over:+d}" if over else "  even", "dim")
    return heading


def _seats(view: OhHellView) -> list[SeatDrawing]:
    players = view.game.players
    cards = {(view.leader + i) % players: card for i, card in enumerate(view.trick)}
    if not view.trick:
        plays = [
            (event.seat, event.data)
            for event in view._round_events()
            if event.kind == "action" and isinstance(event.data, int) and event.data < BID
        ]
        cards = last_trick(plays, players, 0)
    seats = []
    for i in range(players):
        seat = (view.seat + i) % players
        card = cards.get(seat)
        name = drawing.seat_name(view, seat) + (" (D)" if seat == view.dealer else "")
        lines = [_need(view, seat), Text(plural(view.totals[seat], "point"), "dim")]
        on_turn = seat == view.player
        seats.append(SeatDrawing(name, lines, None if card is None else face(card), on_turn))
    return seats


def _need(view: OhHellView, seat: int) -> Text:
    """Return tricks taken out of those bid, like `2 of 3`, in green when they are equal."""
    bid = view.bids[seat]
    if bid is None:
        return Text("no bid yet", "dim")
    taken = view.tricks[seat]
    style = "green" if taken == bid else "red" if taken > bid else ""
    return Text(f"{taken} of {bid}", style)


def label(_: OhHellView, action: int) -> Text:
    return chip(face(action)) if action < BID else Text(f"bid {action - BID}")


def describe(view: OhHellView, event: Event) -> Text | str | None:
    who = drawing.seat_name(view, event.seat)
    if event.kind == "action" and isinstance(event.data, int):
        if event.data >= BID:
            return f"{who} bid{'' if who == 'You' else 's'} {event.data - BID}"
        return Text(f"{who}: ").append_text(chip(face(event.data)))
    if event.kind == "deal" and isinstance(event.data, tuple):
        dealer, turned = event.data[:2]
        line = Text.assemble((f"── {drawing.seat_name(view, dealer)} dealt, turned ", "dim"))
        return line.append_text(chip(face(turned)))
    if event.kind == "score" and isinstance(event.data, tuple):
        return Text(f"Round over: {drawing.points(view, event.data)}", "bold")
    return None
