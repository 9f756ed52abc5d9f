"""`kibitz arena sprt`: play until it is clear whether one bot is stronger than another."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.arena.arguments import (
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
from kibitz.cli.arena.play import BotName, Match
from kibitz.cli.common.arguments import BotFolders, Json, OptionTexts, examples

DEALS = 100_000


def register(group: typer.Typer) -> None:
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
    elo0: Annotated[
        float, typer.Option(help="H0: the first bot's Elo advantage is at most this.")
    ] = 0.0,
    elo1: Annotated[
        float, typer.Option(help="H1: the first bot's Elo advantage is at least this.")
    ] = 20.0,
    alpha: Annotated[float, typer.Option(help="Probability of accepting H1 if H0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Probability of accepting H0 if H1 is true.")] = 0.05,
    logistic: Annotated[
        bool, typer.Option("--logistic", help="Give the bounds in logistic, not normalised, Elo.")
    ] = False,
    game: GameName = None,
    option: OptionTexts = None,
    match: Match = False,
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=1, help="Give up after this many deals.")
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
    """Play two bots until a sequential probability ratio test reaches a verdict.

    The test takes whole deals in schedule order, so it stops at the same deal for any number of
    workers. Elo after an early stop is biased: use h2h for an official figure.
    """
    from kibitz.arena.plan import plan
    from kibitz.arena.plan.entry import enter
    from kibitz.arena.statistics.sprt import Sprt
    from kibitz.cli.arena import session
    from kibitz.cli.arena.sprt_progress import Testing

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
