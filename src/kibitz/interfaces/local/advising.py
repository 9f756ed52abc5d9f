"""The advisor line by line: a question, an entry, and at each own turn advice. Works with pipes.

Answers beside entries: `?` tells what can be entered, `advice [BOT]` asks (again), `list` shows the
entries, `undo [N]` takes back, `change N ENTRY` corrects an earlier one, `show` the position,
`rules`, `quit`. The end of the input leaves politely; the notes are on the disk after every entry.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import typer

from kibitz import bots
from kibitz.advice.hint import ask
from kibitz.advice.mirror import Mirror
from kibitz.advice.reading import read
from kibitz.bots.bot import Bot
from kibitz.bots.defaults import adviser
from kibitz.core.errors import BadOption, KibitzError, OracleOnly
from kibitz.core.rng import mix
from kibitz.interfaces.local import hinting, notes
from kibitz.interfaces.local.about import rules_text

INTERRUPTED = 130
NAMES_MAX = 40
WIDTH = 79
LINE_LENGTH_MAX = 10_000
WORDS = "Or: advice [BOT], list, undo [N], change N ENTRY, show, rules, quit."


@dataclass
class Advising:
    """One game under way at somebody's kitchen table."""

    kept: Mirror
    path: Path
    bot: str | None = None
    worlds: int = 60
    terminal: bool = False

    def run(self) -> int:
        """Ask until the game is over or the input ends; the exit code."""
        try:
            self.ask()
            while not self.kept.done:
                text = self.prompt()
                if text is None or text.lower() in ("quit", "exit"):
                    typer.echo(f"\nThe notes are kept in {self.path}: the same command goes on.")
                    return 0
                if self.answer(text):
                    self.ask()
        except KeyboardInterrupt:
            typer.echo(f"\nThe notes are kept in {self.path}: the same command goes on.")
            return INTERRUPTED
        self.end()
        return 0

    def answer(self, text: str) -> bool:
        """Do what was typed; whether the position has changed."""
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

    # What is asked and told -----------------------------------------------------------------------

    def ask(self) -> None:
        """Where the game stands: the position and advice on the own turn, then the question."""
        if self.kept.done:
            return
        expects = self.kept.expects()
        if expects.yours:
            typer.echo(f"\n{self.kept.view().text()}")
            try:
                self.advice("")
            except KibitzError as error:
                typer.echo(f"no advice: {error}")
        typer.echo(expects.text)

    def prompt(self) -> str | None:
        """One line of input without its end; None when there is no more."""
        typer.echo("> ", nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline(LINE_LENGTH_MAX)
        if line and not self.terminal:
            typer.echo(line.strip())  # a script sees what it has entered
        return line.strip() if line else None

    def end(self) -> None:
        typer.echo("\nThe game is over.")
        for seat, points in enumerate(self.kept.returns() or []):
            typer.echo(f"  {self.kept.seat_name(seat)}: {points:g}")

    def save(self) -> None:
        notes.save(self.path, self.kept)

    # Commands -------------------------------------------------------------------------------------

    def help(self, _: str) -> bool:
        expects = self.kept.expects()
        typer.echo(expects.text)
        if expects.kind == "deal":
            example = "3 3 0 12 ..." if self.kept.game.name == "dubito" else "AS 10H 7C ..."
            dealer = "" if self.kept.game.name == "dubito" else " dealer me"
            turned = " turned QD" if expects.turned else ""
            typer.echo(f"Like: {example}{dealer}{turned}")
        if expects.kind == "roll":
            typer.echo("Like: 3 5 1 6 2 4")
        if expects.names:
            more = len(expects.names) - NAMES_MAX
            shown = ", ".join(expects.names[:NAMES_MAX])
            line = f"Possible: {shown}{f' and {more} more' if more > 0 else ''}"
            typer.echo(textwrap.fill(line, WIDTH, break_on_hyphens=False))
        if expects.kind == "action" and self.kept.game.name == "belote":
            typer.echo("With a king or queen of trump: KH belote, if belote was announced.")
        if expects.counts:
            typer.echo(f"Possible: {', '.join(map(str, expects.counts))}")
        if expects.doubt:
            hidden = [play.size for play in expects.board if play.cards is None]
            sizes = " | ".join(" ".join("?" * size) for size in hidden)
            typer.echo(f"A doubt, with the cards of others as they were shown: doubt {sizes}")
            typer.echo("and what the loser dropped as four of a kind: ... drops 7")
        typer.echo(WORDS)
        return False

    def advice(self, name: str) -> bool:
        expects = self.kept.expects()
        if not expects.yours:
            typer.echo("Advice comes at your turn.")
            return False
        game = self.kept.game.name
        wanted = name or self.bot or adviser(game)
        if self.terminal:
            typer.echo("thinking ...\r", nl=False)
            sys.stdout.flush()
        with bots.bot(game, wanted) as bot:
            refuse_oracle(bot, wanted)
            seed = mix(self.kept.seed, len(self.kept.entries))
            told = ask(self.kept.view(), bot, wanted, seed=seed, worlds=self.worlds)
        for line in hinting.lines(told):
            typer.echo(line)
        return False

    def list(self, _: str) -> bool:
        for number, (text, _seat) in enumerate(self.kept.told, 1):
            typer.echo(f"{number:4} {text}")
        if not self.kept.told:
            typer.echo("Nothing has been entered yet.")
        return False

    def undo(self, count: str) -> bool:
        self.kept.undo(_number(count or "1", "undo 2 takes back two entries"))
        self.save()
        typer.echo("Taken back.")
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
        typer.echo(self.kept.view().text() if self.kept.begun else "Nothing is dealt yet.")
        fitting = self.kept.worlds() if self.kept.begun else None
        if fitting is not None:
            typer.echo(f"{fitting:,} deals fit what was entered.")
        return False

    def rules(self, _: str) -> bool:
        typer.echo(rules_text(self.kept.game.name))
        return False


def _number(text: str, how: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise BadOption(f"a number is missing: {how}")
    return int(text[:9])


def refuse_oracle(bot: Bot, name: str) -> None:
    if bot.oracle:
        raise OracleOnly(f"{name} sees all cards, which nobody can enter")
