"""`kibitz rate`: the Elo of your bot among the shipped players, within a minute or two."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.cli.arena.arguments import (
    GameName,
    Seed,
    StorePlace,
    Trusted,
    Workers,
    game_of,
)
from kibitz.cli.common import completion
from kibitz.cli.common.arguments import BotFolders, Json, examples
from kibitz.cli.common.output import console, print_json
from kibitz.core.plural import plural

LINE_SECONDS = 10.0  # between two lines when there is no terminal
UNITS_FIRST = 3  # deals before the first rating is shown
MINUTES_MAX = 24 * 60.0


def register(app: typer.Typer) -> None:
    app.command(
        "rate",
        epilog=examples(
            "kibitz rate my_bot.py",
            "kibitz rate my_bot.py --trusted --minutes 10",
            "kibitz rate cmd:./my_bot --game qwixx",
        ),
    )(rate)


def rate(
    bot: Annotated[
        str,
        typer.Argument(
            help="A bot: Python file, cmd:PROGRAM, address, spec file or name.",
            show_default=False,
            autocompletion=completion.bots,
        ),
    ],
    game: GameName = None,
    minutes: Annotated[
        float, typer.Option("--minutes", "-m", min=0.01, max=MINUTES_MAX, help="How long to play.")
    ] = 2.0,
    seed: Seed = 0,
    store: StorePlace = None,
    workers: Workers = 0,
    bots: BotFolders = None,
    trusted: Trusted = False,
    as_json: Json = False,
) -> None:
    """Rate a bot against shipped players of known strength.

    Opponents are chosen so that each game is as informative as possible. The rating is Elo above
    random, with the game's default options, and is updated while the bot plays; more minutes narrow
    the interval. Ctrl-C ends early. All games are saved; run the same command to play more.
    """
    from kibitz import games
    from kibitz.arena.plan.entry import enter
    from kibitz.arena.rate import Rating, rivals_of
    from kibitz.arena.store import open_store

    name = game_of(game, [bot], bots)
    rivals = rivals_of(name)
    (entry,) = enter(name, [bot], folders=bots or [], trusted=trusted)
    rating = Rating(games.game(name), entry, rivals)
    begin = time.monotonic()
    stopped = contextlib.suppress(KeyboardInterrupt)
    with stopped, open_store(store) as opened, _live(rating, wanted=not as_json) as progress:
        rating.play(opened, 60 * minutes, seed=seed, workers=workers, progress=progress)
    if as_json:
        print_json(as_data(rating))
    else:
        show(rating, bot if game is None else f"{bot} --game {game}", time.monotonic() - begin)


@contextlib.contextmanager
def _live(rating: Any, *, wanted: bool) -> Iterator[Any]:
    """Show the rating as games come in: a live line on a terminal, a line now and then else."""
    terminal = Console(stderr=True)
    if wanted and terminal.is_terminal:
        label = rating.entry.label
        with terminal.status(f"{label}: the first deals are being played") as status:
            yield lambda found: status.update(line(found)) if found.units else None
        return
    shown = [float("-inf")]

    def tell(found: Any) -> None:
        now = time.monotonic()
        if wanted and len(found.units) >= UNITS_FIRST and now - shown[0] >= LINE_SECONDS:
            shown[0] = now
            typer.echo(line(found))

    yield tell


def line(rating: Any) -> str:
    games = plural(rating.games, "game")
    return f"{rating.entry.label}: Elo {elo_text(rating.elo)} after {games}"


def elo_text(found: Any) -> str:
    return f"{found.value:+.0f} ±{found.error:.0f}"


def show(rating: Any, bot: str, seconds: float) -> None:
    """Print the bot's place among the shipped players, and what it loses to.

    `bot` is how the command named it, with the game if it was given.
    """
    from kibitz.bots import ratings, registry

    out = console()
    if not rating.units:
        out.print("No deal was finished: give it more --minutes.", markup=False)
        return
    out.print(f"{line(rating)} in {seconds:.0f} s", markup=False)
    if rating.forfeits:
        forfeits = f"{rating.forfeits} of them forfeited: kibitz bot check {bot} shows why"
        out.print(forfeits, markup=False)
    shipped = ratings.by_hash(rating.game.name)
    known = {registry.spec(rating.game.name, name).hash for name in _names(rating.game.name)}
    rows = [
        (r.elo, r.name, f"{r.elo:+.0f} ±{r.error:.0f}") for h, r in shipped.items() if h in known
    ]
    own = (rating.elo.value, rating.entry.label, elo_text(rating.elo))
    scores = {rival.name: found for rival, found in rating.scores()}
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("place", justify="right")
    table.add_column("bot")
    table.add_column("Elo", justify="right")
    table.add_column(f"{rating.entry.label} scores", justify="right")
    for place, (_, name, elo) in enumerate(sorted([*rows, own], reverse=True), 1):
        mine = name == own[1]
        style = "bold green" if mine else ""
        score = "" if mine or name not in scores else share_text(scores[name])
        table.add_row(str(place), Text(name, style), Text(elo, style), score)
    out.print(table)
    worse = [rival.name for rival, found in rating.scores() if found.high < 0.5]
    verdict = f"It loses to {', '.join(worse)}." if worse else "It clearly loses to none of them."
    out.print(verdict, markup=False)
    out.print(f"Next: kibitz rate {bot} --minutes 10 narrows the interval.", markup=False)


def _names(game: str) -> list[str]:
    from kibitz.bots import registry

    return registry.names(game)


def share_text(found: Any) -> str:
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"


def as_data(rating: Any) -> dict[str, Any]:
    elo = rating.elo
    return {
        "game": rating.game.name,
        "bot": rating.entry.label,
        "hash": rating.entry.entrant.hash,
        "games": rating.games,
        "deals": len(rating.units),
        "forfeits": rating.forfeits,
        "elo": {"value": elo.value, "low": elo.low, "high": elo.high},
        "against": {
            rival.name: {"elo": rival.elo, "score": s.value, "low": s.low, "high": s.high}
            for rival, s in rating.scores()
        },
    }
