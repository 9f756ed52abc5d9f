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
            "kibitz arena results --board --game belote",
        ),
    )(results)


def results(
    match: Annotated[int | None, typer.Argument(help="A match number.", show_default=False)] = None,
    bot: Annotated[
        str | None,
        typer.Option("--bot", help="Show the tables of this bot's matches.", show_default=False),
    ] = None,
    board: Annotated[
        bool,
        typer.Option("--board", help="Combine all matches into one leaderboard for each game."),
    ] = False,
    game: GameName = None,
    store: StorePlace = None,
    as_json: Json = False,
) -> None:
    """List all matches; given a match number or a bot, show the tables; with --board, combine them.

    A combined board has all games with the same options, and can be limited to the matches of a bot
    or a game. A bot whose player has changed counts as another one.
    """
    from kibitz.arena.board.board import boards
    from kibitz.arena.board.standing import standings
    from kibitz.arena.store import open_store
    from kibitz.cli.arena import text_tables

    with open_store(store, create=False) as kept:
        found = [kept.match(match)] if match is not None else kept.matches()
        found = [info for info in found if _fits(info, bot, game)]
        if board:
            numbers = {info.id for info in found}
            combined = boards(kept, lambda info: info.id in numbers)
            if as_json:
                print_json([text_tables.board_data(one) for one in combined])
            elif not combined:
                typer.echo("There are no games to combine.")
            else:
                for each in combined:
                    text_tables.show_board(console(), each)
            return
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
