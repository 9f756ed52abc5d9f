"""Dubito as text: actions, deals, and a seat's view.

An action is `declare 7`, `doubt`, or `lay 0 7 7`: the values of the cards, ascending, 0 for a
joker; input may use any order. A deal is its hands from seat 0 on: `0 3 3 | 1 12 | 5 5 5`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import BadAction, BadText
from kibitz.core.events import NOBODY
from kibitz.core.plural import plural
from kibitz.games.dubito.rules import DECLARE, DOUBT, JOKER, LAY_ID, LAYS, NUMBERS, VALUES

if TYPE_CHECKING:
    from kibitz.games.dubito.view import DubitoView

ACTION_NAMES = (
    *(f"declare {number}" for number in NUMBERS),
    "doubt",
    *(f"lay {' '.join(map(str, cards))}" for cards in LAYS),
)


def action_name(action: int) -> str:
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    words = text.strip().lower().split()
    values = [_value(word) for word in words[1:]]
    if words == ["doubt"]:
        return DOUBT
    if None not in values:
        if words[:1] == ["declare"] and len(values) == 1 and values[0] in NUMBERS:
            return DECLARE + int(words[1]) - 1
        lay = LAY_ID.get(tuple(sorted(v for v in values if v is not None)))
        if words[:1] == ["lay"] and lay is not None:
            return lay
    raise BadAction(
        f"{text!r} is not an action: write declare 7, doubt, or lay 0 7 7 (one to three cards, "
        "0 for a joker, of which there are two)"
    )


def hand_name(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards)) or "-"


def deal_name(deal: dict[str, Any]) -> str:
    return " | ".join(hand_name(hand) for hand in deal["hands"])


def parse_deal(text: str) -> dict[str, Any]:
    hands = []
    for part in text.split("|"):
        words = part.split()
        values = [_value(word) for word in words]
        hand = [value for value in values if value is not None]
        if len(hand) != len(words) or not hand:
            raise BadText(
                f"{part.strip()!r} is not a hand; write hands of values 0 to 13 as hand | hand | .."
            )
        hands.append(sorted(hand))
    return {"hands": hands}


def _value(word: str) -> int | None:
    """Parse the value of a card, or return None."""
    if not (word.isascii() and word.isdigit() and len(word) <= 2):
        return None
    return int(word) if int(word) < VALUES else None


def card_name(value: int) -> str:
    """The name of a card for people; parsable texts write a joker as 0."""
    return "joker" if value == JOKER else str(value)


def show(view: DubitoView) -> str:
    """A seat's view as text for a terminal."""
    if view.phase == "deal":
        return "Dubito, waiting for the deal"
    cut_off = " (cut off)" if view.cut_off else ""
    number = f"number {view.number}" if view.number else "no number yet"
    lines = [f"Dubito, turn {view.turns + (not view.done)}{cut_off}, {number}"]
    known = view.known()
    for seat in range(view.game.players):
        marks = "*" if seat == view.player else " "
        you = " (you)" if seat == view.seat else ""
        if seat in view.out:
            held = f"out, place {view.out.index(seat) + 1}"
        else:
            shown = hand_name(map(card_name, _spread(known[seat])))
            held = f"{plural(view.hand_sizes[seat], 'card')}, known {shown}"
        pending = ", pending" if seat == view.pending != NOBODY else ""
        lines.append(f"{marks}seat {seat}: {held}{pending}{you}")
    for play in view.board:
        cards = hand_name(map(card_name, play.cards)) if play.cards else "face down"
        lines.append(f"board: seat {play.seat} laid {play.size}: {cards}")
    lines.append(f"still in play: {hand_name(view.playing_cards)}")
    lines.append(f"your hand: {hand_name(map(card_name, view.hand))}")
    return "\n".join(lines)


def _spread(counts: tuple[int, ...]) -> list[int]:
    return [value for value, count in enumerate(counts) for _ in range(count)]
