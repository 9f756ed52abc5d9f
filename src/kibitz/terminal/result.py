"""The result screen: who won, the points, and whether to play again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from kibitz.core.view import View
from kibitz.terminal import drawing
from kibitz.terminal.sitting import Sitting


def headline(view: View, shares: Sequence[float]) -> str:
    """Return who won in a sentence; `shares` come from `outcome()`."""
    mine, best = shares[view.seat], max(shares)
    if len(shares) == 1:
        return "The game is over."
    if mine < best:
        return "You lose." if mine == 0 else f"You have {mine:.0%} of the win."
    if list(shares).count(best) == len(shares):
        return "A draw."
    others = [s for s, share in enumerate(shares) if share == best and s != view.seat]
    return f"You win, with {names(view, others)}." if others else "You win."


def names(view: View, seats: Sequence[int]) -> str:
    return " and ".join(drawing.seat_name(view, seat) for seat in seats)


def standings(sitting: Sitting) -> list[tuple[str, str]]:
    """Return names and points, best first."""
    view = sitting.view
    order = sorted(enumerate(sitting.returns()), key=lambda pair: -pair[1])
    return [(drawing.seat_name(view, seat), f"{points:g}") for seat, points in order]


class ResultScreen(ModalScreen[bool | None]):
    """Dismissed with True to play again, False to quit, None to look at the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "end(True)", "play again"),
        Binding("q", "end(False)", "quit"),
        Binding("escape", "look", "view table"),
        Binding("left,up", "app.focus_previous", "", show=False),
        Binding("right,down", "app.focus_next", "", show=False),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting

    def compose(self) -> ComposeResult:
        table = Table.grid(padding=(0, 3))
        table.add_column()
        table.add_column(justify="right")
        for name, points in standings(self.sitting):
            table.add_row(Text(name, "bold" if name == "You" else ""), points)
        with Vertical(id="result"):
            yield Static(headline(self.sitting.view, self.sitting.outcome()), id="headline")
            yield Static(table, id="standings")
            yield Static(f"seed {self.sitting.seed}", id="seed")
            with Horizontal(id="buttons"):
                yield Button("Play again", variant="primary", id="again")
                yield Button("View table", id="look")
                yield Button("Quit", id="leave")

    def on_mount(self) -> None:
        self.query_one("#again").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        answers: dict[str | None, bool | None] = {"again": True, "leave": False}
        self.dismiss(answers.get(event.button.id))

    def action_end(self, again: bool) -> None:
        self.dismiss(again)

    def action_look(self) -> None:
        self.dismiss(None)
