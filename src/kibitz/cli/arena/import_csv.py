"""`kibitz arena import`: import match files of other arenas into the store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.arena.arguments import StorePlace
from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import print_json
from kibitz.core.plural import plural


def register(group: typer.Typer) -> None:
    group.command("import", epilog=examples("kibitz arena import matches.csv"))(import_matches)


def import_matches(
    file: Annotated[Path, typer.Argument(help="A CSV of Belote matches between two bots.")],
    store: StorePlace = None,
    as_json: Json = False,
) -> None:
    """Import results from another arena; importing a file twice adds nothing.

    The first line names the columns: bot_a and bot_b, then score_a and score_b, or winner, or
    wins_a, wins_b and draws. Both the 11-column format and the 15-column one, with bid_a, play_a,
    bid_b and play_b, are supported, and avg_margin of a series is kept. Matches of the same two
    bots with the same pair or deal form one unit; so do the two directions of one seed, unless the
    seed is that of a whole run. Imported games cannot be replayed.
    """
    from kibitz.arena.store import open_store
    from kibitz.arena.store.import_csv import read

    found = read(file)
    with open_store(store) as kept:
        match = kept.begin(found.match)
        kept.add(match.id, found.results)
        match = kept.match(match.id)
    if as_json:
        print_json({"match": match.id, "games": match.games, "bots": list(match.labels)})
        return
    bots, games = plural(len(match.labels), "bot"), plural(match.games, "game")
    typer.echo(f"match {match.id}: {games} in {plural(match.done, 'unit')} of {bots}")
