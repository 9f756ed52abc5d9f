"""`kibitz arena import`: match files of other arenas into the store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.interfaces.arena.arguments import StorePlace
from kibitz.interfaces.cli.arguments import Json, examples
from kibitz.interfaces.cli.report import print_json


def register_arena(group: typer.Typer) -> None:
    group.command("import", epilog=examples("kibitz arena import matches.csv"))(import_matches)


def import_matches(
    file: Annotated[Path, typer.Argument(help="A CSV of Belote matches between two bots.")],
    store: StorePlace = None,
    as_json: Json = False,
) -> None:
    """Take results that another arena has played; the same file again adds nothing.

    The first line names the columns: bot_a and bot_b, then score_a and score_b, or winner, or
    wins_a, wins_b and draws. Files of 11 columns and those of 15, which also have bid_a, play_a,
    bid_b and play_b, are both read. Matches of the same two bots with the same seed (or pair, or
    deal) are one unit. There is nothing to replay in them.
    """
    from kibitz.arena.imports import read
    from kibitz.arena.store import open_store

    found = read(file)
    with open_store(store) as kept:
        match = kept.begin(found.match)
        kept.add(match.id, found.results)
        match = kept.match(match.id)
    if as_json:
        print_json({"match": match.id, "games": match.games, "bots": list(match.labels)})
        return
    bots = f"{len(match.labels)} bots"
    typer.echo(f"match {match.id}: {match.games:,} games in {match.done:,} units of {bots}")
