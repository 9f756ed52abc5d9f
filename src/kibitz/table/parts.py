"""Parts that several games share: tricks, hands, and events without private information."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kibitz.core.cards import CARD_NAMES, RANKS, SUITS, rank_of, suit_of
from kibitz.core.events import NOBODY, Event
from kibitz.core.game import Game

# Suit order in a hand, trump first: black and red alternate to keep neighbours distinct.
HAND_ORDER = {None: "SHCD", "S": "SHCD", "H": "HSDC", "C": "CHSD", "D": "DSHC"}


def count_all(_: Game, events: tuple[Event, ...], __: int | None) -> int:
    """Count all events: every seat sees each of them, at least in part."""
    return len(events)


def scored_deals(events: Iterable[Event]) -> Iterable[tuple[list[tuple[int, int]], Sequence[int]]]:
    """Return the (seat, action) pairs of each finished deal, and its score."""
    actions: list[tuple[int, int]] = []
    for event in events:
        if event.kind == "action" and isinstance(event.data, int):
            actions.append((event.seat, event.data))
        elif event.kind == "score" and isinstance(event.data, tuple):
            yield actions, event.data
            actions = []


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def trick_data(
    leader: int, cards: Sequence[int], players: int, winner: int | None = None
) -> dict[str, Any]:
    """Return a trick with the seat of each card."""
    played = [{"seat": (leader + i) % players, "card": card} for i, card in enumerate(cards)]
    return {"leader": leader, "cards": played, "winner": winner}


def last_whole_trick(
    plays: Sequence[tuple[int, int]],
    players: int,
    best: Callable[[list[int], int], int],
    trump: int,
) -> dict[str, Any] | None:
    """Return the latest finished trick of (seat, card) plays; `best` finds its winning card."""
    end = len(plays) - len(plays) % players
    if end == 0:
        return None
    leader = plays[end - players][0]
    cards = [card for _, card in plays[end - players : end]]
    return trick_data(leader, cards, players, (leader + best(cards, trump)) % players)


def hands_data(
    own: bool, view: Any, others: list[Any] | None, order: Callable[[Any, Iterable[int]], list[int]]
) -> dict[str, Any]:
    """Return this seat's hand, and all hands where the cards are open."""
    return {
        "hand": order(view, view.hand) if own else None,
        "hands": None if others is None else [order(view, other.hand) for other in others],
    }


def faces() -> list[tuple[str, str, str | None]]:
    """Return the faces of a deck of 52 cards."""
    return [
        (CARD_NAMES[c], RANKS[rank_of(c)].replace("T", "10"), SUITS[suit_of(c)]) for c in range(52)
    ]


def seat_label(seat: int) -> str:
    return f"Seat {seat + 1}"


def sort_hand(cards: Iterable[int], trump: str | None) -> list[int]:
    """Sort cards of 52: trumps first, each suit from high to low."""
    order = HAND_ORDER[trump]

    def place(card: int) -> tuple[int, int]:
        return order.index(SUITS[suit_of(card)]), -rank_of(card)

    return sorted(cards, key=place)


def without_hand(event: Event, known: int) -> Event:
    """Return a deal as a spectator sees it: only its first `known` numbers, which are public."""
    assert isinstance(event.data, tuple)
    return Event(event.kind, NOBODY, event.data[:known])


def signed(names: list[str], points: Iterable[float]) -> str:
    """Format points with their sign: `Ada +8, Bob -8`."""
    return ", ".join(f"{name} {x:+g}" for name, x in zip(names, points, strict=True))
