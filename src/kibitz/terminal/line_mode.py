"""The line mode: the position as text, a prompt, your action as text. Pipes work.

Besides actions it understands `?` (the legal ones), `rules`, `undo` and `quit`. The end of the
input quits too. The game is saved after every action.
"""

from __future__ import annotations

import errno
import sys
import textwrap
from enum import Enum, auto

import typer

from kibitz.core.errors import KibitzError
from kibitz.games.description import rules_text
from kibitz.terminal import drawing
from kibitz.terminal.hangup import HANGUP
from kibitz.terminal.open_game import Opening
from kibitz.terminal.opponents import warning
from kibitz.terminal.sitting import CannotUndo, Sitting

INTERRUPTED = 130
NAMES_MAX = 40  # legal actions listed by name
LINE_LENGTH_MAX = 10_000
WIDTH = 80  # columns of the list of legal actions
TOGETHER = "\N{NO-BREAK SPACE}"


class Answer(Enum):
    ACTED = auto()
    ASK_AGAIN = auto()
    LEAVE = auto()


def play_lines(opening: Opening, *, ask: bool) -> int:
    """Play a game line by line and return the exit code; `ask` if a person is at a terminal."""
    try:
        sitting = _open(opening, ask=ask)
        if sitting is None:
            return 0
        if shown := warning(sitting.opponents):
            typer.echo(f"Warning: {shown}.")
        return _play(sitting, again=ask)
    except KeyboardInterrupt:
        typer.echo(f"\nGame saved. Continue with: kibitz play {opening.name}")
        return INTERRUPTED
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return HANGUP  # the terminal is gone


def _open(opening: Opening, *, ask: bool) -> Sitting | None:
    """Resume or start a game. Without a terminal, options that describe a game start a new one."""
    if not opening.open_question:
        return opening.decided()
    resume = not opening.request.describes_new_game
    if ask:
        typer.echo(f"There is a saved game: {opening.saved_line()}.")
        answer = _read("Resume it? [Y/n] ")
        if answer is None:
            return None
        resume = answer.lower() not in ("n", "no")
    if resume:
        typer.echo(f"Resuming the saved game ({opening.saved_line()}); --fresh starts over.")
    return opening.resumed() if resume else opening.fresh()


def _play(sitting: Sitting, *, again: bool) -> int:
    shown = 0
    while True:
        while not sitting.done and not sitting.my_turn:
            sitting.bot_step()
        story = drawing.story(sitting.view)
        for sentence in story[shown:]:
            typer.echo(f"  {sentence.plain}")
        shown = len(story)
        if sitting.done:
            _end(sitting)
            if not again or (_read("Play again? [y/N] ") or "").lower() not in ("y", "yes"):
                return 0
            sitting, shown = sitting.again(), 0
            continue
        typer.echo(f"\n{sitting.view.text()}")
        typer.echo(_legal_line(sitting))
        answer = _turn(sitting)
        if answer is Answer.LEAVE:
            typer.echo(f"\nGame saved. Continue with: kibitz play {sitting.game.name}")
            return 0
        shown = min(shown, len(drawing.story(sitting.view)))


def _turn(sitting: Sitting) -> Answer:
    """Ask until the player acts or quits."""
    while True:
        text = _read("> ")
        answer = Answer.LEAVE if text is None else _answer(sitting, text)
        if answer is not Answer.ASK_AGAIN:
            return answer


def _answer(sitting: Sitting, text: str) -> Answer:
    match text.lower():
        case "":
            return Answer.ASK_AGAIN
        case "quit" | "exit":
            return Answer.LEAVE
        case "?" | "help":
            typer.echo(_legal_line(sitting))
            typer.echo("Or: rules, undo, quit.")
            return Answer.ASK_AGAIN
        case "rules":
            typer.echo(rules_text(sitting.game.name))
            return Answer.ASK_AGAIN
        case "undo":
            return _undo(sitting)
    try:
        sitting.act(sitting.game.parse_action(text))
    except KibitzError as error:
        if error.code not in ("bad_action", "illegal_action", "bad_text"):
            raise
        typer.echo(f"{error}")
        return Answer.ASK_AGAIN
    return Answer.ACTED


def _undo(sitting: Sitting) -> Answer:
    try:
        typer.echo(sitting.undo())
    except CannotUndo as error:
        typer.echo(f"{error}")
        return Answer.ASK_AGAIN
    return Answer.ACTED


def _legal_line(sitting: Sitting) -> str:
    names = [sitting.game.action_name(a) for a in sitting.view.legal()]
    more = f" and {len(names) - NAMES_MAX} more" if len(names) > NAMES_MAX else ""
    # Keep a name of several words on one line.
    shown = ", ".join(name.replace(" ", TOGETHER) for name in names[:NAMES_MAX])
    wrapped = textwrap.fill(f"Legal: {shown}{more}", WIDTH, subsequent_indent="  ")
    return wrapped.replace(TOGETHER, " ")


def _end(sitting: Sitting) -> None:
    view = sitting.view
    typer.echo("\nThe game is over.")
    for seat, (points, share) in enumerate(zip(sitting.returns(), sitting.outcome(), strict=True)):
        typer.echo(f"  {drawing.seat_name(view, seat)}: {points:g}, share of the win {share:g}")
    if sitting.finished_in is not None:
        typer.echo(f"The game's record is in {sitting.finished_in}")


def _read(prompt: str) -> str | None:
    """Read one line of input, stripped; None at the end of the input."""
    typer.echo(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline(LINE_LENGTH_MAX)
    return line.strip() if line else None
