"""The table screen: the drawing, the log and your moves. Bots move after a short delay.

Everything drawn comes from the View of your seat. The sitting saves each action before it is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, RichLog, Static

from kibitz.core.errors import KibitzError
from kibitz.terminal import drawing
from kibitz.terminal.help import HelpScreen
from kibitz.terminal.moves import Moves
from kibitz.terminal.opponents import warning
from kibitz.terminal.result import ResultScreen
from kibitz.terminal.sitting import CannotUndo, Sitting

if TYPE_CHECKING:
    from kibitz.terminal.app import KibitzApp

TYPE_HINT = "type, arrows or click"


class TableScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help", key_display="?", priority=True),
        Binding("f1", "help", "", show=False),
        Binding("u", "undo", "undo"),
        Binding("ctrl+z", "undo", "", show=False),
        Binding("pageup", "scroll_log(-1)", "", show=False),
        Binding("pagedown", "scroll_log(1)", "", show=False),
    ]

    def __init__(self, sitting: Sitting, delay: float) -> None:
        super().__init__()
        self.sitting = sitting
        self.delay = delay
        self._story: list[Text] = []
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="middle"):
            with VerticalScroll(id="felt", can_focus=False):
                yield Static(id="drawing")
            log = RichLog(id="log", wrap=True, min_width=0, auto_scroll=True)
            log.can_focus = False
            yield log
        with VerticalScroll(id="moves-frame", can_focus=False):
            yield Moves(self.sitting.game, id="moves")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(Moves).focus()
        if warned := warning(self.sitting.opponents):
            self.notify(warned, severity="warning", markup=False)
        self.call_after_refresh(self.go_on)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def on_screen_resume(self) -> None:
        # Whatever was drawn while another screen was on top has not been laid out yet.
        self.call_after_refresh(self.query_one(Moves).refresh, layout=True)

    # Playing ------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let the bots move until it is the player's turn or the game is over."""
        try:
            while not self.sitting.done and not self.sitting.my_turn:
                if self.delay > 0:
                    self._timer = self.set_timer(self.delay, self._bot_moves)
                    break
                self.sitting.bot_step()
        except KibitzError as error:  # the journal cannot be written: stop rather than lose moves
            self._kibitz.exit(error)
            return
        self.show()
        if self.sitting.done:
            self.app.push_screen(ResultScreen(self.sitting), self._after_result)

    def _bot_moves(self) -> None:
        self._timer = None
        try:
            self.sitting.bot_step()
        except KibitzError as error:
            self._kibitz.exit(error)
            return
        self.go_on()

    def on_moves_chosen(self, message: Moves.Chosen) -> None:
        if not self.sitting.my_turn:
            return
        try:
            self.sitting.act(message.action)
        except KibitzError as error:
            self._kibitz.exit(error)
            return
        self.go_on()

    def on_moves_refused(self, message: Moves.Refused) -> None:
        self.notify(message.reason, severity="warning", markup=False)

    def on_moves_moved(self, message: Moves.Moved) -> None:
        frame = self.query_one("#moves-frame", VerticalScroll)
        top, height = frame.scroll_y, frame.scrollable_content_region.height
        if not top <= message.line < top + height:
            frame.scroll_to(y=message.line, animate=False)

    def action_undo(self) -> None:
        try:
            self.notify(self.sitting.undo(), markup=False)
        except CannotUndo as error:
            self.notify(str(error), severity="warning", title="Undo", markup=False)
            return
        except KibitzError as error:
            self._kibitz.exit(error)
            return
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self.go_on()

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.sitting.game))

    def action_scroll_log(self, pages: int) -> None:
        log = self.query_one(RichLog)
        log.scroll_relative(y=pages * max(1, log.size.height - 1), animate=False)

    def _after_result(self, again: bool | None) -> None:
        if again is None:
            self.query_one(Moves).wait("The game is over. Press Enter for the result.")
        elif again:
            try:
                self.sitting = self.sitting.again()
            except KibitzError as error:
                self._kibitz.exit(error)
                return
            self._story = []
            self.query_one(RichLog).clear()
            self.go_on()
        else:
            self.app.exit()

    def on_moves_idle(self) -> None:
        if self.sitting.done:
            self.app.push_screen(ResultScreen(self.sitting), self._after_result)

    # Drawing ------------------------------------------------------------------------------------

    def show(self) -> None:
        """Redraw everything from the player's view."""
        if not self.is_mounted:
            return
        view = self.sitting.view
        self.query_one("#title", Static).update(self._title())
        width = max(20, self.query_one("#felt").scrollable_content_region.width)
        self.query_one("#drawing", Static).update(drawing.draw(view, width))
        self._log(drawing.story(view))
        moves, frame = self.query_one(Moves), self.query_one("#moves-frame")
        if self.sitting.my_turn:
            moves.offer({a: drawing.label(view, a) for a in drawing.arrange(view)})
            frame.border_title = "Your move"
            frame.border_subtitle = TYPE_HINT
        elif self.sitting.done:
            moves.wait("The game is over. Press Enter for the result.")
            frame.border_title = "Game over"
        else:
            moves.wait("…")
            frame.border_title = f"{drawing.seat_name(view, view.player)} is thinking"
        frame.set_class(self.sitting.my_turn, "mine")

    def on_moves_typing(self, message: Moves.Typing) -> None:
        frame = self.query_one("#moves-frame")
        frame.border_subtitle = f"› {message.text}▏" if message.text else TYPE_HINT

    def _title(self) -> Text:
        options = self.sitting.game.chosen_options()
        words = "".join(f"  {name}={value}" for name, value in options.items())
        return Text.assemble((f" {self.sitting.game.title}", "bold"), (words, "dim"))

    def _log(self, story: list[Text]) -> None:
        """Append new sentences to the log; rewrite it if the past has changed (undo)."""
        log = self.query_one(RichLog)
        known = len(self._story)
        if [line.plain for line in story[:known]] != [line.plain for line in self._story]:
            log.clear()
            known = 0
        for line in story[known:]:
            log.write(line)
        self._story = story

    @property
    def _kibitz(self) -> KibitzApp:
        return cast("KibitzApp", self.app)
