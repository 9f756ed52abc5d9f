"""`kibitz arena sprt`: play until it is clear whether one bot is stronger than another."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.interfaces.arena.arguments import (
    Cluster,
    GameName,
    Request,
    Resume,
    Seed,
    StorePlace,
    Trusted,
    Workers,
    game_of,
    make_game,
)
from kibitz.interfaces.cli.arena_play import BotName, Match
from kibitz.interfaces.cli.arguments import BotFolders, Json, OptionTexts, examples

DEALS = 100_000


def register_arena(group: typer.Typer) -> None:
    group.command(
        "sprt",
        epilog=examples(
            "kibitz arena sprt smart heuristic --game ohhell --elo0 0 --elo1 20",
            "kibitz arena sprt new.toml ismcts_fast --game belote --elo0 -5 --elo1 5 -n 2000",
        ),
    )(sprt)


def sprt(
    first: BotName,
    second: BotName,
    elo0: Annotated[float, typer.Option(help="It is no better than this (H0) ...")] = 0.0,
    elo1: Annotated[float, typer.Option(help="... or at least as good as this (H1).")] = 20.0,
    alpha: Annotated[float, typer.Option(help="Chance to say H1 where H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Chance to say H0 where H1 is true.")] = 0.05,
    logistic: Annotated[
        bool, typer.Option("--logistic", help="Bounds in logistic Elo, not normalised Elo.")
    ] = False,
    game: GameName = None,
    option: OptionTexts = None,
    match: Match = False,
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=1, help="Give up after so many deals.")
    ] = DEALS,
    seed: Seed = 0,
    store: StorePlace = None,
    workers: Workers = 0,
    cluster: Cluster = None,
    bots: BotFolders = None,
    trusted: Trusted = False,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play two bots until a sequential test knows enough, and then stop.

    The test looks at whole deals in the order of the schedule, so it stops at the same one for any
    number of workers. Elo after an early stop flatters: play h2h for a figure of record.
    """
    from kibitz.arena import plan
    from kibitz.arena.entry import enter
    from kibitz.arena.sprt import Sprt
    from kibitz.interfaces.arena import session
    from kibitz.interfaces.arena.testing import Testing

    request = Request(store, workers, cluster, resume, as_json)
    name = game_of(game, [first, second], bots)
    rules = make_game(name, option, **({"match": True} if match else {}))
    settings = {
        "elo0": elo0,
        "elo1": elo1,
        "alpha": alpha,
        "beta": beta,
        "model": "logistic" if logistic else "normalised",
    }
    entries = enter(name, [first, second], folders=bots or [], trusted=trusted, twins=True)
    found = plan.two(rules, entries, deals, seed, kind="sprt", settings=settings)
    test = Sprt(
        elo0,
        elo1,
        alpha,
        beta,
        model="logistic" if logistic else "normalised",
        games=len(found.schedule.seatings(0)),
    )
    session.play(found, request, Testing(test, wanted=not as_json))
