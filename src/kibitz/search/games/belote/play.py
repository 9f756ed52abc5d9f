"""Belote's trick play for the solver: card points with the last trick, capots, and scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.state import State
from kibitz.games.belote import cards, rules
from kibitz.games.belote.cards import card_points
from kibitz.games.belote.rules import BeloteState, other_of_belote
from kibitz.search.plays import Play, Points, Position, Rules, Value, Values
from kibitz.search.plays import card as card_of

CAPOT_MORE = 90  # rule 7: 100 instead of 10
COMPASS = "NESW"


class BelotePlay(Play):
    """Rules 5 to 9."""

    name, title, number = "belote", "Belote", 0
    rules = Rules(rules.legal_cards, rules.best_place, card_points, last=10, sweeps=True)
    deck = 32
    suits = cards.SUITS
    slip = 6.0  # points
    cases = 3  # who has belote: nobody, NS, EW

    def trump(self, p: Mapping[str, Any]) -> int:
        return int(p["bid"] - 1) % 4

    def leaders(self, deal: Mapping[str, Any]) -> list[int]:
        return [(deal["dealer"] + 1) % 4]

    def card_name(self, card: int) -> str:
        return cards.CARD_NAMES[card]

    def seat_name(self, seat: int) -> str:
        return COMPASS[seat]

    def left(self, position: Position) -> int:
        """All remaining points, including the 10 of the last trick."""
        assert position.trump is not None
        held = [card for hand in (*position.hands, position.trick) for card in hand]
        return card_points(held, position.trump) + self.rules.last

    def value(self, position: Position, made: int, every: bool, none: bool) -> Value:
        total = self.left(position)
        if every or none:
            return Points((total + CAPOT_MORE, 0) if every else (0, total + CAPOT_MORE), int(none))
        return Points((made, total - made), None)

    def solve_state(self, module: Any, twin: Any, state: State, *, cards: bool) -> Values:  # noqa: ARG002
        rows = module.double_dummy_belote(twin, False, cards)
        return {card_of(row[0]): _points(*row[1:]) for row in rows}

    def add_won(self, state: State, position: Position, rest: Values) -> Values:
        assert isinstance(state, BeloteState)
        seat = belote_seat(state)
        return {card: whole_deal(state, position, value, seat) for card, value in rest.items()}

    def marks(self, state: State, values: Values) -> dict[int | None, tuple[int, int]]:  # noqa: ARG002
        return {card: v.marks for card, v in values.items() if isinstance(v, Points) and v.marks}

    def native_marks(
        self, module: Any, twin: Any, *, cards: bool
    ) -> dict[int | None, tuple[int, int]]:
        rows = module.double_dummy_belote(twin, True, cards)
        return {card_of(row[0]): (row[4], row[5]) for row in rows}

    def case(self, world: State) -> int:
        assert isinstance(world, BeloteState)
        seat = belote_seat(world)
        return 0 if seat < 0 else 1 + seat % 2

    def made(self, world: State, rest: Value, left: int) -> int:
        assert isinstance(world, BeloteState)
        assert isinstance(rest, Points)
        if rest.capot is None:
            return rest.points[0]
        whole = not world.won[1 - rest.capot]  # the others had taken no trick before either
        return (left + whole, -whole)[rest.capot]

    def sides(self, world: State, position: Position, case: int, made: int) -> tuple[int, int]:
        assert isinstance(world, BeloteState)
        left = self.left(position)
        rest = Points((made, left - made), None)
        if made in (-1, left + 1):
            rest = Points((0, 0), int(made < 0))
        marks = whole_deal(world, position, rest, case - 1).marks
        assert marks is not None
        return marks


PLAY = BelotePlay()


def _points(ns: int, ew: int, capot: int, mark_ns: int, mark_ew: int) -> Points:
    return Points((ns, ew), None if capot < 0 else capot, (mark_ns, mark_ew))


def belote_seat(state: BeloteState) -> int:
    """Rule 8: the seat that has announced or will announce belote, or -1."""
    for seat, hand in enumerate(state.hands):
        if any(other_of_belote(card, state.trump) in hand for card in hand):
            return seat
    return state.belote


def whole_deal(state: BeloteState, position: Position, rest: Value, belote: int) -> Points:
    """Score a deal from its rest and what was won before; `belote` is the seat that has it."""
    assert isinstance(rest, Points)
    left = PLAY.left(position)
    made = rest.points[0] if rest.capot is None else (left, 0)[rest.capot]
    capot = rest.capot if rest.capot is not None and not state.won[1 - rest.capot] else None
    points = [card_points(won, state.trump) for won in state.won]
    points = [points[0] + made, points[1] + left - made]
    if capot is not None:
        points[capot] += CAPOT_MORE
    end = state.copy()
    end.won = [[] if capot == 1 - side else [0] for side in range(2)]  # `mark` checks who has none
    end.belote = belote
    marks = end.mark(points)
    return Points((points[0], points[1]), capot, (marks[0], marks[1]))
