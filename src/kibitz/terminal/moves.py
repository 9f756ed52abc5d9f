"""The list of legal moves: arrows and Enter, typing to filter, or a click.

Moves flow into columns of equal width. Typing filters them; text that the game parses as a legal
action (`parse_action`) moves the cursor to that action. Enter plays the move under the cursor, so
you always see what you are about to play.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from kibitz.core.errors import KibitzError
from kibitz.core.game import Game

GAP = 2  # columns between moves
FILTER_LENGTH_MAX = 40


class Moves(Static, can_focus=True):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", "", show=False),
        Binding("right", "move(1, 0)", "", show=False),
        Binding("up", "move(0, -1)", "", show=False),
        Binding("down", "move(0, 1)", "", show=False),
        Binding("enter", "play", "play"),
        Binding("escape", "clear", "", show=False),
        Binding("backspace", "shorten", "", show=False),
    ]

    typed: reactive[str] = reactive("", init=False)
    marked: reactive[int] = reactive(0, init=False)

    class Chosen(Message):
        """The player chose a move."""

        def __init__(self, action: int) -> None:
            super().__init__()
            self.action = action

    class Refused(Message):
        """The player pressed Enter on text that is not a legal move."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    class Idle(Message):
        """The player pressed Enter when there was no move to make."""

    class Moved(Message):
        """The cursor moved; `line` must be scrolled into view."""

        def __init__(self, line: int) -> None:
            super().__init__()
            self.line = line

    class Typing(Message):
        """The typed text changed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, game: Game, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.game = game
        self._labels: dict[int, Text] = {}
        self._shown: list[int] = []
        self._wait = ""

    def offer(self, labels: dict[int, Text]) -> None:
        """Offer these actions, given as labels by id."""
        self._labels, self._wait = labels, ""
        self.typed = ""
        self._filter()

    def wait(self, words: str) -> None:
        """Show why there is no move to make now."""
        self._labels, self._wait = {}, words
        self.typed = ""
        self._filter()

    def _filter(self) -> None:
        text = " ".join(self.typed.lower().split())
        names = {a: self.game.action_name(a).lower() for a in self._labels}
        exact = self._parsed(text)
        self._shown = [
            a
            for a, name in names.items()
            if a == exact or text in name or text in self._labels[a].plain.lower()
        ]
        self.marked = self._shown.index(exact) if exact is not None else 0
        self._draw()

    def _parsed(self, text: str) -> int | None:
        """Return the legal action that the game parses from this text, if any."""
        if not text:
            return None
        try:
            action = self.game.parse_action(text)
        except KibitzError:
            return None
        return action if action in self._labels else None

    # Drawing ------------------------------------------------------------------------------------

    @property
    def _cell(self) -> int:
        """The width of one move including its gap."""
        return max((len(self._labels[a]) for a in self._shown), default=1) + 2 + GAP

    @property
    def _columns(self) -> int:
        return max(1, (self.content_size.width or 76) // self._cell)

    def _draw(self) -> None:
        if not self._labels:
            self.update(Text(self._wait, "italic dim"))
            return
        if not self._shown:
            self.update(Text(f"No legal move matches “{self.typed}”. Esc shows all.", "red"))
            return
        lines: list[Text] = []
        for i, action in enumerate(self._shown):
            if i % self._columns == 0:
                lines.append(Text())
            label = Text.assemble(" ", self._labels[action], " ")
            if i == self.marked:
                label.stylize("reverse bold")
            lines[-1].append_text(label)
            lines[-1].append(" " * (self._cell - len(label)))
        self.update(Text("\n").join(lines))

    def watch_marked(self) -> None:
        self._draw()
        self.post_message(self.Moved(self.marked // self._columns))

    def watch_typed(self) -> None:
        self._filter()
        self.post_message(self.Typing(self.typed))

    def on_resize(self) -> None:
        self._draw()

    # Input --------------------------------------------------------------------------------------

    def action_move(self, dx: int, dy: int) -> None:
        there = self.marked + dx + dy * self._columns
        if self._shown and 0 <= there < len(self._shown):
            self.marked = there

    def action_play(self) -> None:
        if self._shown:
            self.post_message(self.Chosen(self._shown[self.marked]))
        elif self._labels:
            self.post_message(self.Refused(self._why()))
        else:
            self.post_message(self.Idle())

    def _why(self) -> str:
        """Return what is wrong with the typed text."""
        try:
            name = self.game.action_name(self.game.parse_action(self.typed))
        except KibitzError as error:
            return str(error)
        return f"{name} is not legal here"

    def action_clear(self) -> None:
        self.typed = ""

    def action_shorten(self) -> None:
        self.typed = self.typed[:-1]

    def on_key(self, event: events.Key) -> None:
        character = event.character
        if not character or not character.isprintable() or not self._labels:
            return
        if character == "u" and not self.typed and not self._starts("u"):
            return  # the screen's own key for undo
        if len(self.typed) < FILTER_LENGTH_MAX and (self.typed or character != " "):
            self.typed += character
        event.stop()

    def _starts(self, letter: str) -> bool:
        return any(self.game.action_name(a).lower().startswith(letter) for a in self._labels)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        place = offset.y * self._columns + offset.x // self._cell
        if offset.x // self._cell < self._columns and place < len(self._shown):
            self.marked = place
            self.action_play()
