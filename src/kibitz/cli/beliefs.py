"""`kibitz beliefs`: how well each belief predicts the hidden cards, and games to learn from."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from kibitz import bots as players
from kibitz.cli.common.arguments import (
    FirstSeed,
    GameArgument,
    Json,
    OptionTexts,
    examples,
    parse_options,
)
from kibitz.cli.common.block_file import OutputFile, resumable, say
from kibitz.cli.common.output import INTERRUPTED, Commands, console, print_json
from kibitz.cli.common.progress import counting
from kibitz.core.errors import BadOption
from kibitz.games import game as make_game

Bidders = Annotated[
    list[str] | None,
    typer.Option(
        "--bidder",
        help="A bot or bidding strategy that bids in the player's place; may be repeated.",
        show_default="the player",
    ),
]

STRANGERS = ("net", "rule", "simple")  # who plays by default: our own, and others

COLUMNS = {
    "log_probability": "log-p",
    "gain": "gain",
    "deal": "deal",
    "accuracy": "hit",
    "false": "false",
    "entropy": "bits",
    "tightness": "tight",
    "reachable": "reach",
}


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="beliefs",
        cls=Commands,
        help="Measure how well beliefs predict the hidden cards.",
        rich_markup_mode="rich",
        no_args_is_help=True,
    )
    group.command(
        "eval",
        epilog=examples(
            "kibitz beliefs eval belote",
            "kibitz beliefs eval ohhell -o 'schedule=[6]' --belief bids --player smart",
            "kibitz beliefs eval belote --bidder improved_v2 --bidder roro --player rule",
            "kibitz beliefs eval belote --json > beliefs.json",
        ),
    )(evaluate)
    group.command(
        "games",
        epilog=examples(
            "kibitz beliefs games belote -n 2000 --bidder rule --bidder net -o games.corpus",
            "kibitz beliefs games belote -n 500 --bidder smart --player pimc_fast -o pimc.corpus",
        ),
    )(write_games)
    group.command(
        "samples",
        epilog=examples(
            "kibitz beliefs samples games.corpus --kind play -o play.samples",
            "kibitz beliefs samples games.corpus --kind value --games 500 -o values.npz",
        ),
    )(write_samples)
    app.add_typer(group)


def evaluate(
    game: GameArgument,
    belief: Annotated[
        list[str] | None,
        typer.Option(
            "--belief",
            help="Evaluate only this belief, beside uniform; may be repeated.",
            show_default="all",
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games to play.")] = 10,
    worlds: Annotated[
        int, typer.Option("--worlds", min=2, max=10_000, help="Worlds to sample at each view.")
    ] = 60,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            help="The bot that plays the games; with several, each plays its share of them.",
            show_default="net, rule and simple, if the game has them",
        ),
    ] = None,
    bidder: Bidders = None,
    seed: FirstSeed = 1,
    option: OptionTexts = None,
    as_json: Json = False,
) -> None:
    """Play games and compare each belief with the true deal at every bid and trick.

    n: views. log-p: log-probability of a hidden card's true location, in nats. gain: how much
    that is above uniform. deal: how much the log-probability of the whole deal is above uniform,
    over its hidden cards; unlike gain, it counts what a belief knows about cards together. hit:
    how often the most likely location is the true one. false: how often the truth was ruled out
    (must be 0). bits: the entropy of a card's location. tight: how much of the deal is
    determined, from 0 to 1. reach: how often the true deal has at least a thousandth of the mean
    weight. Ctrl-C shows the results so far.
    """
    from kibitz.arena.statistics import belief_quality

    rules = make_game(game, **parse_options(game, option))
    known = belief_quality.names(game)
    for name in belief or []:
        if name not in known:
            raise BadOption(f"{game} has no belief {name!r}; choose from {', '.join(known)}")
    asked = [belief_quality.UNIFORM, *(n for n in belief or known if n != belief_quality.UNIFORM)]
    found: belief_quality.Steps = {}
    tables = _tables(game, player or [n for n in STRANGERS if n in players.names(game)], bidder)
    interrupted = False
    with _progress(games, wanted=not as_json) as (advance, report):
        for i in range(games):
            seats = [players.bot(game, tables[i % len(tables)]) for _ in range(rules.players)]
            try:
                belief_quality.evaluate(rules, seats, asked, seed + i, worlds, found, report)
            except KeyboardInterrupt:
                interrupted = True
                break
            advance()
    places = sorted(found, key=lambda place: _order(place[1], asked.index(place[0])))
    rows = [
        {"belief": name, "step": step}
        | found[name, step].means()
        | {"gain": found[name, step].gain(found[belief_quality.UNIFORM, step])}
        for name, step in places
    ]
    if as_json:
        names = player or list(STRANGERS)
        about = {"game": game, "players": names, "bidders": bidder or [], "worlds": worlds}
        print_json({**about, "rows": rows})
    else:
        _print(rows)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _tables(
    game: str, names: Sequence[str], bidders: Sequence[str] | None
) -> list[str | dict[str, Any]]:
    """Who plays: each player, or each bidder with the cards of each player."""
    from kibitz.arena.game_corpus import bids_of

    if not bidders:
        return list(names)
    return [{"bid": bids_of(game, b), "play": {"player": n}} for b in bidders for n in names]


def write_games(
    game: GameArgument,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Number of games.", show_default=False)
    ],
    output: OutputFile,
    bidder: Bidders = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", help="A bot that plays the cards; may be repeated."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="Game i is the game's for seed mix(seed, i).")
    ] = 0,
    workers: Annotated[
        int, typer.Option("--workers", help="Processes; 0 means one per core.", min=0)
    ] = 1,
    force: Annotated[
        bool, typer.Option("--force", help="Start over even if the file is already a corpus.")
    ] = False,
) -> None:
    """Write games between bots as a corpus: what belief networks are trained on.

    Half of the games have one bidder on all seats, the others one for each side, and the same for
    the players of the cards. After Ctrl-C, a crash or kill -9, run the same command to resume.
    """
    from kibitz.arena import game_corpus

    cards = player or ["rule"]
    with resumable(output), counting("games", games) as report:
        written = game_corpus.write(
            output, game, games, seed, bidders=bidder or cards, players=cards, workers=workers,
            force=force, report=report,
        )  # fmt: skip
    say(output, written)


def write_samples(
    corpora: Annotated[
        list[Path], typer.Argument(metavar="CORPUS...", help="Corpora of Belote, from `games`.")
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file to write: resumable, or with the ending .npz in one go.",
            show_default=False,
        ),
    ],
    kind: Annotated[
        Literal["bid", "play", "value"],
        typer.Option(
            "--kind",
            help="bid, play: positions and where the hidden cards are; value: decisions and what "
            "the deal came to.",
        ),
    ] = "play",
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, help="Only the first games.", show_default="all"),
    ] = None,
    each: Annotated[
        int, typer.Option("--each", min=1, max=64, help="Most positions of one game, drawn.")
    ] = 8,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Draws the positions.")] = 0,
    force: Annotated[
        bool, typer.Option("--force", help="Start over even if the file already has samples.")
    ] = False,
) -> None:
    """Write the samples of recorded games as arrays for a learner of your own.

    `kibitz train belote belief` and `value` make the same samples while they train. The file names
    its observation layout, whose name changes with its content. After Ctrl-C, a crash or kill -9,
    run the same command to resume (but not a .npz). Needs PyTorch.
    """
    from kibitz.arena.game_corpus import open_corpus
    from kibitz.core import registry
    from kibitz.learning import torch_extra as torch_extra  # its error names the extra

    game = open_corpus(corpora[0]).settings.game
    export_samples = registry.find("learning", game, "export_samples")
    sample_file = registry.find("learning", game, "sample_file")
    if export_samples is None or sample_file is None:
        raise BadOption(
            f"there are no samples of {game} to write, only of games with belief networks"
        )
    files = [str(path) for path in corpora]
    total = export_samples.count(files, games)
    if output.suffix == ".npz":
        with counting("games", total) as report:
            found = export_samples.write(output, files, kind, games, each, seed, report)
        typer.echo(f"{output}: {found:,} samples of {total:,} games.")
        return
    with resumable(output), counting("games", total) as report:
        written = sample_file.write(
            output, files, kind, games, each, seed, force=force, report=report
        )
    found = len(sample_file.open_samples(output))
    say(output, written, f"{found:,} samples of {total:,} games")


def _order(step: str, belief: int) -> tuple[str, int, int]:
    kind, number = step.split()
    return kind, int(number), belief


@contextlib.contextmanager
def _progress(
    total: int, *, wanted: bool
) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """Show a progress bar on a terminal; yield callbacks for a finished game and for a view."""
    if not wanted or not sys.stderr.isatty():
        yield (lambda: None), (lambda: None)
        return
    views = itertools.count(1)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=total)

        def report() -> None:
            progress.update(task, description=f"games ({next(views):,} views)")

        yield (lambda: progress.update(task, advance=1)), report


def _print(rows: list[dict[str, Any]]) -> None:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("step")
    table.add_column("belief")
    table.add_column("n", justify="right")
    for title in COLUMNS.values():
        table.add_column(title, justify="right")
    last = ""
    for row in rows:
        shown = [_number(name, row[name]) for name in COLUMNS]
        table.add_row(
            "" if row["step"] == last else row["step"], row["belief"], f"{row['views']:,}", *shown
        )
        last = row["step"]
    console().print(table)


def _number(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    if name in ("accuracy", "reachable"):
        return f"{100 * value:.0f} %"
    if name == "false":
        return f"{100 * value:.1f} %"
    return f"{value:z.2f}"
