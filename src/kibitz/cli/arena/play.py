"""`kibitz arena h2h`, `round-robin`, `gauntlet`, `bench` and `solo`: matches of named bots."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz import games
from kibitz.cli.arena.arguments import (
    BotName,
    BotNames,
    Deals,
    Request,
    Rules,
    Seed,
    game_of,
    make_game,
    quick_players,
)
from kibitz.cli.common.arguments import OptionTexts, examples
from kibitz.cli.common.grouped import grouped
from kibitz.core.errors import BadOption

SOLO_GAME = "qwixx"  # the only game that can be played alone


def register(group: typer.Typer) -> None:
    group.command(
        "h2h",
        epilog=examples(
            "kibitz arena h2h smart heuristic --game ohhell -n 500",
            "kibitz arena h2h maxi roro --match -n 100",
            "kibitz arena h2h my_bot.py claude --game dubito -o players=3",
        ),
    )(grouped(h2h))
    group.command(
        "round-robin",
        epilog=examples("kibitz arena round-robin smart sharp heuristic --game ohhell -n 100"),
    )(grouped(round_robin))
    group.command(
        "gauntlet", epilog=examples("kibitz arena gauntlet my_bot.py honest claude --game dubito")
    )(grouped(gauntlet))
    group.command("bench", epilog=examples("kibitz arena bench ga ga marker marker -n 1000"))(
        grouped(bench)
    )
    group.command("solo", epilog=examples("kibitz arena solo ga conservative -n 10000"))(
        grouped(solo)
    )


def h2h(
    first: BotName,
    second: BotName,
    rules: Rules,
    deals: Deals = 100,
    seed: Seed = 0,
    *,
    request: Request,
) -> None:
    """Play one bot against another on the same deals with sides swapped.

    The result is a score, an Elo difference and points, with 95 % intervals over deals.
    """
    from kibitz.arena.plan import plan

    game = rules.of([first, second], request.bots)
    entries = request.enter(game.name, [first, second], twins=True)
    _play(plan.two(game, entries, deals, seed), request)


def round_robin(
    names: BotNames = None,
    *,
    rules: Rules,
    deals: Deals = 100,
    seed: Seed = 0,
    request: Request,
) -> None:
    """Play every bot against every other; without names, all quick players of the game.

    Each pair plays its own --deals deals, each in every seating. Quick players are those that
    neither search nor see hidden cards.
    """
    from kibitz.arena.plan import plan

    chosen = names or _quick(rules.game, request)
    game = rules.of(chosen, request.bots)
    _play(plan.round_robin(game, request.enter(game.name, chosen), deals, seed), request)


def gauntlet(
    first: BotName,
    others: BotNames = None,
    *,
    rules: Rules,
    deals: Deals = 100,
    seed: Seed = 0,
    request: Request,
) -> None:
    """Play one bot against each of the others; without names, against all quick players.

    Quick players are those that neither search nor see hidden cards.
    """
    from kibitz.arena.plan import plan

    named = [first, *(others or [])]
    rivals = others or _quick(game_of(rules.game, named, request.bots), request)
    game = rules.of(named, request.bots)
    _play(plan.gauntlet(game, request.enter(game.name, [first, *rivals]), deals, seed), request)


def bench(
    names: BotNames = None,
    *,
    rules: Rules,
    deals: Deals = 100,
    seed: Seed = 0,
    request: Request,
) -> None:
    """Play one table of bots, one per seat, in every seating.

    A bot may be named more than once; its seats are counted together.
    """
    from kibitz.arena.plan import plan

    if not names:
        raise BadOption("name a bot for each seat, e.g. kibitz arena bench ga ga marker marker")
    name = game_of(rules.game, names, request.bots)
    sizes = games.find(name).OPTIONS.get("players")
    seats = {} if sizes is None else {"players": len(names)}
    if sizes is not None:
        try:
            sizes.check("players", len(names))
        except BadOption as error:
            raise BadOption(f"{name} has {sizes} seats; {len(names)} bots are named") from error
    game = rules.of(names, request.bots, **seats)
    _play(plan.bench(game, request.enter(name, names), deals, seed), request)


def solo(
    names: BotNames = None,
    option: OptionTexts = None,
    deals: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games per bot, all with the same dice.")
    ] = 1000,
    seed: Seed = 0,
    *,
    request: Request,
) -> None:
    """Play Qwixx alone, for points; without names, all its quick players."""
    from kibitz.arena.plan import plan

    chosen = names or _quick(SOLO_GAME, request)
    game = make_game(game_of(SOLO_GAME, chosen, request.bots), option, players=1)
    _play(plan.solo(game, request.enter(game.name, chosen), deals, seed), request)


def _quick(game: str | None, request: Request) -> list[str]:
    if game is None:
        raise BadOption("name some bots, or give --game to play all its quick players")
    return quick_players(game, request.bots or [])


def _play(plan: Any, request: Request) -> None:
    from kibitz.cli.arena import session

    session.play(plan, request)
