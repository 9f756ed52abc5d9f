"""`kibitz arena sprt`: play until it is clear whether one bot is stronger than another."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.arena.arguments import BotName, Request, Rules, Seed
from kibitz.cli.common.arguments import examples
from kibitz.cli.common.grouped import grouped

DEALS = 100_000


def register(group: typer.Typer) -> None:
    group.command(
        "sprt",
        epilog=examples(
            "kibitz arena sprt smart heuristic --game ohhell --elo0 0 --elo1 20",
            "kibitz arena sprt new.toml ismcts_fast --game belote --elo0 -5 --elo1 5 -n 2000",
        ),
    )(grouped(sprt))


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
    *,
    rules: Rules,
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=1, help="Give up after this many deals.")
    ] = DEALS,
    seed: Seed = 0,
    request: Request,
) -> None:
    """Play two bots until a sequential probability ratio test reaches a verdict.

    The test takes whole deals in schedule order, so it stops at the same deal for any number of
    workers. Elo after an early stop is biased: use h2h for an official figure.
    """
    from kibitz.arena.plan import plan
    from kibitz.arena.statistics.sprt import Sprt
    from kibitz.cli.arena import session
    from kibitz.cli.arena.sprt_progress import Testing

    game = rules.of([first, second], request.bots)
    settings = {
        "elo0": elo0,
        "elo1": elo1,
        "alpha": alpha,
        "beta": beta,
        "model": "logistic" if logistic else "normalised",
    }
    entries = request.enter(game.name, [first, second], twins=True)
    found = plan.two(game, entries, deals, seed, kind="sprt", settings=settings)
    test = Sprt(
        elo0,
        elo1,
        alpha,
        beta,
        model="logistic" if logistic else "normalised",
        games=len(found.schedule.seatings(0)),
    )
    session.play(found, request, Testing(test, wanted=not request.as_json))
