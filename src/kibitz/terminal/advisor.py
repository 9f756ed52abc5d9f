"""The advisor, line by line: it asks for each move and gives advice on your turns. Pipes work.

Besides entries it understands: `?` (what can be entered), `advice [BOT]`, `list` (the entries so
far), `undo [N]`, `change N ENTRY` (corrects an earlier entry), `show` (the position), `rules` and
`quit`. The end of the input quits too. The notes are saved after every entry.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer

from kibitz import bots
from kibitz.advice.advisor.entry_text import read
from kibitz.advice.advisor.mirror import Mirror
from kibitz.advice.hint import EVALUATION, ask, hint
from kibitz.bots.bot import Bot
from kibitz.core.errors import BadOption, KibitzError, OracleOnly
from kibitz.core.plural import plural
from kibitz.core.rng import mix
from kibitz.games.description import rules_text
from kibitz.terminal import advisor_notes, hint_lines

INTERRUPTED = 130
NAMES_MAX = 40
WIDTH = 79
LINE_LENGTH_MAX = 10_000
WORDS = "Or: advice [BOT], list, undo [N], change N ENTRY, show, rules, quit."


@dataclass
class Advising:
    """One real game in progress, mirrored here."""

    kept: Mirror
    path: Path
    bot: str | None = None
    worlds: int = 60
    terminal: bool = False

    def run(self) -> int:
        """Ask until the game is over or the input ends; return the exit code."""
        try:
            self.ask()
            while not self.kept.done:
                text = self.prompt()
                if text is None or text.lower() in ("quit", "exit"):
                    typer.echo(f"\nNotes saved in {self.path}. The same command continues.")
                    return 0
                if self.answer(text):
                    self.ask()
        except KeyboardInterrupt:
            typer.echo(f"\nNotes saved in {self.path}. The same command continues.")
            return INTERRUPTED
        self.end()
        return 0

    def answer(self, text: str) -> bool:
        """Carry out what was typed; return whether the position changed."""
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[str], bool]] = {
            "?": self.help,
            "help": self.help,
            "advice": self.advice,
            "list": self.list,
            "undo": self.undo,
            "change": self.change,
            "show": self.show,
            "rules": self.rules,
        }
        try:
            if not text:
                return False
            if word.lower() in commands:
                return commands[word.lower()](rest.strip())
            self.kept.enter(read(self.kept, text))
        except KibitzError as error:
            typer.echo(f"{error}")
            return False
        self.save()
        return True

    # Input and output -----------------------------------------------------------------------------

    def ask(self) -> None:
        """Show the position and advice if it is your turn, then ask the next question."""
        if self.kept.done:
            return
        expects = self.kept.expects()
        if expects.yours:
            typer.echo(f"\n{self.kept.view().text()}")
            try:
                self.advice("")
            except KibitzError as error:
                typer.echo(f"No advice: {error}")
        typer.echo(expects.text)

    def prompt(self) -> str | None:
        """Read one line of input, stripped; None at the end of the input."""
        typer.echo("> ", nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline(LINE_LENGTH_MAX)
        if line and not self.terminal:
            typer.echo(line.strip())  # echo piped input
        return line.strip() if line else None

    def end(self) -> None:
        typer.echo("\nThe game is over.")
        for seat, points in enumerate(self.kept.returns() or []):
            typer.echo(f"  {self.kept.seat_name(seat)}: {points:g}")

    def save(self) -> None:
        advisor_notes.save(self.path, self.kept)

    # Commands -------------------------------------------------------------------------------------

    def help(self, _: str) -> bool:
        expects = self.kept.expects()
        typer.echo(expects.text)
        if expects.kind == "deal":
            turned = " turned QD" if expects.turned else ""
            typer.echo(f"Example: {self.kept.DEAL_EXAMPLE}{turned}")
        if expects.kind == "roll":
            typer.echo("Example: 3 5 1 6 2 4")
        if expects.names:
            more = len(expects.names) - NAMES_MAX
            shown = ", ".join(expects.names[:NAMES_MAX])
            line = f"Possible: {shown}{f' and {more} more' if more > 0 else ''}"
            typer.echo(textwrap.fill(line, WIDTH, break_on_hyphens=False))
        if expects.kind == "action" and self.kept.ACTION_NOTE:
            typer.echo(self.kept.ACTION_NOTE)
        if expects.counts:
            typer.echo(f"Possible: {', '.join(map(str, expects.counts))}")
        if expects.doubt:
            hidden = [play.size for play in expects.board if play.cards is None]
            sizes = " | ".join(" ".join("?" * size) for size in hidden)
            typer.echo(f"For a doubt, with the cards the others showed: doubt {sizes}")
            typer.echo("If the loser dropped four of a kind, add it: ... drops 7")
        typer.echo(WORDS)
        return False

    def advice(self, name: str) -> bool:
        expects = self.kept.expects()
        if not expects.yours:
            typer.echo("There is advice only on your turn.")
            return False
        game = self.kept.game.name
        wanted = name or self.bot or EVALUATION
        if self.terminal:
            typer.echo("thinking ...\r", nl=False)
            sys.stdout.flush()
        view, seed = self.kept.view(), mix(self.kept.seed, len(self.kept.entries))
        if wanted == EVALUATION:
            found = hint(view, seed=seed, worlds=self.worlds)
        else:
            with bots.bot(game, wanted) as bot:
                refuse_oracle(bot, wanted)
                found = ask(view, bot, wanted, seed=seed, worlds=self.worlds)
        for line in hint_lines.lines(found):
            typer.echo(line)
        return False

    def list(self, _: str) -> bool:
        for number, (text, _seat) in enumerate(self.kept.described, 1):
            typer.echo(f"{number:4} {text}")
        if not self.kept.described:
            typer.echo("Nothing has been entered yet.")
        return False

    def undo(self, count: str) -> bool:
        self.kept.undo(_number(count or "1", "undo 2 undoes two entries"))
        self.save()
        typer.echo("Undone.")
        return True

    def change(self, text: str) -> bool:
        number, _, entry = text.partition(" ")
        place = _number(number, "change 3 KH corrects the third entry") - 1
        before = type(self.kept)(self.kept.game, self.kept.seat, self.kept.seed)
        before.enter_all(self.kept.entries[: max(0, place)])
        self.kept.change(place, read(before, entry))
        self.save()
        typer.echo("Changed.")
        return True

    def show(self, _: str) -> bool:
        typer.echo(self.kept.view().text() if self.kept.begun else "Nothing has been dealt yet.")
        fitting = self.kept.worlds() if self.kept.begun else None
        if fitting is not None:
            fits = "fits" if fitting == 1 else "fit"
            typer.echo(f"{plural(fitting, 'deal')} {fits} your entries.")
        return False

    def rules(self, _: str) -> bool:
        typer.echo(rules_text(self.kept.game.name))
        return False


def _number(text: str, how: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise BadOption(f"give a number: {how}")
    return int(text[:9])


def refuse_oracle(bot: Bot, name: str) -> None:
    if bot.oracle:
        raise OracleOnly(f"{name} needs to see all cards, which you cannot enter; choose another")
