"""The result of `kibitz solve`, as a table and as data for scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table

from kibitz.cli.common.output import console
from kibitz.core.errors import BadSeat, BadText
from kibitz.core.state import State
from kibitz.search import double_dummy, plays
from kibitz.search.plays import Play, Points, Position, Value

SHOWN = "SHDC"  # display order of the suits
COMPASS = "NESW"
SIDES = ("NS", "EW")


@dataclass(frozen=True)
class Solved:
    """A title, a header and rows, with the same as plain data."""

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


def parse_seat(text: str) -> int:
    word = text.strip().upper()
    if len(word) == 1 and word in COMPASS:
        return COMPASS.index(word)
    if len(word) == 1 and word in "0123":
        return int(word)
    raise BadSeat(f"the leader must be one of N E S W or 0 to 3, not {text!r}")


def parse_suit(game: str, text: str) -> int:
    word = text.strip().upper()
    if len(word) != 1 or word not in SHOWN:
        raise BadText(f"trump must be one of S H D C, not {text!r}")
    return plays.find(game).suits.index(word)


def table(game: str, deal: Mapping[str, Any], leader: int | None) -> Solved:
    """Solve a deal for all trumps, and for every possible leader unless one is given."""
    play = plays.find(game)
    found = double_dummy.solve_table(game, deal, leader)
    leaders = list(found)
    suits = [(suit, play.suits.index(suit)) for suit in SHOWN]
    plain = {
        "game": game,
        "table": [
            {"leader": who, "trump": suit, **_plain(found[who][number])}
            for who in leaders
            for suit, number in suits
        ],
    }
    if _in_points(found[leaders[0]]):
        who = leaders[0]
        rows = [[suit, *_points(found[who][number])] for suit, number in suits]
        title = f"{play.title}, {play.seat_name(who)} leads: card points with the last trick"
        return Solved(title, ["trump", *SIDES, "capot"], rows, plain)
    rows = [
        [play.seat_name(who), *(str(_side(found[who][number], who)) for _, number in suits)]
        for who in leaders
    ]
    title = f"{play.title}: tricks of the bidder's side"
    return Solved(title, ["bidder", *SHOWN], rows, plain)


def leads(position: Position) -> Solved:
    """Solve every lead of a deal with a known trump."""
    values, play = double_dummy.solve_cards(position), plays.find(position.play)
    who = position.leader
    assert position.trump is not None
    suit = play.suits[position.trump]
    title = f"{play.title}, trump {suit}, {play.seat_name(who)} leads"
    plain = {"game": position.play, "trump": suit, "player": who}
    return _by_card(title, plain, values, play, who)


def cards(state: State) -> Solved:
    """Solve every legal card of a state in the playing phase."""
    values = double_dummy.solve_cards(state)
    play, who = plays.find(state.game.name), state.player
    position = double_dummy.position_of(state)
    assert position.trump is not None
    suit = play.suits[position.trump]
    trick = " ".join(play.card_name(card) for card in position.trick)
    title = f"{play.title}, trump {suit}, {play.seat_name(who)} to play"
    title += f" on {trick}" if trick else ""
    plain = {"game": play.name, "trump": suit, "player": who, "trick": trick.split()}
    by_card = {action - play.first_card: value for action, value in values.items()}
    return _by_card(title, plain, by_card, play, who)


def _by_card(
    title: str, plain: dict[str, Any], values: Mapping[int, Value], play: Play, player: int
) -> Solved:
    """Build one row per card, the player's best card first."""
    order = sorted(values, key=lambda card: (-_rank(values[card], player), card))
    data = plain | {"cards": [{"card": play.card_name(c)} | _plain(values[c]) for c in order]}
    if not _in_points(values):
        rows = [[play.card_name(c), *map(str, _tricks(values[c]))] for c in order]
        return Solved(title, ["card", "seats 0+2", "seats 1+3"], rows, data)
    marks = any(isinstance(v, Points) and v.marks is not None for v in values.values())
    head = ["card", *SIDES, "capot", *(["score NS", "score EW"] if marks else [])]
    rows = [[play.card_name(c), *_points(values[c], marks=marks)] for c in order]
    return Solved(title, head, rows, data)


def _rank(value: Value, player: int) -> int:
    """Return a sort key: higher is better for the player's side."""
    if not isinstance(value, Points):
        return _side(value, player)
    swept = value.capot is not None and value.capot != player % 2
    return -1 if swept else value.points[player % 2]


def _in_points(values: Mapping[int, Value]) -> bool:
    return any(isinstance(value, Points) for value in values.values())


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
