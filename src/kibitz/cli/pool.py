"""`kibitz pool`: write pools, files of solved deals, have them played, and inspect them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.block_file import OutputFile, say
from kibitz.cli.common.output import INTERRUPTED, Commands, print_json
from kibitz.cli.common.progress import counting
from kibitz.core import table_file
from kibitz.core.errors import KibitzError
from kibitz.core.plural import plural
from kibitz.games import names
from kibitz.search import deal_pool as pools

FAILED = 1
WRITE_HELP = (
    "Write random deals of {title} with their double-dummy values.\n\n"
    "{values} After Ctrl-C, a crash or kill -9, run the same command to resume: it writes only "
    "the blocks that are missing or damaged. The number of workers does not change the file."
)


class PoolCommands(Commands):
    """Refuse a game without a solver with the same named error as everywhere else."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in names() and pools.layout_of(cmd_name) is None:
            pools.Settings.make(cmd_name, 1, 0)  # raises the error
        return super().get_command(ctx, cmd_name)


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="pool",
        cls=PoolCommands,
        help="Write files of random deals with what they are worth, and inspect them.",
        no_args_is_help=True,
        rich_markup_mode="rich",
        epilog=examples(
            "kibitz pool belote -n 1000000 -o belote.pool",
            "kibitz pool codepiece -n 1000 --seed 7 -o codepiece.pool",
            "kibitz pool play belote.pool --player rule -o rule.layer",
            "kibitz pool info belote.pool",
        ),
    )
    for game in pools.games():
        layout = pools.layout_of(game)
        assert layout is not None, "games() lists only games with a layout"
        group.command(
            game,
            help=WRITE_HELP.format(title=game.capitalize(), values=layout.about),
            epilog=examples(
                f"kibitz pool {game} -n 1000 -o {game}.pool",
                f"kibitz pool {game} -n 1000 --seed 7 --workers 1 -o {game}.pool",
            ),
        )(write)
    group.command(
        "play",
        epilog=examples(
            "kibitz pool play belote.pool --player rule -o rule.layer",
            "kibitz pool play belote.pool --player pimc_fast -n 20000 -o pimc.layer",
        ),
    )(play)
    group.command(
        "info",
        epilog=examples(
            "kibitz pool info belote.pool", "kibitz pool info belote.pool --no-verify --json"
        ),
    )(info)
    group.command(
        "export",
        epilog=examples(
            "kibitz pool export belote.pool belote.npz", "kibitz pool export a.pool a.parquet"
        ),
    )(export)
    app.add_typer(group)


def write(
    ctx: typer.Context,
    deals: Annotated[
        int, typer.Option("--deals", "-n", help="Number of deals.", min=1, show_default=False)
    ],
    output: OutputFile,
    seed: Annotated[
        int, typer.Option("--seed", help="Deal i is the game's deal for seed mix(seed, i).")
    ] = 0,
    workers: Annotated[
        int, typer.Option("--workers", help="Threads; 0 means one per core.", min=0)
    ] = 0,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster",
            metavar="ADDRESS",
            help="Solve on a Ray cluster, given by its address or auto.",
            show_default=False,
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Start over even if the file is already a pool.")
    ] = False,
) -> None:
    game = str(ctx.info_name)  # the command is named after its game
    settings = pools.Settings.make(game, deals, seed)
    try:
        with counting("deals", settings.deals) as report:
            written = pools.write(
                output, game, deals, seed, workers=workers, force=force, report=report,
                cluster=cluster,
            )  # fmt: skip
    except KeyboardInterrupt:
        count = f"{_there(output):,} of {settings.deals:,} deals"
        typer.echo(f"Stopped: {count} are in {output}. Resume with:")
        typer.echo(f"  {settings.command(output)}")
        raise typer.Exit(INTERRUPTED) from None
    say(output, written)


def play(
    pool: Annotated[Path, typer.Argument(help="A pool file.", show_default=False)],
    player: Annotated[
        str, typer.Option("--player", help="The player on all four seats.", show_default=False)
    ],
    output: OutputFile,
    deals: Annotated[
        int, typer.Option("--deals", "-n", help="The first deals; 0 means all.", min=0)
    ] = 0,
    workers: Annotated[
        int, typer.Option("--workers", help="Threads or processes; 0 means one per core.", min=0)
    ] = 0,
    force: Annotated[
        bool, typer.Option("--force", help="Start over even if the file is already a layer.")
    ] = False,
) -> None:
    """Write what a player makes of the deals of a pool: a played layer.

    For each deal and trump, the side with more solved points plays the contract that it just makes
    double dummy. Resumes like a pool. A search that is limited by its simulations, not by time,
    writes the same file again.
    """
    from kibitz.arena import pool_layer

    opened = pools.open(pool)
    total = deals or len(opened)
    try:
        with counting("deals", total) as report:
            written = pool_layer.write(
                output, opened, player, deals, workers=workers, force=force, report=report
            )
    except KeyboardInterrupt:
        count = f"{_there(output, pools.LayerSettings):,} of {total:,} deals"
        typer.echo(f"Stopped: {count} are in {output}. The same command resumes.")
        raise typer.Exit(INTERRUPTED) from None
    say(output, written)


def _there(path: Path, kind: type[pools.Settings] = pools.Settings) -> int:
    """Return the number of deals in an unfinished file, 0 if it is not a pool yet."""
    try:
        return pools.examine(path, verify=False, kind=kind).deals
    except KibitzError:
        return 0


def info(
    file: Annotated[Path, typer.Argument(help="A pool or layer file.", show_default=False)],
    verify: Annotated[
        bool, typer.Option("--verify/--no-verify", help="Verify the checksums of all blocks.")
    ] = True,
    as_json: Json = False,
) -> None:
    """Show what a pool or a layer contains, and whether it is complete and intact.

    The exit code is 1 if blocks are damaged or missing.
    """
    found = pools.examine(file, verify=verify, kind=pools.kind_of(file))
    if as_json:
        print_json(_facts(found))
    else:
        _show(file, found)
    if not found.finished:
        raise typer.Exit(FAILED)


def export(
    file: Annotated[Path, typer.Argument(help="A complete pool file.", show_default=False)],
    output: Annotated[Path, typer.Argument(help="A .npz or .parquet file.", show_default=False)],
    layers: Annotated[
        list[Path] | None,
        typer.Option("--layer", metavar="FILE", help="Add a played layer; may be repeated."),
    ] = None,
) -> None:
    """Write a pool as arrays: the seat that holds each card, the dealer, and the values.

    With layers, only the deals that all of them have; each adds an array named after its player.
    """
    pool = pools.open(file)
    opened = [pools.open_layer(path, pool) for path in layers or []]
    rows = slice(min([len(pool), *(len(one) for one in opened)]))
    columns = {
        "holders": pool.holders(rows),
        "dealer": np.asarray(pool.dealer[rows]),
        "values": np.asarray(pool.values[rows]),
    }
    columns |= {one.settings.player: np.asarray(one.values[rows]) for one in opened}
    table_file.write(output, columns)
    typer.echo(f"{output}: {plural(rows.stop, 'deal')} of {pool.game}.")


def _facts(found: pools.Examined) -> dict[str, Any]:
    s = found.settings
    played = {"player": s.player} if isinstance(s, pools.LayerSettings) else {}
    return played | {
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
    deals = plural(s.deals, "deal")
    played = f", played by {s.player}" if isinstance(s, pools.LayerSettings) else ""
    typer.echo(f"{file}: {deals} of {s.game}, seed {s.seed}, rules version {s.rules}{played}")
    typer.echo(
        f"  {found.size:,} bytes, {s.row_size} per deal; "
        f"{plural(s.blocks, 'block')} of {plural(s.block, 'deal')}"
    )
    checked = "all checksums match" if found.verified else "checksums not verified"
    if found.finished:
        typer.echo(f"  complete, {checked}")
        return
    if found.damaged:
        typer.echo(f"  DAMAGED: {plural(len(found.damaged), 'block')} with a wrong checksum")
    done = f"{found.deals:,} of {plural(s.deals, 'deal')}"
    typer.echo(f"  {done} done; write the rest with: {s.command(file)}")
