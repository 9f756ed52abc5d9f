"""The terminal application: menu, resume question, table.

It returns 0, 130 (Ctrl+C) or an error to show.
"""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from kibitz.core.errors import KibitzError
from kibitz.games import find
from kibitz.terminal.menu import MenuScreen, ResumeScreen
from kibitz.terminal.open_game import Opening, Request
from kibitz.terminal.sitting import Sitting
from kibitz.terminal.table import TableScreen

INTERRUPTED = 130


class KibitzApp(App[int | KibitzError]):
    TITLE = "Kibitz"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "quit", key_display="^q", priority=True),
        Binding("ctrl+c", "interrupt", "", show=False, priority=True),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012  (textual declares it)
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (20, "-short"), (32, "-tall")]  # noqa: RUF012

    def __init__(self, opening: Opening | None, request: Request, delay: float) -> None:
        super().__init__()
        self.opening = opening
        self.request = request
        self.delay = delay
        self.sitting: Sitting | None = None

    def on_mount(self) -> None:
        self.begin()

    @work
    async def begin(self) -> None:
        try:
            if self.opening is None:
                name = await self.push_screen_wait(MenuScreen())
                self.opening = Opening(name, self.request)
            if self.opening.open_question:
                title = find(self.opening.name).title
                question = ResumeScreen(title, self.opening.saved_line())
                resume = await self.push_screen_wait(question)
                sitting = self.opening.resumed() if resume else self.opening.fresh()
            else:
                sitting = self.opening.decided()
        except KibitzError as error:
            self.exit(error)
            return
        self.sitting = sitting
        self.push_screen(TableScreen(sitting, self.delay))

    async def action_quit(self) -> None:
        self.exit(0)

    def action_interrupt(self) -> None:
        self.exit(INTERRUPTED)
