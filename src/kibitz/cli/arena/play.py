"""`kibitz arena h2h`, `round-robin`, `gauntlet`, `bench` and `solo`: matches of named bots."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz import games
from kibitz.cli.arena.arguments import (
    BotNames,
    Cluster,
    Deals,
    GameName,
    Request,
    Resume,
    Seed,
    StorePlace,
    Trusted,
    Workers,
    game_of,
    make_game,
    quick_players,
)
from kibitz.cli.common import completion
from kibitz.cli.common.arguments import BotFolders, Json, OptionTexts, examples
from kibitz.core.errors import BadOption

Match = Annotated[
    bool,
    typer.Option("--match", help="Play whole matches, not single deals (belote, codepiece)."),
]
BotName = Annotated[
    str,
    typer.Argument(
        help="A bot: name, spec file, Python file, cmd:PROGRAM or address.",
        show_default=False,
        autocompletion=completion.bots,
    ),
]
SOLO_GAME = "qwixx"  # the only game that can be played alone


def register(group: typer.Typer) -> None:
    group.command(
        "h2h",
        epilog=examples(
            "kibitz arena h2h smart heuristic --game ohhell -n 500",
            "kibitz arena h2h maxi roro --match -n 100",
            "kibitz arena h2h my_bot.py claude --game dubito -o players=3",
        ),
    )(h2h)
    group.command(
        "round-robin",
        epilog=examples("kibitz arena round-robin smart sharp heuristic --game ohhell -n 100"),
    )(round_robin)
    group.command(
        "gauntlet", epilog=examples("kibitz arena gauntlet my_bot.py honest claude --game dubito")
    )(gauntlet)
    group.command("bench", epilog=examples("kibitz arena bench ga ga marker marker -n 1000"))(bench)
    group.command("solo", epilog=examples("kibitz arena solo ga conservative -n 10000"))(solo)


def h2h(
    first: BotName,
    second: BotName,
    game: GameName = None,
    option: OptionTexts = None,
    match: Match = False,
    deals: Deals = 100,
    seed: Seed = 0,
    store: StorePlace = None,
    workers: Workers = 0,
    cluster: Cluster = None,
    bots: BotFolders = None,
    trusted: Trusted = False,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play one bot against another on the same deals with sides swapped.

    The result is a score, an Elo difference and points, with 95 % intervals over deals.
    """
    from kibitz.arena.plan import plan

    request = Request(store, workers, cluster, resume, as_json)
    name = game_of(game, [first, second], bots)
    rules = make_game(name, option, **_match(match))
    entries = _enter(name, [first, second], bots, trusted, twins=True)
    _play(plan.two(rules, entries, deals, seed), request)


def round_robin(
    names: BotNames = None,
    game: GameName = None,
    option: OptionTexts = None,
    match: Match = False,
    deals: Deals = 100,
    seed: Seed = 0,
    store: StorePlace = None,
    workers: Workers = 0,
    cluster: Cluster = None,
    bots: BotFolders = None,
    trusted: Trusted = False,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play every bot against every other; without names, all quick players of the game.

    Each pair plays its own --deals deals, each in every seating. Quick players are those that
    neither search nor see hidden cards.
    """
    from kibitz.arena.plan import plan

    request = Request(store, workers, cluster, resume, as_json)
    name, chosen = _named(game, names, bots)
    rules = make_game(name, option, **_match(match))
    _play(plan.round_robin(rules, _enter(name, chosen, bots, trusted), deals, seed), request)


def gauntlet(
    first: BotName,
    others: BotNames = None,
    game: GameName = None,
    option: OptionTexts = None,
    match: Match = False,
    deals: Deals = 100,
    seed: Seed = 0,
    store: StorePlace = None,
    workers: Workers = 0,
    cluster: Cluster = None,
    bots: BotFolders = None,
    trusted: Trusted = False,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play one bot against each of the others; without names, against all quick players.

    Quick players are those that neither search nor see hidden cards.
    """
    from kibitz.arena.plan import plan

    request = Request(store, workers, cluster, resume, as_json)
    name = game_of(game, [first, *(others or [])], bots)
    _, rivals = _named(name, others, bots)
    rules = make_game(name, option, **_match(match))
    entries = _enter(name, [first, *rivals], bots, trusted)
    _play(plan.gauntlet(rules, entries, deals, seed), request)


def bench(
    names: BotNames = None,
    game: GameName = None,
    option: OptionTexts = None,
    match: Match = False,
    deals: Deals = 100,
    seed: Seed = 0,
    store: StorePlace = None,
    workers: Workers = 0,
    cluster: Cluster = None,
    bots: BotFolders = None,
    trusted: Trusted = False,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play one table of bots, one per seat, in every seating.

    A bot may be named more than once; its seats are counted together.
    """
    from kibitz.arena.plan import plan

    if not names:
        raise BadOption("name a bot for each seat, e.g. kibitz arena bench ga ga marker marker")
    request = Request(store, workers, cluster, resume, as_json)
    name = game_of(game, names, bots)
    seats = {"players": len(names)} if "players" in games.find(name).OPTIONS else {}
    rules = make_game(name, option, **seats, **_match(match))
    _play(plan.bench(rules, _enter(name, names, bots, trusted), deals, seed), request)


def solo(
    names: BotNames = None,
    option: OptionTexts = None,
    deals: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games per bot, all with the same dice.")
    ] = 1000,
    seed: Seed = 0,
    store: StorePlace = None,
    workers: Workers = 0,
    cluster: Cluster = None,
    bots: BotFolders = None,
    trusted: Trusted = False,
    resume: Resume = False,
    as_json: Json = False,
) -> None:
    """Play Qwixx alone, for points; without names, all its quick players."""
    from kibitz.arena.plan import plan

    request = Request(store, workers, cluster, resume, as_json)
    _, chosen = _named(SOLO_GAME, names, bots)
    rules = make_game(SOLO_GAME, option, players=1)
    _play(plan.solo(rules, _enter(SOLO_GAME, chosen, bots, trusted), deals, seed), request)


def _match(wanted: bool) -> dict[str, bool]:
    return {"match": True} if wanted else {}


def _named(
    game: str | None, names: list[str] | None, folders: list[str] | None
) -> tuple[str, list[str]]:
    """Return the game and the bots: those named, or all quick players."""
    if names:
        return game_of(game, names, folders), names
    if game is None:
        raise BadOption("name some bots, or give --game to play all its quick players")
    return game, quick_players(game, folders or [])


def _enter(
    game: str, names: list[str], folders: list[str] | None, trusted: bool, *, twins: bool = False
) -> Any:
    from kibitz.arena.plan.entry import enter

    return enter(game, names, folders=folders or [], trusted=trusted, twins=twins)


def _play(plan: Any, request: Request) -> None:
    from kibitz.cli.arena import session

    session.play(plan, request)
