"""Checks positions of Oh Hell given to `new(position=...)`.

A position is one of three: in the middle of a round; between two rounds or at the end, where all
hands are empty and the finished round is still on the table; or before the first deal. Hands may be
shorter than dealt, and `played` may omit cards of finished tricks, which allows small endgames to
be set up. Contradictions of the rules are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kibitz.core import shape as shapes
from kibitz.core.cards import DECK, suit_of
from kibitz.core.errors import BadDeal, BadPosition
from kibitz.core.events import NOBODY
from kibitz.games.ohhell.rules import POSITION_SHAPE, trump_of

if TYPE_CHECKING:
    from kibitz.games.ohhell.game import OhHell


def check_position(game: OhHell, position: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position in canonical form, hands sorted; raise BadPosition if impossible."""
    p: dict[str, Any] = shapes.check(POSITION_SHAPE, position, "position", BadPosition)
    if p["dealer"] == NOBODY:
        return _check_blank(game, p)
    waiting = not any(p["hands"])
    rounds = range(1, len(game.schedule) + 1) if waiting else range(len(game.schedule))
    if p["round"] not in rounds:
        raise BadPosition(f"round must be from {rounds[0]} to {rounds[-1]} here")
    shown = p["round"] - waiting
    size = game.schedule[shown]
    trump = trump_of(p["turned"], shown, len(game.schedule), game.options["no_trump_rounds"])
    _check_fields(game, p, size)
    game.check_turned(shown, p["turned"], BadPosition)
    _check_bids(game, p, size)
    _check_hands(game, p, size)
    _check_trick(game, p, trump)
    _check_broken(p, size, trump)
    return p


def check_cards(
    cards: list[int],
    error: type[BadDeal] | type[BadPosition],
    deck: tuple[int, ...] = DECK,
) -> None:
    if any(not 0 <= card < 52 for card in cards):
        raise error("a card must be a number from 0 to 51")
    if not set(cards) <= set(deck):
        raise error(f"the deck of this game has only {len(deck)} cards")
    if len(set(cards)) != len(cards):
        raise error("a card appears twice")


def _check_blank(game: OhHell, p: dict[str, Any]) -> dict[str, Any]:
    if p != game.book().position():
        raise BadPosition(f"dealer {NOBODY} means before the first deal: all else must be empty")
    return p


def _check_fields(game: OhHell, p: dict[str, Any], size: int) -> None:
    for name in ("hands", "played", "bids", "tricks", "totals"):
        if len(p[name]) != game.players:
            raise BadPosition(f"{name} needs one entry for each of {game.players} seats")
    for name in ("dealer", "leader"):
        if not 0 <= p[name] < game.players:
            raise BadPosition(f"{name} must be a seat from 0 to {game.players - 1}")
    for name in ("hands", "played"):
        p[name] = [sorted(cards) for cards in p[name]]
    cards = [card for name in ("hands", "played") for held in p[name] for card in held]
    check_cards([p["turned"], *cards], BadPosition, game.deck)
    if any(not 0 <= t <= size for t in p["tricks"]):
        raise BadPosition(f"tricks must be from 0 to {size}")
    most = sum(10 + h for h in game.schedule[: p["round"]])  # Rule 7: every bid met so far
    if any(not 0 <= t <= most for t in p["totals"]):
        raise BadPosition(f"after {p['round']} rounds totals must be from 0 to {most}")
    if any(b is not None and not 0 <= b <= size for b in p["bids"]):
        raise BadPosition(f"bids must be from 0 to {size}")


def _check_bids(game: OhHell, p: dict[str, Any], size: int) -> None:
    """Rule 3."""
    order = [(p["dealer"] + 1 + i) % game.players for i in range(game.players)]
    made = [p["bids"][seat] is not None for seat in order]
    if made != sorted(made, reverse=True):
        raise BadPosition("bids must be made in turn from the dealer's left")
    if not all(made):
        if p["trick"] or any(p["tricks"]) or p["broken"]:
            raise BadPosition("no card can be played before all have bid")
    elif game.options["hook"] and sum(p["bids"]) == size:
        raise BadPosition("the bids add up to the tricks, which the dealer's bid must prevent")


def _check_hands(game: OhHell, p: dict[str, Any], size: int) -> None:
    """Check that hands, tricks, leader and the current trick are consistent."""
    done = sum(p["tricks"])
    on_trick = [(p["leader"] + i) % game.players for i in range(len(p["trick"]))]
    if len(on_trick) >= game.players:
        raise BadPosition("the current trick is complete")
    for seat, hand in enumerate(p["hands"]):
        if len(hand) != size - done - (seat in on_trick):
            raise BadPosition(
                f"with {done} tricks taken of {size} each seat must hold {size - done} cards, "
                "one less if it has played to the current trick"
            )
        if len(hand) + len(p["played"][seat]) > size:
            raise BadPosition(f"seat {seat} has played more cards than it was dealt")
    if any(c not in p["played"][s] for s, c in zip(on_trick, p["trick"], strict=True)):
        raise BadPosition("the cards of the current trick must be in `played` of their seats")
    first = (p["dealer"] + 1) % game.players
    if p["leader"] != first if done == 0 else p["tricks"][p["leader"]] == 0:
        raise BadPosition("the last trick's winner leads; to the first trick, the dealer's left")


def _check_trick(game: OhHell, p: dict[str, Any], trump: int) -> None:
    """Rules 4 and 5, as far as the current trick shows them."""
    if not p["trick"]:
        return
    led = suit_of(p["trick"][0])
    for i, card in enumerate(p["trick"]):
        seat = (p["leader"] + i) % game.players
        if suit_of(card) != led and any(suit_of(c) == led for c in p["hands"][seat]):
            raise BadPosition(f"seat {seat} did not follow suit but holds the led suit")
    if led == trump and game.options["trump_lead"] == "broken":
        others = any(suit_of(card) != trump for card in p["hands"][p["leader"]])
        if others and not may_be_broken_before(p, trump):
            raise BadPosition("trump was led before it was broken by a seat that holds other suits")


def _check_broken(p: dict[str, Any], size: int, trump: int) -> None:
    if any(suit_of(card) == trump for card in p["trick"][1:]) and not p["broken"]:
        raise BadPosition("a trump in the current trick has broken trump")
    if not p["broken"]:
        return
    played = [card for cards in p["played"] for card in cards]
    hands = [card for cards in p["hands"] for card in cards]
    complete = len(played) + len(hands) == size * len(p["hands"])
    if trump < 0 or (complete and all(suit_of(card) != trump for card in played)):
        raise BadPosition("trump cannot be broken: none was played")


def may_be_broken_before(p: Mapping[str, Any], trump: int) -> bool:
    """Whether trump may have been broken before the current trick began.

    If there is a trump in the current trick, the flag does not say when it was set.
    """
    on_this_trick = any(suit_of(card) == trump for card in p["trick"][1:])
    return sum(p["tricks"]) > 0 if on_this_trick else bool(p["broken"])
