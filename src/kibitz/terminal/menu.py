"""The first screens: choose a game, and decide whether to resume a saved one."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Footer, OptionList, Static
from textual.widgets.option_list import Option

from kibitz.core import home
from kibitz.games import find, names
from kibitz.games.description import description


class MenuScreen(Screen[str]):
    """Dismissed with the name of the chosen game."""

    def compose(self) -> ComposeResult:
        yield Static(" Kibitz: card and dice games of hidden information", id="title")
        yield OptionList(*(Option(self._line(name), id=name) for name in names()), id="menu")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def _line(self, name: str) -> Text:
        line = Text.assemble((find(name).title, "bold"))
        if home.journal_path(name).exists():
            line.append("  (saved game)", "italic yellow")
        return line.append(f"\n  {description(name)}\n", "dim")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        assert event.option.id is not None
        self.dismiss(event.option.id)


class ResumeScreen(ModalScreen[bool]):
    """Dismissed with True to resume, False to start over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "answer(True)", "resume"),
        Binding("n", "answer(False)", "new game"),
        Binding("left,up", "app.focus_previous", "", show=False),
        Binding("right,down", "app.focus_next", "", show=False),
    ]

    def __init__(self, title: str, saved: str) -> None:
        super().__init__()
        self._words = (title, saved)

    def compose(self) -> ComposeResult:
        title, saved = self._words
        with Vertical(id="result"):
            yield Static(f"There is a saved game of {title}", id="headline", markup=False)
            yield Static(saved, id="standings", markup=False)
            with Horizontal(id="buttons"):
                yield Button("Resume", variant="primary", id="resume")
                yield Button("New game", id="fresh")

    def on_mount(self) -> None:
        self.query_one("#resume").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "resume")

    def action_answer(self, resume: bool) -> None:
        self.dismiss(resume)
