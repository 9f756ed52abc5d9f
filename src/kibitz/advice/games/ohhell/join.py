"""Joining a round of Oh Hell: what a newcomer sees, as a position with fitting hidden hands.

The cards of finished tricks are unknown to a newcomer, so they count as unseen, like the stock.
What the current trick proves of the hands behind it holds: a seat that did not follow has none of
the suit led, and one that led trump before it was broken has nothing else.
"""

from __future__ import annotations

from typing import Any

from kibitz.advice.advisor.entries import Join
from kibitz.advice.errors import BadEntry, ImpossibleEntry
from kibitz.core.assign import NoAssignment, assign
from kibitz.core.cards import DECK, suit_of
from kibitz.core.errors import BadPosition
from kibitz.core.game import Game
from kibitz.core.python_state import PythonState
from kibitz.core.rng import Stream
from kibitz.games.ohhell.position import check_cards, may_be_broken_before
from kibitz.games.ohhell.rules import trump_of


def join_round(game: Game, seat: int, entry: Join, stream: Stream) -> PythonState:
    """Return a world in which the seat sees this round; `game` has the Python engine."""
    position = _visible(game, entry)
    try:
        check_cards([entry.turned, *entry.hand, *entry.trick], BadPosition)
        position["hands"] = _hands(game, seat, position, entry, stream)
        world = game.new(position=position, chance="explicit")
    except BadPosition as error:
        raise BadEntry(f"this round is impossible: {error}") from None
    assert isinstance(world, PythonState)
    return world


def _visible(game: Game, entry: Join) -> dict[str, Any]:
    """Return the position without the hands; seats and lengths are checked here."""
    players = game.players
    lists = {"totals": entry.totals, "bids": entry.bids, "tricks": entry.tricks}
    for name, given in lists.items():
        if len(given) not in (0, players):
            raise BadEntry(f"{name} needs a number for each of {players} seats")
    dealer = game.check_seat(entry.dealer)
    leader = (dealer + 1) % players if entry.leader is None else game.check_seat(entry.leader)
    if len(entry.trick) >= players:
        raise BadEntry("the current trick is complete: leave it out and name its winner as leader")
    played: list[list[int]] = [[] for _ in range(players)]
    for i, card in enumerate(entry.trick):
        played[(leader + i) % players].append(card)
    return {
        "round": entry.round,
        "dealer": dealer,
        "turned": entry.turned,
        "hands": [],
        "played": played,
        "bids": list(entry.bids) or [None] * players,
        "tricks": list(entry.tricks) or [0] * players,
        "leader": leader,
        "trick": list(entry.trick),
        "broken": entry.broken,
        "totals": list(entry.totals) or [0] * players,
    }


def _hands(
    game: Any, seat: int, position: dict[str, Any], entry: Join, stream: Stream
) -> list[list[int]]:
    """Return all hands: the seat's own, the others drawn from the unseen cards."""
    if not 0 <= entry.round < len(game.schedule):
        raise BadEntry(
            f"this game has {len(game.schedule)} rounds, so there is no {entry.round + 1}"
        )
    left = game.schedule[entry.round] - sum(position["tricks"])
    on_trick = len(entry.trick)
    sizes = [
        left - ((s - position["leader"]) % game.players < on_trick) for s in range(game.players)
    ]
    if len(entry.hand) != sizes[seat]:
        raise BadEntry(f"you must hold {sizes[seat]} cards here, not {len(entry.hand)}")
    others = [s for s in range(game.players) if s != seat]
    seen = {entry.turned, *entry.hand, *entry.trick}
    unseen = [card for card in DECK if card not in seen]
    excluded = _voids(game, position)
    stock = len(unseen) - sum(sizes[s] for s in others)
    try:
        drawn = assign(
            unseen,
            [*(sizes[s] for s in others), stock],
            [*(excluded[s] for s in others), 0],
            stream,
        )
    except NoAssignment:
        raise ImpossibleEntry("no deal fits the current trick") from None
    hands: list[list[int]] = [[] for _ in range(game.players)]
    hands[seat] = sorted(entry.hand)
    for s, cards in zip(others, drawn, strict=False):
        hands[s] = sorted(cards)
    return hands


def _voids(game: Any, position: dict[str, Any]) -> list[int]:
    """Return, for each seat, a mask of the cards that the current trick rules out (rules 4, 5)."""
    excluded = [0] * game.players
    trick = position["trick"]
    if not trick:
        return excluded
    led, leader = suit_of(trick[0]), position["leader"]
    suit = ((1 << 13) - 1) << (13 * led)
    for i, card in enumerate(trick[1:], 1):
        if suit_of(card) != led:
            excluded[(leader + i) % game.players] |= suit
    rounds, without = len(game.schedule), game.options["no_trump_rounds"]
    trump = trump_of(position["turned"], position["round"], rounds, without)
    closed = game.options["trump_lead"] == "broken" and led == trump
    if closed and not may_be_broken_before(position, trump):
        excluded[leader] |= ~suit
    return excluded
