"""The help screen: the keys, then the game's own rules from its README."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown, Static

from kibitz.core.game import Game
from kibitz.interfaces.local.about import rules_text

KEYS = """\
## Keys

| key | what it does |
|---|---|
| arrows, Enter | choose a move and play it |
| letters, digits | narrow the moves, or name one: `AS`, `bid 3` |
| Backspace, Esc | shorten or clear what was typed |
| click | play that move |
| u, Ctrl+Z | take back your last move |
| Page Up, Page Down | read back what happened |
| ?, F1 | this help |
| Ctrl+Q, Ctrl+C | leave; the game is saved |

You may take back a move, with the replies of the bots, as long as nothing was turned over since:
no new deal, no dice, no hidden cards shown. Replies tell something too: you are told how many
you had seen.
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
        yield Static("Esc closes · arrows and Page Up/Down scroll", id="help-foot")

    def on_mount(self) -> None:
        self.query_one("#help").focus()
