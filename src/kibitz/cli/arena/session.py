"""Play one match at the command line, with progress, a clean stop on Ctrl-C, and its table."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from kibitz.arena.board.standing import standings
from kibitz.arena.plan.plan import Plan
from kibitz.arena.result import MatchInfo
from kibitz.arena.run.run import run
from kibitz.arena.store import open_store
from kibitz.cli.arena import text_tables
from kibitz.cli.arena.arguments import NothingToResume, Request
from kibitz.cli.arena.progress import Progress
from kibitz.cli.common.output import INTERRUPTED, console, print_json
from kibitz.core.plural import plural

if TYPE_CHECKING:
    from kibitz.arena.store import Store


def play(plan: Plan, request: Request, progress: Progress | None = None) -> MatchInfo:
    """Play a match and show its result."""
    with open_store(request.store) as store:
        if request.resume and not store.has(plan.key):
            raise NothingToResume(
                f"no such match has been started in {store.place}; leave out --resume"
            )
        match = run_match(plan, store, request, progress or Progress(wanted=not request.as_json))
        show(store, match, as_json=request.as_json)
    return match


def show(store: Store, match: MatchInfo, *, as_json: bool) -> None:
    found = standings(match, store.results(match.id))
    if as_json:
        print_json(text_tables.match_data(found))
    else:
        text_tables.show_match(console(), found)


def run_match(plan: Plan, store: Store, request: Request, progress: Progress) -> MatchInfo:
    """Play a match; on Ctrl-C, say how to resume it and exit."""
    try:
        with _terminated_like_interrupted(), progress:
            return run(
                plan, store, workers=request.workers, cluster=request.cluster, watcher=progress
            )
    except KeyboardInterrupt:
        _say_how_to_resume(progress)
        raise typer.Exit(INTERRUPTED) from None


def _say_how_to_resume(progress: Progress) -> None:
    kept = "No game has been played yet."
    if progress.match is not None:
        deals = f"{progress.units:,} of {progress.match.planned:,} deals"
        kept = f"{plural(progress.games, 'game')} saved, {deals}."
    typer.echo(f"Stopped. {kept} Resume with the same command:", err=True)
    typer.echo(f"  kibitz {shlex.join(sys.argv[1:])}", err=True)


@contextmanager
def _terminated_like_interrupted() -> Iterator[None]:
    """Make SIGTERM stop a match as cleanly as Ctrl-C."""

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not the main thread, where signals cannot be handled
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
