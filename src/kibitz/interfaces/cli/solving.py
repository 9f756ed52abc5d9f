"""What `kibitz solve` found, as a table for people and as data for scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table

from kibitz.core import cards as cards52
from kibitz.core.errors import BadSeat, BadText, NotSolvable
from kibitz.core.state import State
from kibitz.games.belote import cards as belote_cards
from kibitz.games.codepiece.phases import CARD
from kibitz.interfaces.cli.report import console
from kibitz.search import double_dummy
from kibitz.search.double_dummy import Points, Position, Value

GAMES = ("belote", "codepiece")
SUITS = {"belote": belote_cards.SUITS, "codepiece": cards52.SUITS}  # by number
SHOWN = "SHDC"  # the order on the page
COMPASS = "NESW"
SIDES = ("NS", "EW")


@dataclass(frozen=True)
class Solved:
    """A title, the words of the head, and rows; with the same as plain data."""

    title: str
    head: list[str]
    rows: list[list[str]]
    plain: dict[str, Any]

    def data(self) -> dict[str, Any]:
        return self.plain

    def show(self) -> None:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
        for i, word in enumerate(self.head):
            table.add_column(word, justify="left" if i == 0 else "right")
        for row in self.rows:
            table.add_row(*row)
        console().print(self.title)
        console().print(table)


def check_game(name: str) -> None:
    if name not in GAMES:
        raise NotSolvable(f"{name} has no double-dummy solver; {' and '.join(GAMES)} have one")


def parse_seat(text: str) -> int:
    word = text.strip().upper()
    if len(word) == 1 and word in COMPASS:
        return COMPASS.index(word)
    if len(word) == 1 and word in "0123":
        return int(word)
    raise BadSeat(f"the leader is N E S W or 0 to 3, not {text!r}")


def parse_suit(game: str, text: str) -> int:
    word = text.strip().upper()
    if len(word) != 1 or word not in SHOWN:
        raise BadText(f"trump is one of S H D C, not {text!r}")
    return SUITS[game].index(word)


def table(game: str, deal: Mapping[str, Any], leader: int | None) -> Solved:
    """All trumps of a deal; in Codepiece for every bidder, unless one is given."""
    found = double_dummy.solve_table(game, deal, leader)
    leaders = list(found)
    suits = [(suit, SUITS[game].index(suit)) for suit in SHOWN]
    plain = {
        "game": game,
        "table": [
            {"leader": who, "trump": suit, **_plain(found[who][number])}
            for who in leaders
            for suit, number in suits
        ],
    }
    if game == "belote":
        who = leaders[0]
        rows = [[suit, *_points(found[who][number])] for suit, number in suits]
        title = f"Belote, {COMPASS[who]} leads: card points with the last trick"
        return Solved(title, ["trump", *SIDES, "capot"], rows, plain)
    rows = [
        [f"seat {who}", *(str(_side(found[who][number], who)) for _, number in suits)]
        for who in leaders
    ]
    return Solved("Codepiece: tricks of the bidder's side", ["bidder", *SHOWN], rows, plain)


def leads(position: Position) -> Solved:
    """Every lead of a deal with trump known."""
    values = double_dummy.solve_cards(position)
    who = position.leader
    assert position.trump is not None
    suit = SUITS[position.play][position.trump]
    seat = COMPASS[who] if position.play == "belote" else f"seat {who}"
    title = f"{position.play.capitalize()}, trump {suit}, {seat} leads"
    plain = {"game": position.play, "trump": suit, "player": who}
    return _by_card(title, plain, values, position.play, who)


def cards(state: State) -> Solved:
    """Every legal card of a state in the play."""
    values = double_dummy.solve_cards(state)
    game, who = state.game.name, state.player
    position = double_dummy.position_of(state)
    assert position.trump is not None
    suit = SUITS[game][position.trump]
    seat = COMPASS[who] if game == "belote" else f"seat {who}"
    trick = " ".join(_name(game, card) for card in position.trick)
    title = f"{game.capitalize()}, trump {suit}, {seat} to play" + (f" on {trick}" if trick else "")
    plain = {"game": game, "trump": suit, "player": who, "trick": trick.split()}
    offset = CARD if game == "codepiece" else 0
    by_card = {action - offset: value for action, value in values.items()}
    return _by_card(title, plain, by_card, game, who)


def _by_card(
    title: str, plain: dict[str, Any], values: Mapping[int, Value], game: str, player: int
) -> Solved:
    """Rows by card, the best for the player first."""
    order = sorted(values, key=lambda card: (-_rank(values[card], player), card))
    data = plain | {"cards": [{"card": _name(game, c)} | _plain(values[c]) for c in order]}
    if game == "codepiece":
        rows = [[_name(game, c), *map(str, _tricks(values[c]))] for c in order]
        return Solved(title, ["card", "seats 0+2", "seats 1+3"], rows, data)
    marks = any(isinstance(v, Points) and v.marks is not None for v in values.values())
    head = ["card", *SIDES, "capot", *(["marks NS", "marks EW"] if marks else [])]
    rows = [[_name(game, c), *_points(values[c], marks=marks)] for c in order]
    return Solved(title, head, rows, data)


def _rank(value: Value, player: int) -> int:
    """Higher is better for the player's side."""
    if not isinstance(value, Points):
        return _side(value, player)
    swept = value.capot is not None and value.capot != player % 2
    return -1 if swept else value.points[player % 2]


def _name(game: str, card: int) -> str:
    return belote_cards.CARD_NAMES[card] if game == "belote" else cards52.card_name(card)


def _tricks(value: Value) -> tuple[int, int]:
    assert not isinstance(value, Points)
    return value.tricks


def _side(value: Value, seat: int) -> int:
    return _tricks(value)[seat % 2]


def _points(value: Value, *, marks: bool = False) -> list[str]:
    assert isinstance(value, Points)
    capot = "" if value.capot is None else SIDES[value.capot]
    words = [str(value.points[0]), str(value.points[1]), capot]
    return words + ([str(mark) for mark in value.marks] if marks and value.marks else [])


def _plain(value: Value) -> dict[str, Any]:
    if not isinstance(value, Points):
        return {"tricks": list(value.tricks)}
    plain: dict[str, Any] = {
        "points": list(value.points),
        "capot": None if value.capot is None else SIDES[value.capot],
    }
    return plain if value.marks is None else plain | {"marks": list(value.marks)}
