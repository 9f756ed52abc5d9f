"""`kibitz arena luck`: the scores of a match, adjusted for the luck of its deals."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.arena.arguments import StorePlace
from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import console, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from kibitz.arena.luck import Adjusted
    from kibitz.arena.statistics.estimate import Estimate


def register(group: typer.Typer) -> None:
    group.command("luck", epilog=examples("kibitz arena luck 3 --reference ga"))(luck)


def luck(
    match: Annotated[int, typer.Argument(help="A match number.", show_default=False)],
    reference: Annotated[
        str,
        typer.Option("--reference", help="A native rule player of the game.", show_default=False),
    ],
    store: StorePlace = None,
    as_json: Json = False,
) -> None:
    """Adjust the scores of a field for luck: a reference replays every deal in all seats.

    What the reference scores in a bot's seats is subtracted as far as it explains the bot's score.
    This narrows the intervals without a bias. Use it for random tables: in a match whose seats are
    exchanged, luck already cancels out.
    """
    from kibitz.arena.board import columns
    from kibitz.arena.luck import adjusted
    from kibitz.arena.store import open_store

    with open_store(store, create=False) as kept:
        info = kept.match(match)
        found = adjusted(info, kept.results(info.id), reference)
    if as_json:
        print_json(
            [
                {
                    "bot": one.label,
                    "score": columns.data(one.score),
                    "adjusted": columns.data(one.adjusted),
                    "saved": one.saved,
                }
                for one in found
            ]
        )
        return
    console().print(_table(found))


def _table(found: list[Adjusted]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("bot", "deals", "score above even %", "adjusted %", "variance"):
        table.add_column(title, justify="left" if title == "bot" else "right", no_wrap=True)
    for one in found:
        both = (_percent(x) for x in (one.score, one.adjusted))
        table.add_row(one.label, f"{one.score.units:,}", *both, f"{round(-100 * one.saved):+}%")
    return table


def _percent(found: Estimate) -> str:
    """Return a score with its error in percent; "-" if fewer than two deals count."""
    if not math.isfinite(found.error):
        return "-"
    return f"{100 * found.value:+.1f} \u00b1 {100 * found.error:.1f}"
