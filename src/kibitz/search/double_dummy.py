"""The double-dummy solver: the exact value of a deal when everybody sees all hands.

This is an ORACLE. It takes a State, which knows every card; a player that holds a View may only
give it worlds that it has sampled from that View. Values are for best play of both sides:

    Belote      card points of NS and EW with the last trick or the capot, who made a capot, marks
    Codepiece   tricks of seats 0+2 and 1+3; all tricks are played, rule 8 aside
    bridge      the same with no duty but to follow suit, with or without trump: as a `Position`

`solve` and `solve_cards` take a state of the play or a `Position`, `solve_table` a deal,
`solve_many` positions over threads. The work is done in native/search/double_dummy.hpp; without the
native engine endings of a few cards are solved by minimax.py.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz import games
from kibitz.core import engine as engines
from kibitz.core import native
from kibitz.core import shape as shapes
from kibitz.core.errors import BadPosition, NotSolvable
from kibitz.core.options import whole_number
from kibitz.core.plain import short
from kibitz.core.state import State
from kibitz.games.belote.cards import card_points
from kibitz.games.belote.rules import BeloteState, other_of_belote
from kibitz.games.codepiece.phases import CARD
from kibitz.search import minimax

PLAYS = ("belote", "codepiece", "bridge")  # the native engine knows them by their place
THREADS_MAX = 256
BOOK_CARDS_MAX = 4  # of a hand, without the native engine
CAPOT_MORE = 90  # rule 7 of Belote: 100 in place of 10


@dataclass(frozen=True)
class Position:
    """Hands in the middle of the play, of no game in particular; what was won before is left out.

    Cards and suits have the numbers of the game: bridge-style play those of Codepiece.
    """

    play: str
    hands: tuple[tuple[int, ...], ...]
    trump: int | None
    leader: int
    trick: tuple[int, ...] = ()

    @property
    def player(self) -> int:
        return (self.leader + len(self.trick)) % 4


@dataclass(frozen=True)
class Points:
    """A Belote result: sides are NS and EW."""

    points: tuple[int, int]
    capot: int | None  # the side that took all tricks: 0 is NS, 1 is EW
    marks: tuple[int, int] | None = None  # where there is a contract


@dataclass(frozen=True)
class Tricks:
    """A result in tricks, of seats 0+2 and of seats 1+3."""

    tricks: tuple[int, int]


Value = Points | Tricks


def solve(state: State | Position) -> Value:
    """The value of a position in the play, what has been won before included."""
    return _solve(state, cards=False)[None]


def solve_cards(state: State | Position) -> dict[int, Value]:
    """The value after each legal card, by action id (of a `Position`: by card)."""
    values = _solve(state, cards=True)
    return {action: value for action, value in values.items() if action is not None}


def solve_marks(state: State) -> tuple[int, int]:
    """The marks of NS and EW for the contract of a Belote state, without the points: faster."""
    return _marks(state, cards=False)[None]


def solve_marks_cards(state: State) -> dict[int, tuple[int, int]]:
    """The marks after each legal card of a Belote state."""
    found = _marks(state, cards=True)
    return {card: marks for card, marks in found.items() if card is not None}


def solve_table(
    game: str, deal: Mapping[str, Any] | str, leader: int | None = None, *, threads: int = 1
) -> dict[int, dict[int, Value]]:
    """`table[leader][trump]` of a whole deal, for one leader or for all that there may be.

    In Belote the seat on the dealer's left leads, unless another is given; in Codepiece the bidder
    does, so without a leader the table has all four.
    """
    rules = games.game(game)
    if game not in PLAYS:
        raise NotSolvable(f"{game} has no double-dummy solver; {PLAYS[0]} and {PLAYS[1]} have")
    given = rules.new(deal=deal, chance="explicit").chance[0]
    if leader is not None:
        leaders = [rules.check_seat(leader)]
    else:
        leaders = [(given["dealer"] + 1) % 4] if game == "belote" else [0, 1, 2, 3]
    hands = tuple(tuple(hand) for hand in given["hands"])
    # All leaders of one trump in a row: they share much of what the solver remembers.
    wanted = [Position(game, hands, trump, who) for trump in range(4) for who in leaders]
    values = solve_many(wanted, threads=threads)
    table: dict[int, dict[int, Value]] = {who: {} for who in leaders}
    for position, value in zip(wanted, values, strict=True):
        assert position.trump is not None
        table[position.leader][position.trump] = value
    return table


def solve_many(positions: Sequence[Position], *, threads: int = 1) -> list[Value]:
    """Values of many positions of one kind of play, in order. `threads=0` takes one a core."""
    return [values[None] for values in _solve_positions(positions, cards=False, threads=threads)]


def solve_many_cards(positions: Sequence[Position], *, threads: int = 1) -> list[dict[int, Value]]:
    """The value after each legal card of many positions, in their order."""
    found = _solve_positions(positions, cards=True, threads=threads)
    return [{card: v for card, v in values.items() if card is not None} for values in found]


def position_of(state: State) -> Position:
    """What the solver needs of a Belote or Codepiece state."""
    p = _playing(state)
    trump = p["trump"] if state.game.name == "codepiece" else (p["bid"] - 1) % 4
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


# What is behind ---------------------------------------------------------------------------------


def _playing(state: State) -> dict[str, Any]:
    """The position of a state whose cards are being played."""
    if state.game.name not in PLAYS:
        raise NotSolvable(f"{state.game.name} has no double-dummy solver")
    if state.phase != "play":
        raise NotSolvable(
            "the solver needs a state in the play, where trump is known, not in the phase "
            f"{state.phase!r}; solve_table takes a deal"
        )
    return state.position()


def _solve(state: State | Position, *, cards: bool) -> dict[int | None, Value]:
    """Values by action id; that of the position itself has None."""
    if isinstance(state, Position):
        return _solve_positions([state], cards=cards, threads=1)[0]
    p = _playing(state)
    module = engines.native()
    if module is None:
        return _solve_state_book(state, p, cards=cards)
    twin = _twin(state, p)
    if state.game.name == "belote":
        rows = module.double_dummy_belote(twin, False, cards)
        return {_card(row[0]): _points(*row[1:]) for row in rows}
    won, left = p["tricks"], len(p["hands"][state.player])
    return {
        _card(card, CARD): _tricks(made, left, won)
        for card, made in module.double_dummy_codepiece(twin, cards)
    }


def _marks(state: State, *, cards: bool) -> dict[int | None, tuple[int, int]]:
    p = _playing(state)
    if state.game.name != "belote":
        raise NotSolvable(f"marks are Belote's; {state.game.name} has none")
    module = engines.native()
    if module is None:
        values = _solve_state_book(state, p, cards=cards)
        return {card: v.marks for card, v in values.items() if isinstance(v, Points) and v.marks}
    rows = module.double_dummy_belote(_twin(state, p), True, cards)
    return {_card(row[0]): (row[4], row[5]) for row in rows}


def _twin(state: State, position: dict[str, Any]) -> Any:
    """The state on the native engine."""
    if isinstance(state, native.NativeState):
        return state
    twin = native.state_type(state.game.name)(state.game)
    twin._load_flat(shapes.flatten(state.game.POSITION_SHAPE, position))
    return twin


def _card(number: int, offset: int = 0) -> int | None:
    return None if number < 0 else number + offset


def _points(ns: int, ew: int, capot: int, mark_ns: int, mark_ew: int) -> Points:
    return Points((ns, ew), None if capot < 0 else capot, (mark_ns, mark_ew))


def _tricks(made: int, left: int, won: Sequence[int]) -> Tricks:
    return Tricks((won[0] + made, won[1] + left - made))


def _solve_positions(
    positions: Sequence[Position], *, cards: bool, threads: int
) -> list[dict[int | None, Value]]:
    workers = whole_number("threads", threads, 0, THREADS_MAX) or os.cpu_count() or 1
    if not positions:
        return []
    play = positions[0].play
    for position in positions:
        _check(position, play)
    module = engines.native()
    if module is None:
        return [solve_book(position, cards=cards) for position in positions]
    solved = module.double_dummy_positions(
        PLAYS.index(play), flatten(positions), cards, workers, False
    )
    return [
        {None: _value(position, *whole)}
        | {card: _value(position, made, every, none) for card, made, every, none in each}
        for position, (whole, each) in zip(positions, solved, strict=True)
    ]


def _value(position: Position, made: int, every: bool, none: bool) -> Value:
    """What a solved position is worth by itself."""
    if position.play != "belote":
        return _tricks(made, len(position.hands[position.player]), (0, 0))
    total = points_left(position)
    if every or none:
        return Points((total + CAPOT_MORE, 0) if every else (0, total + CAPOT_MORE), int(none))
    return Points((made, total - made), None)


def points_left(position: Position) -> int:
    """Belote: all points that are left, with the 10 of the last trick."""
    assert position.trump is not None
    cards = [card for hand in (*position.hands, position.trick) for card in hand]
    rules = minimax.RULES["belote"]
    return rules.worth(cards, position.trump) + rules.last


def _check(p: Position, play: str) -> None:
    if p.play not in PLAYS or p.play != play:
        raise BadPosition(f"the play of all positions is one of {', '.join(PLAYS)}; not {p.play!r}")
    deck = 32 if play == "belote" else 52
    held = [card for hand in (*p.hands, p.trick) for card in hand]
    if len(p.hands) != 4 or len(p.trick) > 3 or p.leader not in range(4):
        raise BadPosition(
            "a position has four hands, a leader from 0 to 3 and at most 3 cards played"
        )
    if any(card not in range(deck) for card in held) or len(set(held)) != len(held):
        raise BadPosition(f"cards are different numbers from 0 to {deck - 1}")
    if not (p.trump in range(4) or (p.trump is None and play == "bridge")):
        raise BadPosition(f"trump is a suit from 0 to 3, not {short(p.trump)}")
    size = len(p.hands[p.player])
    played = [(p.leader + i) % 4 for i in range(len(p.trick))]
    if size < 1 or any(len(hand) != size - (s in played) for s, hand in enumerate(p.hands)):
        raise BadPosition("all hands are equal, but one card less after a play to this trick")


# Without the native engine ------------------------------------------------------------------------


def _solve_state_book(state: State, p: dict[str, Any], *, cards: bool) -> dict[int | None, Value]:
    """A state of the Python engine: the rest by minimax, and what was won before."""
    position = position_of(state)
    rest = solve_book(position, cards=cards)
    if isinstance(state, BeloteState):
        seat = belote_seat(state)
        return {card: whole_deal(state, position, value, seat) for card, value in rest.items()}
    found: dict[int | None, Value] = {}
    for card, value in rest.items():
        assert isinstance(value, Tricks)
        action = None if card is None else CARD + card
        found[action] = Tricks((p["tricks"][0] + value.tricks[0], p["tricks"][1] + value.tricks[1]))
    return found


def belote_seat(state: BeloteState) -> int:
    """Rule 8 of Belote: the seat that has announced it or will, or -1."""
    for seat, hand in enumerate(state.hands):
        if any(other_of_belote(card, state.trump) in hand for card in hand):
            return seat
    return state.belote


def whole_deal(state: BeloteState, position: Position, rest: Value, belote: int) -> Points:
    """The rest of a deal and what was won before it, marked; `belote` is the seat that has it."""
    assert isinstance(rest, Points)
    left = points_left(position)
    made = rest.points[0] if rest.capot is None else (left, 0)[rest.capot]
    capot = rest.capot if rest.capot is not None and not state.won[1 - rest.capot] else None
    points = [card_points(won, state.trump) for won in state.won]
    points = [points[0] + made, points[1] + left - made]
    if capot is not None:
        points[capot] += CAPOT_MORE
    end = state.copy()
    end.won = [[] if capot == 1 - side else [0] for side in range(2)]  # `mark` asks who has none
    end.belote = belote
    marks = end.mark(points)
    return Points((points[0], points[1]), capot, (marks[0], marks[1]))


def solve_book(position: Position, *, cards: bool) -> dict[int | None, Value]:
    size = len(position.hands[position.player])
    if size > BOOK_CARDS_MAX:
        raise NotSolvable(
            f"without the native engine hands have up to {BOOK_CARDS_MAX} cards here, not {size}"
        )
    rules = minimax.RULES[position.play]
    trump = minimax.NO_SUIT if position.trump is None else position.trump

    def value(hands: Sequence[Sequence[int]], trick: Sequence[int]) -> Value:
        made = minimax.minimax(rules, hands, trump, position.leader, trick)
        return _value(position, made, made == minimax.SWEEP, made == minimax.SWEPT)

    found: dict[int | None, Value] = {None: value(position.hands, position.trick)}
    if cards:
        seat = position.player
        for card in rules.legal(list(position.hands[seat]), list(position.trick), trump):
            hands = [list(hand) for hand in position.hands]
            hands[seat].remove(card)
            found[card] = value(hands, [*position.trick, card])
    return found
