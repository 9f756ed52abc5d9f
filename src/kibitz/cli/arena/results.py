"""`kibitz arena results`: list the matches in the store, and show their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.arena.arguments import GameName, StorePlace
from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import console, print_json

if TYPE_CHECKING:
    from kibitz.arena.result import MatchInfo


def register(group: typer.Typer) -> None:
    group.command(
        "results",
        epilog=examples(
            "kibitz arena results",
            "kibitz arena results 3",
            "kibitz arena results --bot smart",
        ),
    )(results)


def results(
    match: Annotated[int | None, typer.Argument(help="A match number.", show_default=False)] = None,
    bot: Annotated[
        str | None,
        typer.Option("--bot", help="Show the tables of this bot's matches.", show_default=False),
    ] = None,
    game: GameName = None,
    store: StorePlace = None,
    as_json: Json = False,
) -> None:
    """List all matches; given a match number or a bot, show the tables."""
    from kibitz.arena.board.standing import standings
    from kibitz.arena.store import open_store
    from kibitz.cli.arena import text_tables

    with open_store(store, create=False) as kept:
        found = [kept.match(match)] if match is not None else kept.matches()
        found = [info for info in found if _fits(info, bot, game)]
        if match is None and bot is None:
            if as_json:
                print_json([text_tables.info_data(info) for info in found])
            elif not found:
                typer.echo(f"There are no matches in {kept.place} yet.")
            else:
                text_tables.show_matches(console(), found)
            return
        read = [standings(info, kept.results(info.id)) for info in found]
    if as_json:
        print_json([text_tables.match_data(one) for one in read])
        return
    if not read:
        typer.echo(f"There are no matches of {bot}.")
    for one in read:
        text_tables.show_match(console(), one)


def _fits(info: MatchInfo, bot: str | None, game: str | None) -> bool:
    names = {entrant.name for entrant in info.entrants} | set(info.labels)
    return (bot is None or bot in names) and (game is None or info.game == game)
