"""The double-dummy solver: the exact value of a deal when everyone sees all hands.

This is an ORACLE. It takes a State, which knows every card; a player that holds a View may only
pass worlds sampled from that View. Values assume best play by both sides:

    Belote      card points of NS and EW with the last trick or the capot, capots, score
    Codepiece   tricks of seats 0+2 and 1+3; all tricks are played, ignoring rule 8
    bridge      the same, but seats need only follow suit; with or without trump: a `Position`

`solve` and `solve_cards` take a state during play or a `Position`, `solve_table` a deal,
`solve_many` positions over threads. native/search/double_dummy.hpp does the work; without the
native engine, minimax.py solves endgames of a few cards.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from kibitz import games
from kibitz.core import engine as engines
from kibitz.core import native_state
from kibitz.core import shape as shapes
from kibitz.core.coerce import short
from kibitz.core.errors import BadPosition, NotSolvable
from kibitz.core.options import whole_number
from kibitz.core.state import State
from kibitz.search import minimax, plays
from kibitz.search.plays import Points, Position, Tricks, Value, Values

__all__ = ["Points", "Position", "Tricks", "Value"]

THREADS_MAX = 256
BOOK_CARDS_MAX = 4  # cards in a hand, without the native engine


def solve(state: State | Position) -> Value:
    """The value of a position during play, including what has been won already."""
    return _solve(state, cards=False)[None]


def solve_cards(state: State | Position) -> dict[int, Value]:
    """The value after each legal card, by action id (for a `Position`: by card)."""
    values = _solve(state, cards=True)
    return {action: value for action, value in values.items() if action is not None}


def solve_marks(state: State) -> tuple[int, int]:
    """The score of NS and EW for the contract of a Belote state; faster than with points."""
    return _marks(state, cards=False)[None]


def solve_marks_cards(state: State) -> dict[int, tuple[int, int]]:
    """The score after each legal card of a Belote state."""
    found = _marks(state, cards=True)
    return {card: marks for card, marks in found.items() if card is not None}


def solve_table(
    game: str, deal: Mapping[str, Any] | str, leader: int | None = None, *, threads: int = 1
) -> dict[int, dict[int, Value]]:
    """`table[leader][trump]` of a full deal, for one leader or for all possible ones.

    In Belote the seat to the dealer's left leads unless another is given; in Codepiece the bidder
    leads, so without a leader the table has all four.
    """
    rules = games.game(game)
    play = plays.find(game)
    given = rules.new(deal=deal, chance="explicit").chance[0]
    leaders = play.leaders(given) if leader is None else [rules.check_seat(leader)]
    hands = tuple(tuple(hand) for hand in given["hands"])
    # All leaders of one trump in a row: they share most of the transposition table.
    wanted = [Position(game, hands, trump, who) for trump in range(4) for who in leaders]
    values = solve_many(wanted, threads=threads)
    table: dict[int, dict[int, Value]] = {who: {} for who in leaders}
    for position, value in zip(wanted, values, strict=True):
        assert position.trump is not None
        table[position.leader][position.trump] = value
    return table


def solve_many(positions: Sequence[Position], *, threads: int = 1) -> list[Value]:
    """The values of many positions of one kind of play, in order. `threads=0` uses all cores."""
    return [values[None] for values in _solve_positions(positions, cards=False, threads=threads)]


def solve_many_cards(positions: Sequence[Position], *, threads: int = 1) -> list[dict[int, Value]]:
    """The value after each legal card of many positions, in order."""
    found = _solve_positions(positions, cards=True, threads=threads)
    return [{card: v for card, v in values.items() if card is not None} for values in found]


def position_of(state: State) -> Position:
    """What the solver needs from a state during play."""
    p = _playing(state)
    trump = plays.find(state.game.name).trump(p)
    hands = tuple(tuple(hand) for hand in p["hands"])
    return Position(state.game.name, hands, trump, p["leader"], tuple(p["trick"]))


def flatten(positions: Sequence[Position]) -> list[int]:
    """Positions as the native engine reads them."""
    flat: list[int] = []
    for p in positions:
        for hand in p.hands:
            flat += [len(hand), *hand]
        trump = minimax.NO_SUIT if p.trump is None else p.trump
        flat += [trump, p.leader, len(p.trick), *p.trick]
    return flat


# Implementation ---------------------------------------------------------------------------------


def _playing(state: State) -> dict[str, Any]:
    """The position of a state during card play."""
    plays.find(state.game.name)
    if state.phase != "play":
        raise NotSolvable(
            "the solver needs a state in the play phase, where trump is known, not in "
            f"{state.phase!r}; solve_table takes a deal"
        )
    return state.position()


def _solve(state: State | Position, *, cards: bool) -> Values:
    """Values by action id; None is the key of the position itself."""
    if isinstance(state, Position):
        return _solve_positions([state], cards=cards, threads=1)[0]
    p = _playing(state)
    module = engines.native()
    if module is None:
        return _solve_state_book(state, cards=cards)
    return plays.find(state.game.name).solve_state(module, _twin(state, p), state, cards=cards)


def _marks(state: State, *, cards: bool) -> dict[int | None, tuple[int, int]]:
    p = _playing(state)
    play, module = plays.find(state.game.name), engines.native()
    if module is None:
        return play.marks(state, _solve_state_book(state, cards=cards))
    return play.native_marks(module, _twin(state, p), cards=cards)


def _twin(state: State, position: dict[str, Any]) -> Any:
    """The state on the native engine."""
    if isinstance(state, native_state.NativeState):
        return state
    twin = native_state.state_type(state.game.name)(state.game)
    twin._load_flat(shapes.flatten(state.game.POSITION_SHAPE, position))
    return twin


def _solve_positions(positions: Sequence[Position], *, cards: bool, threads: int) -> list[Values]:
    workers = whole_number("threads", threads, 0, THREADS_MAX) or os.cpu_count() or 1
    if not positions:
        return []
    for position in positions:
        _check(position, positions[0].play)
    play = plays.find(positions[0].play)
    module = engines.native()
    if module is None:
        return [solve_book(position, cards=cards) for position in positions]
    solved = module.double_dummy_positions(play.number, flatten(positions), cards, workers, False)
    return [
        {None: play.value(position, *whole)}
        | {card: play.value(position, made, every, none) for card, made, every, none in each}
        for position, (whole, each) in zip(positions, solved, strict=True)
    ]


def _check(p: Position, name: str) -> None:
    if p.play not in plays.names() or p.play != name:
        known = ", ".join(plays.names())
        raise BadPosition(f"the play of all positions must be one of {known}, not {p.play!r}")
    play = plays.find(name)
    held = [card for hand in (*p.hands, p.trick) for card in hand]
    if len(p.hands) != 4 or len(p.trick) > 3 or p.leader not in range(4):
        raise BadPosition(
            "a position needs four hands, a leader from 0 to 3 and at most 3 cards played"
        )
    if any(card not in range(play.deck) for card in held) or len(set(held)) != len(held):
        raise BadPosition(f"cards must be distinct numbers from 0 to {play.deck - 1}")
    if not (p.trump in range(4) or (p.trump is None and not play.needs_trump)):
        raise BadPosition(f"trump must be a suit from 0 to 3, not {short(p.trump)}")
    size = len(p.hands[p.player])
    played = [(p.leader + i) % 4 for i in range(len(p.trick))]
    if size < 1 or any(len(hand) != size - (s in played) for s, hand in enumerate(p.hands)):
        raise BadPosition("all hands must be equal, less one card after a play to this trick")


# Without the native engine ------------------------------------------------------------------------


def _solve_state_book(state: State, *, cards: bool) -> Values:
    """Solve a state of the Python engine: the rest by minimax, plus what was won before."""
    position = position_of(state)
    rest = solve_book(position, cards=cards)
    return plays.find(state.game.name).add_won(state, position, rest)


def solve_book(position: Position, *, cards: bool) -> Values:
    size = len(position.hands[position.player])
    if size > BOOK_CARDS_MAX:
        raise NotSolvable(
            f"without the native engine hands may have up to {BOOK_CARDS_MAX} cards, not {size}"
        )
    play = plays.find(position.play)
    rules = play.rules
    trump = minimax.NO_SUIT if position.trump is None else position.trump

    def value(hands: Sequence[Sequence[int]], trick: Sequence[int]) -> Value:
        made = minimax.minimax(rules, hands, trump, position.leader, trick)
        return play.value(position, made, made == minimax.SWEEP, made == minimax.SWEPT)

    found: Values = {None: value(position.hands, position.trick)}
    if cards:
        seat = position.player
        for card in rules.legal(list(position.hands[seat]), list(position.trick), trump):
            hands = [list(hand) for hand in position.hands]
            hands[seat].remove(card)
            found[card] = value(hands, [*position.trick, card])
    return found
