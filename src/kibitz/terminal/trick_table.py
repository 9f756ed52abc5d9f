"""A trick around a table: you at the bottom, the others clockwise from your left.

Two to five seats. Each has a name, one or two lines of text, and the card it has played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from kibitz.terminal.canvas import Canvas
from kibitz.terminal.cards import CARD_WIDTH, Face, put_card, put_place

HEIGHT = 9  # lines of `put_table`
NAME, ON_TURN = "bold", "bold #ffd75f"

# Position of each seat by number of players, clockwise from your own.
PLACES = {
    2: ("below", "above"),
    3: ("below", "left", "right"),
    4: ("below", "left", "above", "right"),
    5: ("below", "left", "above_left", "above_right", "right"),
}


@dataclass(frozen=True)
class SeatDrawing:
    name: str
    lines: Sequence[Text]  # at most two, short
    card: Face | None
    on_turn: bool = False


def put_table(canvas: Canvas, seats: Sequence[SeatDrawing], *, faded: bool = False) -> None:
    """Draw the table on the top lines; `seats` starts with your own. `faded`: the last trick."""
    middle = canvas.width // 2
    for seat, place in zip(seats, PLACES[len(seats)], strict=True):
        name = Text(("▸ " if seat.on_turn else "") + seat.name, ON_TURN if seat.on_turn else NAME)
        lines = [name, *seat.lines]
        match place:
            case "below":
                x, y = middle - CARD_WIDTH // 2, 5
                canvas.put_centre(middle, HEIGHT - 1, Text("  ").join(lines))
            case "left":
                x, y = middle - 11, 4
                for i, line in enumerate(lines):
                    canvas.put(0, 4 + i, line)
            case "right":
                x, y = middle + 7, 4
                for i, line in enumerate(lines):
                    canvas.put_right(canvas.width, 4 + i, line)
            case _:
                shift = {"above": 0, "above_left": -7, "above_right": 7}[place]
                x, y = middle + shift - CARD_WIDTH // 2, 1
                # Two seats above share the first line: each stays on its half.
                text = Text("  ").join(lines)
                if shift < 0:
                    canvas.put_right(middle - 1, 0, text)
                elif shift > 0:
                    canvas.put(middle + 1, 0, text)
                else:
                    canvas.put_centre(middle, 0, text)
        if seat.card is None:
            put_place(canvas, x, y)
        else:
            put_card(canvas, x, y, seat.card, faded=faded)


def last_trick(plays: Sequence[tuple[int, int]], players: int, current: int) -> dict[int, int]:
    """Return the last complete trick as {seat: card}, from the (seat, card) plays of the deal."""
    done = list(plays[: len(plays) - current])
    return dict(done[-players:]) if len(done) >= players else {}
