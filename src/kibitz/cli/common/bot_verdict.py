"""The report of `kibitz bot check`: the problems found and how to fix them, in 80 columns."""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from collections import Counter
from typing import Any

import typer

from kibitz.arena.run.trial import PROBLEMS_MAX, Difference, Options, Problem, Report
from kibitz.bots.remote.sandbox.limits import Hold
from kibitz.cli.common.output import WIDTH_PLAIN
from kibitz.core.plural import plural

LABEL = 14  # columns of the left side
SEEN_LINES_MAX = 12
TRACE_LINES_MAX = 6
PRINTED_LINES_MAX = 4

ADVICE = {
    "bad_answer": "choose() must return one number from view.legal(), and explain() a plain dict; "
    "a program or server answers each question with one JSON object that repeats its id.",
    "bad_bot_file": "The file must load on its own and define exactly one bot class.",
    "cards_not_held": "Play only cards from the hand, each at most as often as you hold it.",
    "crashed": "Fix the exception at the line shown.",
    "died": "Something outside Python killed the process: suspect a native library.",
    "endless": "Watch the clock in choose(), and return before the limit.",
    "forbidden": "Name the files that the bot reads in its source, and keep them beside it.",
    "framework_call": "Return True or False; the framework calls bluff() and the others itself.",
    "illegal_move": "Return only actions from view.legal(), and call it at every decision.",
    "not_bool": "Return exactly True or False; wrap the value in bool(...).",
    "out_of_memory": "Keep less in memory, and clear the last game's data in start().",
    "quit": "Do not exit the process: return from choose() instead.",
    "silent": "Do not sleep or wait for input or locks; a program must flush each answer.",
    "started_process": "Do the work in this process: bots may not start others.",
    "too_much_output": "Remove the print calls; use explain() to show your reasoning.",
    "too_slow": "Decide faster, or raise the limit with --seconds.",
    "unreachable": "Start the server before the check, and keep it running.",
    "used_network": "A bot may not use the network; put the data it needs into its file.",
    "wrong_game": "Name the game in `plays`, or choose another with --game.",
    "wrote_file": "Do not write files; keep data in attributes of the bot.",
}


HINTS = {  # by a pattern in the message
    r"has no attribute '(rng|game|seat)'": "Call super().start(game, seat, seed) first in start().",
    r"FileNotFoundError": "A sandboxed bot sees only the files in its folder that its source "
    "names: put the file there, and write its name in the source.",
}


def show(bot: str, name: str, game: str, held: list[Hold], report: Report, seconds: float) -> None:
    """Print the report."""
    _line("bot", f"{name} ({bot}) plays {game}")
    _show_confinement(held)
    forfeited = len(report.problems)
    _line("games", f"{report.games} played, {forfeited} forfeited")
    if forfeited >= PROBLEMS_MAX:
        _line("", f"stopped after {forfeited} forfeits: fix these first")
    times = sorted(report.seconds)
    if times:
        _line(
            "time",
            f"{plural(len(times), 'decision')}, mean {_duration(sum(times) / len(times))}, slowest "
            f"{_duration(times[-1])}; the limit is {seconds:g} s",
        )
    if report.again:
        same = report.again - len(report.differences)
        _line("determinism", f"{same} of {report.again} games identical when replayed")
    for reason, count in Counter(p.forfeit.reason for p in report.problems).items():
        first = next(p for p in report.problems if p.forfeit.reason == reason)
        _show_problem(bot, game, first, count)
    for difference in report.differences[:1]:
        _show_difference(bot, game, difference, len(report.differences))
    _line("verdict", "fine" if report.fine else "needs fixing")
    if report.fine:
        _command("rate it", rate(bot, game))


def _show_confinement(held: list[Hold]) -> None:
    if not held:
        _line("sandbox", "none: it runs in this process, or elsewhere")
        return
    for place, hold in enumerate(held):
        text = f"{hold.what} ({hold.by})" if hold.held else f"NOT ENFORCED HERE: {hold.what}"
        _line("" if place else "sandbox", text)


def _show_problem(bot: str, game: str, problem: Problem, count: int) -> None:
    typer.echo()
    _line("FIX", f"{problem.forfeit.reason}, {count} time{'s' if count > 1 else ''}")
    _line("what", problem.forfeit.message)
    _line("advice", advice(problem))
    _command("reproduce", repeat(bot, game, problem.seed, problem.options))
    _block("trace", _ends(problem.trace.splitlines()[1:]))
    _block("it printed", problem.printed.splitlines()[-PRINTED_LINES_MAX:])
    _block("it saw", problem.seen.splitlines()[:SEEN_LINES_MAX])


def _show_difference(bot: str, game: str, found: Difference, count: int) -> None:
    typer.echo()
    _line("FIX", f"not deterministic, {count} game{'s' if count > 1 else ''}")
    _line("what", f"decision {found.decision + 1} was {found.first}, then {found.second}")
    _line(
        "advice",
        "Take all randomness from self.rng, reset everything in start(), and do not depend on the "
        "clock or on the order of a set.",
    )
    _command("reproduce", repeat(bot, game, found.seed, found.options))


def repeat(bot: str, game: str, seed: int, options: Options) -> str:
    """Return the command that replays this one game."""
    words = ["kibitz", "bot", "check", bot, "--game", game, "--games", "1", "--seed", str(seed)]
    for key, value in options.items():
        text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
        words += ["-o", f"{key}={text}"]
    return shlex.join(words)


def rate(bot: str, game: str) -> str:
    """Return the command that measures the bot's strength."""
    return shlex.join(["kibitz", "rate", bot, "--game", game])


def advice(problem: Problem) -> str:
    """Return how to fix the problem, more precisely for common mistakes."""
    known = (text for sign, text in HINTS.items() if re.search(sign, problem.forfeit.message))
    return next(known, ADVICE.get(problem.forfeit.reason, "See docs/write-a-bot.md."))


def as_data(bot: str, name: str, game: str, held: list[Hold], report: Report) -> dict[str, Any]:
    """Return the report as plain data."""
    times = report.seconds
    return {
        "bot": bot,
        "name": name,
        "game": game,
        "fine": report.fine,
        "confined": [hold._asdict() for hold in held],
        "games": report.games,
        "decisions": len(times),
        "seconds_mean": round(sum(times) / len(times), 6) if times else None,
        "seconds_max": round(max(times), 6) if times else None,
        "again": report.again,
        "problems": [
            {
                "seed": problem.seed,
                "options": dict(problem.options),
                "seat": problem.forfeit.seat,
                "reason": problem.forfeit.reason,
                "message": problem.forfeit.message,
                "repeat": repeat(bot, game, problem.seed, problem.options),
            }
            for problem in report.problems
        ],
        "differences": [
            {
                "seed": found.seed,
                "options": dict(found.options),
                "decision": found.decision,
                "first": found.first,
                "second": found.second,
            }
            for found in report.differences
        ],
    }


def _duration(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def _line(label: str, text: str) -> None:
    typer.echo(
        textwrap.fill(
            text,
            WIDTH_PLAIN,
            initial_indent=label.ljust(LABEL),
            subsequent_indent=" " * LABEL,
            break_on_hyphens=False,
        )
    )


def _command(label: str, text: str) -> None:
    """Print a command to copy: it is never wrapped."""
    typer.echo(f"{label.ljust(LABEL)}{text}")


def _ends(lines: list[str]) -> list[str]:
    """Return the first lines of a traceback, and the exception at its end."""
    if len(lines) <= TRACE_LINES_MAX:
        return lines
    return [*lines[: TRACE_LINES_MAX - 2], "  ...", lines[-1]]


def _block(label: str, lines: list[str]) -> None:
    """Print lines as they are, cut at the margin."""
    for place, line in enumerate(lines):
        head = "" if place else label
        typer.echo((head.ljust(LABEL) + line)[:WIDTH_PLAIN].rstrip())
