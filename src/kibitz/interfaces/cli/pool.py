"""`kibitz pool`: write files of solved deals, and look at one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.core.errors import KibitzError
from kibitz.games import names
from kibitz.interfaces.cli.arguments import Json, examples
from kibitz.interfaces.cli.counting import counting
from kibitz.interfaces.cli.report import INTERRUPTED, Commands, print_json
from kibitz.search import pool as pools

FAILED = 1
WRITE_HELP = (
    "Write random deals of {title} with their double-dummy values.\n\n"
    "{values} After Ctrl-C, a crash or kill -9 the same command goes on: only blocks that are "
    "missing or damaged are made. The file is the same whatever the number of workers."
)
VALUES = {
    "belote": "For each trump the points of NS with the last trick or the capot, the seat on the "
    "dealer's left leading.",
    "codepiece": "For each bidder, who leads, and each trump the tricks of the bidder's side.",
}


class PoolCommands(Commands):
    """A game that cannot be solved is refused by name, like everywhere else."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in names() and cmd_name not in pools.GAMES:
            pools.Settings.make(cmd_name, 1, 0)  # says why
        return super().get_command(ctx, cmd_name)


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="pool",
        cls=PoolCommands,
        help="Write files of random deals with their double-dummy values, and look at one.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        epilog=examples(
            "kibitz pool belote -n 1000000 -o belote.pool",
            "kibitz pool codepiece -n 1000 --seed 7 -o codepiece.pool",
            "kibitz pool info belote.pool",
        ),
    )
    for game in pools.GAMES:
        group.command(
            game,
            help=WRITE_HELP.format(title=game.capitalize(), values=VALUES[game]),
            epilog=examples(
                f"kibitz pool {game} -n 1000 -o {game}.pool",
                f"kibitz pool {game} -n 1000 --seed 7 --workers 1 -o {game}.pool",
            ),
        )(write)
    group.command(
        "info",
        epilog=examples(
            "kibitz pool info belote.pool", "kibitz pool info belote.pool --no-verify --json"
        ),
    )(info)
    app.add_typer(group)


def write(
    ctx: typer.Context,
    deals: Annotated[
        int, typer.Option("--deals", "-n", help="How many deals.", min=1, show_default=False)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file.", show_default=False)
    ],
    seed: Annotated[
        int, typer.Option("--seed", help="Deal i is that of the game for the seed mix(seed, i).")
    ] = 0,
    workers: Annotated[
        int, typer.Option("--workers", help="Threads; 0 takes one a core.", min=0)
    ] = 0,
    force: Annotated[
        bool, typer.Option("--force", help="Begin anew where the file is a pool already.")
    ] = False,
) -> None:
    game = str(ctx.info_name)  # the command has the name of its game
    settings = pools.Settings.make(game, deals, seed)
    try:
        with counting("deals", settings.deals) as tell:
            written = pools.write(
                output, game, deals, seed, workers=workers, force=force, tell=tell
            )
    except KeyboardInterrupt:
        count = f"{_there(output):,} of {settings.deals:,} deals"
        typer.echo(f"Stopped: {count} are in {output}. This goes on:")
        typer.echo(f"  {settings.command(output)}")
        raise typer.Exit(INTERRUPTED) from None
    if written.made == 0:
        typer.echo(f"{output} is finished already: {settings}. --force writes it anew.")
        return
    more = f", {written.made:,} of them now" if written.kept else ""
    typer.echo(f"{output}: {settings}{more}.")


def _there(path: Path) -> int:
    """How many deals a file has that was just being written, if it has come to that."""
    try:
        return pools.examine(path, verify=False).deals
    except KibitzError:
        return 0


def info(
    file: Annotated[Path, typer.Argument(help="A pool.", show_default=False)],
    verify: Annotated[
        bool, typer.Option("--verify/--no-verify", help="Compare the checksums of all blocks.")
    ] = True,
    as_json: Json = False,
) -> None:
    """Tell what a pool is, how far it got, and whether it is whole.

    Exit code 1 if blocks are damaged or missing.
    """
    found = pools.examine(file, verify=verify)
    if as_json:
        print_json(_facts(found))
    else:
        _show(file, found)
    if not found.finished:
        raise typer.Exit(FAILED)


def _facts(found: pools.Examined) -> dict[str, Any]:
    s = found.settings
    return {
        "game": s.game,
        "rules": s.rules,
        "seed": s.seed,
        "deals": s.deals,
        "there": found.deals,
        "bytes": found.size,
        "blocks": s.blocks,
        "missing": list(found.missing),
        "damaged": list(found.damaged),
        "verified": found.verified,
        "finished": found.finished,
    }


def _show(file: Path, found: pools.Examined) -> None:
    s = found.settings
    typer.echo(f"{file}: {s.deals:,} deals of {s.game}, seed {s.seed}, rules version {s.rules}")
    typer.echo(
        f"  {found.size:,} bytes, {s.row_size} a deal; {_blocks(s.blocks)} of {s.block} deals"
    )
    checked = "all checksums fit" if found.verified else "checksums not compared"
    if found.finished:
        typer.echo(f"  finished, {checked}")
        return
    if found.damaged:
        typer.echo(f"  DAMAGED: the checksums of {_blocks(len(found.damaged))} do not fit")
    typer.echo(f"  {found.deals:,} deals are there; this makes the others: {s.command(file)}")


def _blocks(count: int) -> str:
    return f"{count:,} block" + ("" if count == 1 else "s")
