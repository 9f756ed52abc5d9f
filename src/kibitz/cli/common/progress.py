"""Progress of a long command: a bar with rate and time left, or a line a minute in a log."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

LINE_SECONDS = 60.0  # between two lines when there is no terminal

Report = Callable[[int], None]


class Pace:
    """Rate and time left, averaged over the whole run: single steps vary a lot."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.count = 0
        self._first: int | None = None  # the count that an earlier run left
        self._begin = time.monotonic()

    def report(self, count: int) -> None:
        if self._first is None:
            self._first = count
            self._begin = time.monotonic()
        self.count = count

    def __str__(self) -> str:
        made = self.count - (self._first or 0)
        if made == 0:
            return "-/s, - left"
        rate = made / max(1e-9, time.monotonic() - self._begin)
        return f"{rate:,.{0 if rate >= 100 else 1}f}/s, {duration(self.left / rate)} left"

    @property
    def left(self) -> int:
        return self.total - self.count


def duration(seconds: float) -> str:
    """Format a duration: 45 s, 12:30, 3:05:00, 2 d 4 h."""
    whole = round(seconds)
    minutes, s = divmod(whole, 60)
    hours, m = divmod(minutes, 60)
    days, h = divmod(hours, 24)
    if days:
        return f"{days} d {h} h"
    return f"{h}:{m:02}:{s:02}" if h else f"{m}:{s:02}" if m else f"{s} s"


@contextlib.contextmanager
def counting(what: str, total: int) -> Iterator[Report]:
    """Yield a function to call with the count so far."""
    pace = Pace(total)
    if not sys.stderr.isatty():
        yield _lines(what, pace)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total, pace=pace)

        def report(count: int) -> None:
            pace.report(count)
            progress.update(task, completed=count)

        yield report


def _lines(what: str, pace: Pace) -> Report:
    last = time.monotonic()

    def report(count: int) -> None:
        nonlocal last
        pace.report(count)
        now = time.monotonic()
        if now - last >= LINE_SECONDS:
            last = now
            typer.echo(f"{count:,} of {pace.total:,} {what}, {pace}", err=True)

    return report
