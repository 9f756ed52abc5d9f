"""A live panel for a training run: metrics, opponent pool, win rates and time left.

Without a terminal, the same as a plain line every few seconds.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import typer

from kibitz.cli.common.output import console
from kibitz.cli.common.progress import duration

LINE_SECONDS = 10.0  # between two lines when there is no terminal
POOL_SHOWN = 8
STOPPING = "stopping after this update; Ctrl-C again ends it at once"
FIGURES = (
    "reward", "policy_loss", "value_loss", "entropy", "kl", "clipped", "pull", "accuracy",
    "value_explained", "grad_norm", "lr",
)  # fmt: skip

Show = Callable[[Mapping[str, Any]], None]


@contextlib.contextmanager
def display(run: Any) -> Iterator[Show]:
    """Yield the callback that the run calls after every update."""
    typer.echo(f"run {run.folder.path}")
    if not sys.stdout.isatty():
        yield _lines()
        return
    from rich.live import Live

    with _no_echo(), Live(console=console(), refresh_per_second=4) as live:
        yield lambda status: live.update(panel(status))


@contextlib.contextmanager
def _no_echo() -> Iterator[None]:
    """Keep typed characters, as the ^C of Ctrl-C, out of the panel; not on Windows."""
    try:
        import termios
    except ImportError:
        yield
        return
    try:
        fd = sys.stdin.fileno()
        before = termios.tcgetattr(fd)
    except (OSError, ValueError, termios.error):  # stdin is not a terminal
        yield
        return
    quiet = [*before]
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(fd, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSANOW, before)


def _lines() -> Show:
    last = -LINE_SECONDS
    stage = ""

    def show(status: Mapping[str, Any]) -> None:
        nonlocal last, stage
        now = time.monotonic()
        if status["state"] == "stopping":
            typer.echo(STOPPING)
            return
        is_due = now - last >= LINE_SECONDS or status["stage"] != stage
        if status["figures"] and is_due:
            last, stage = now, status["stage"]
            typer.echo(line(status))

    return show


def line(status: Mapping[str, Any]) -> str:
    """Return the status as one line of text."""
    figures = [f"{k} {status['figures'][k]:.4g}" for k in FIGURES if k in status["figures"]]
    rates = [f"{n}p {rate:.0%}" for n, rate in status["win_rates"].items() if rate is not None]
    left = status["seconds_left"]
    parts = [
        f"{status['stage']} {status['progress']:.0%}",
        f"step {status['step']:,}",
        f"{status['steps_per_second']:,.0f}/s",
        *figures,
        *(["wins " + " ".join(rates)] if rates else []),
        *([f"{duration(left)} left"] if left is not None else []),
    ]
    return "  ".join(parts)


def panel(status: Mapping[str, Any]) -> Any:
    """Return the status as a panel."""
    from rich.columns import Columns
    from rich.panel import Panel
    from rich.table import Table

    figures = Table(box=None, show_header=False, pad_edge=False)
    left = status["seconds_left"]
    figures.add_row("step", f"{status['step']:,}")
    figures.add_row("steps/s", f"{status['steps_per_second']:,.0f}")
    figures.add_row("time", duration(status["seconds"]))
    figures.add_row("left", "-" if left is None else duration(left))
    for name in FIGURES:
        if name in status["figures"]:
            figures.add_row(name, f"{status['figures'][name]:.4g}")
    rates = Table("players", "wins", "played", box=None, pad_edge=False)
    for n, rate in status["win_rates"].items():
        share = "-" if rate is None else f"{rate:.1%}"
        rates.add_row(n, share, f"{status['count_weights'][n]:.0%}")
    pool = Table("opponent", "picks", "wins", box=None, pad_edge=False)
    for one in sorted(status["pool"], key=lambda o: -o["picked"])[:POOL_SHOWN]:
        marked = f"[bold]{one['name']}[/bold]" if one["name"] in status["picks"] else one["name"]
        rate = one["win_rate"]
        pool.add_row(marked, str(one["picked"]), "-" if rate is None else f"{rate:.1%}")
    title = f"{status['name']}: {status['stage']} {status['progress']:.0%} ({status['state']})"
    subtitle = STOPPING if status["state"] == "stopping" else None
    columns = Columns([figures, rates, pool], padding=(0, 4))
    return Panel(columns, title=title, subtitle=subtitle)
