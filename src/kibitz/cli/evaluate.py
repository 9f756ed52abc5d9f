"""`kibitz evaluate`: how strong a network is, cell by cell, and where it is weak."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import console, print_json
from kibitz.cli.common.progress import counting
from kibitz.core.errors import BadOption
from kibitz.core.plural import plural

SHOWN = 5  # weaknesses


def register(app: typer.Typer) -> None:
    app.command(
        "evaluate",
        epilog=examples(
            "kibitz evaluate runs/PPO_K3X9QA",
            "kibitz evaluate ohhell_net --opponents smart,sharp --players 4",
            "kibitz evaluate snapshot.safetensors --games 1000 --sampled",
            "kibitz evaluate runs/PPO_K3X9QA --plot progress.svg",
        ),
    )(evaluate)


def evaluate(
    what: Annotated[
        Path, typer.Argument(help="A run's folder, a weights file, or a name of kibitz models.")
    ],
    opponents: Annotated[
        str | None,
        typer.Option(
            help="Bots or weights files, separated by commas.", show_default="the recipe's"
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(help="Numbers of players, separated by commas.", show_default="the recipe's"),
    ] = None,
    games: Annotated[int, typer.Option(help="Games per cell.", min=1, max=1_000_000)] = 400,
    sampled: Annotated[
        bool, typer.Option(help="Sample actions from the policy, or play greedily.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Play a different set of games.", min=0)] = None,
    threads: Annotated[int, typer.Option(help="Threads to play with.", min=1, max=256)] = 1,
    plot: Annotated[
        Path | None,
        typer.Option(help="Play nothing; plot the run's eval.csv to this file (.svg, .png)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure a network's win rate per opponent and player count, and rank its weaknesses.

    A cell is one opponent at one number of players; intervals are 95 %. Given a run's folder, the
    newest snapshot is evaluated.
    """
    if plot is not None:
        _plot(what, plot, as_json)
        return
    from kibitz.learning.evaluate import SEED, weaknesses
    from kibitz.learning.evaluate import evaluate as play
    from kibitz.learning.evaluation_subject import subject
    from kibitz.nets.net import Net

    counts = _numbers(players) if players else ()
    found = subject(what, counts)
    if sampled and not isinstance(found.player, Net):
        raise BadOption(f"{found.file} has no policy to sample from: leave out --sampled")
    named = [n.strip() for n in opponents.split(",")] if opponents else list(found.opponents)
    done = 0
    with counting("cells", len(named) * len(found.tables)) as report:

        def count(_: object) -> None:
            nonlocal done
            done += 1
            report(done)

        cells = play(
            found.player, found.tables, named, games,
            temperature=1.0 if sampled else 0.0, seed=SEED if seed is None else seed,
            threads=threads, scored_bids=found.scored_bids, report=count,
        )  # fmt: skip
    if as_json:
        weak = [
            {"opponent": cell.opponent, "players": cell.players, "strength": cell.strength}
            for cell in weaknesses(cells)
        ]
        rows = [asdict(cell) for cell in cells]
        print_json({"model": str(found.file), "cells": rows, "weaknesses": weak})
        return
    _show(found.file, cells)


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise BadOption(f"--players takes whole numbers like 3,4,5, not {text!r}") from None


def _show(file: Path, cells: list[Any]) -> None:
    from rich.table import Table

    from kibitz.learning.evaluate import weaknesses

    out = console()
    out.print(f"{file}, {'greedy' if cells and cells[0].greedy else 'sampled'} play")
    names = ("opponent", "players", "wins", "95 %", "even", "score", "margin", "winners", "bids")
    table = Table(box=None, pad_edge=False)
    for name in names if any(cell.bid_accuracy is not None for cell in cells) else names[:-1]:
        table.add_column(name, overflow="fold")
    for cell in cells:
        bids = "" if cell.bid_accuracy is None else f"{cell.bid_accuracy:.0%}"
        table.add_row(
            cell.opponent, str(cell.players), f"{cell.win_rate:.1%}",
            f"{cell.low:.1%}-{cell.high:.1%}", f"{cell.even:.0%}", f"{cell.score:.1f}",
            f"{cell.margin:+.1f}",
            f"{cell.winner_mean:.0f} ({cell.winner_min:.0f}-{cell.winner_max:.0f})",
            *([bids] if len(table.columns) == len(names) else []),
        )  # fmt: skip
    out.print(table)
    out.print("\nweakest first (1 means even):")
    for cell in weaknesses(cells)[:SHOWN]:
        out.print(f"  {cell.strength:.2f}  {cell.opponent}, {plural(cell.players, 'player')}")


def _plot(what: Path, file: Path, as_json: bool) -> None:
    from kibitz.learning import metrics, plots, run_folder

    run = run_folder.of(what)
    rows = metrics.evaluations(run.evaluations)
    plots.draw(rows, file, run.who()[2])
    if as_json:
        print_json(plots.series(rows))
    else:
        typer.echo(f"{file}: {len(rows)} cells")
