"""Playing cards in a terminal: one-line chips, three-line cards and two-line hands.

A face is a rank and a suit letter (one of `SHDC`), independent of a game's card numbers. Each suit
has its own colour, because the symbols are hard to tell apart in a single character cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from kibitz.terminal.canvas import Canvas

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
INK = {"S": "#1b1f3b", "H": "#c1121f", "D": "#c05a00", "C": "#1b6e2d"}  # on a card
GLOW = {"S": "#c8d0ff", "H": "#ff6b6b", "D": "#ffb057", "C": "#7ddc8c"}  # on the dark table
PAPER = "#f4efe1"
SHADED = "#9a978c"  # a card that may not be played now

CARD_WIDTH, CARD_HEIGHT = 5, 3
HAND_STEP = 4  # columns per card in a hand


@dataclass(frozen=True)
class Face:
    rank: str  # one or two characters
    suit: str

    def __str__(self) -> str:
        return self.rank + SYMBOLS[self.suit]


def chip(face: Face) -> Text:
    """Return a coloured `K♥` for use in a sentence or a list."""
    return Text(str(face), style=f"bold {GLOW[face.suit]}")


def suit_chip(suit: str) -> Text:
    return Text(SYMBOLS[suit], style=f"bold {GLOW[suit]}")


def put_card(canvas: Canvas, x: int, y: int, face: Face, *, faded: bool = False) -> None:
    """Draw a whole card, five columns by three lines, with its top left corner at (x, y)."""
    style = f"bold {INK[face.suit]} on {SHADED if faded else PAPER}"
    canvas.put(x, y, f"{face.rank:<{CARD_WIDTH}}", style)
    canvas.put(x, y + 1, f"{SYMBOLS[face.suit]:^{CARD_WIDTH}}", style)
    canvas.put(x, y + 2, f"{face.rank:>{CARD_WIDTH}}", style)


def put_place(canvas: Canvas, x: int, y: int) -> None:
    """Mark the place where a card will be played."""
    canvas.put(x + CARD_WIDTH // 2, y + 1, "·", "dim")


def put_hand(
    canvas: Canvas, y: int, faces: Sequence[Face], bright: Sequence[bool], left: int = 0
) -> None:
    """Draw a hand in two lines, rank above suit; cards that are not `bright` are shaded."""
    step = HAND_STEP if len(faces) * HAND_STEP <= canvas.width - left else HAND_STEP - 1
    for i, (face, lit) in enumerate(zip(faces, bright, strict=True)):
        style = f"bold {INK[face.suit]} on {PAPER if lit else SHADED}"
        canvas.put(left + i * step, y, f"{face.rank:^3}", style)
        canvas.put(left + i * step, y + 1, f" {SYMBOLS[face.suit]} ", style)
