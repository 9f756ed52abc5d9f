"""The help screen: the keys, then the game's rules from its README."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static

from kibitz.core.game import Game
from kibitz.games.description import rules_text

KEYS = """\
## Keys

| key | what it does |
|---|---|
| arrows, Enter | choose a move and play it |
| letters, digits | filter the moves, or name one: `AS`, `bid 3` |
| Backspace, Esc | delete a character, or all you typed |
| click | play that move |
| u, Ctrl+Z | undo your last move |
| Page Up, Page Down | scroll through what happened |
| ?, F1 | this help |
| Ctrl+Q, Ctrl+C | quit; the game is saved |

You can undo a move, along with the bots' replies, as long as nothing has been revealed since: no
new deal, no dice, no hidden cards. The replies give something away too, so you are reminded how
many you saw.
"""


class HelpScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark", "dismiss", "close", priority=True)
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Markdown(f"# {self.game.title}\n\n{KEYS}\n{rules_text(self.game.name)}")
        yield Static("Esc: close · arrows, Page Up/Down: scroll", id="help-foot")

    def on_mount(self) -> None:
        self.query_one("#help").focus()
