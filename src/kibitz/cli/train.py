"""`kibitz train`: train a network with one of the recipes, with checkpoints and metrics."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.common import completion
from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import INTERRUPTED, console, print_json
from kibitz.cli.common.progress import duration
from kibitz.core.errors import BadOption

RUNS = Path("runs")
EXAMPLES = (
    "kibitz train --list",
    "kibitz train ohhell --minutes 10",
    "kibitz train belote --config run.toml --set lr=1e-4 --set trunk=512,512",
    "kibitz train --resume runs/PPO_K3X9QA",
    "kibitz train --serve",
    "kibitz train qwixx value -o value.safetensors",
    "kibitz train belote transformer --set pool=belote.pool -o transformer.safetensors",
)


def register(app: typer.Typer) -> None:
    app.command("train", epilog=examples(*EXAMPLES))(train)


def train(
    game: Annotated[
        str | None,
        typer.Argument(help="The game to learn.", autocompletion=completion.games),
    ] = None,
    recipe: Annotated[str, typer.Argument(help="The recipe; --list shows all.")] = "ppo",
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings.")] = None,
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Override a setting; may be repeated."),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(help="Wall-clock limit of the run, in minutes.", min=0)
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Resume a run from its folder or one of its checkpoints.")
    ] = None,
    init_weights: Annotated[
        Path | None, typer.Option(help="Start from the weights of a snapshot or checkpoint.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Name of the run.", show_default="generated")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Folder for runs; for the recipes value, moments and transformer, the file.",
            show_default="runs",
        ),
    ] = None,
    serve: Annotated[
        bool,
        typer.Option("--serve", help="Open the training page, with this run if a game is named."),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            help="Port of the training page; 0 picks any free one.",
            min=0,
            max=65535,
            show_default="8642",
        ),
    ] = None,
    share: Annotated[
        bool, typer.Option("--share", help="With --serve: also listen on your local network.")
    ] = False,
    list_all: Annotated[bool, typer.Option("--list", help="List recipes and settings.")] = False,
    as_json: Json = False,
) -> None:
    """Train a network for a game.

    Each run has its own folder with checkpoints, snapshots and metrics. Ctrl-C stops a run cleanly,
    and --resume continues from its last checkpoint. Settings from --config override the recipe's,
    and those from --set override both.
    """
    from kibitz.learning import recipe as recipes
    from kibitz.learning.config import run_to_resume

    if list_all:
        _list(game, recipe, as_json)
        return
    if init_weights is None:
        resume = resume or run_to_resume(config)
    if serve and resume is not None:
        raise BadOption("--serve does not resume: open the run on the training page, and resume it")
    if not serve and (port is not None or share):
        raise BadOption("--port and --share belong to the training page: add --serve")
    if serve:
        _serve(game, recipe, config, sets or [], minutes, init_weights, name, output, port, share)
        return
    given = [*(sets or [])]
    given += [f"minutes={minutes}"] if minutes is not None else []
    given += [f"init_weights={init_weights}"] if init_weights is not None else []
    given += [f"name={name}"] if name is not None else []
    if resume is None and game is None:
        raise BadOption("name the game to train for; kibitz train --list shows the recipes")
    if game is not None and not recipes.find(game, recipe).staged:
        own = importlib.import_module(f"kibitz.cli.common.train_{recipe}")
        own.train(config, given, output, as_json)
        return
    from kibitz.learning import start

    if resume is not None:
        run, found = start.resumed(resume, given, game, config)
    else:
        assert game is not None
        run, found = start.begun(recipes.find(game, recipe), config, given, output or RUNS), None
    from kibitz.cli.common.train_display import display

    with display(run) as show:
        run.show = show
        state = run.go(found)
    _end(run, state, as_json)


def _serve(
    game: str | None,
    recipe: str,
    config: Path | None,
    sets: list[str],
    minutes: float | None,
    init_weights: Path | None,
    name: str | None,
    output: Path | None,
    port: int | None,
    share: bool,
) -> None:
    """Open the training page; a run that is named starts as a process of its own."""
    from kibitz.cli import serve
    from kibitz.server.training import launch
    from kibitz.server.training.runs import Runs

    runs, page = Runs(output or RUNS), serve.TRAINING
    if game is not None:
        given = [*sets, *([f"minutes={minutes}"] if minutes is not None else [])]
        run = launch.begin(runs, game, recipe, name, _values(given), init_weights, config)
        page = f"{serve.TRAINING}/live/{run}"
        typer.echo(f"run {runs.root / run}")
    host = serve.EVERYWHERE if share else serve.LOOPBACK[0]
    is_tty = sys.stdout.isatty()
    serve.open_server(
        serve.PORT if port is None else port, host, None, is_tty, None, None, None, None, None,
        False, output or RUNS, share, page,
    )  # fmt: skip


def _values(sets: list[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in sets]
    return {name.strip(): value for name, _, value in pairs}


def _end(run: Any, state: str, as_json: bool) -> None:
    path = run.folder.path
    if as_json:
        snapshot = run.folder.newest_snapshot()
        summary = {"run": str(path), "state": state, "step": run.step, "seconds": run.seconds}
        print_json(summary | {"snapshot": None if snapshot is None else str(snapshot)})
    else:
        typer.echo(f"{path}: {state} after {run.step:,} steps, {duration(run.seconds)}")
        if state == "stopped":
            typer.echo(f"Resume with: kibitz train --resume {path}")
        else:
            typer.echo(f"Evaluate with: kibitz evaluate {path}")
    if run.stopping == "SIGINT":
        raise typer.Exit(INTERRUPTED)


def _list(game: str | None, recipe: str, as_json: bool) -> None:
    """List all recipes, or those of one game with their settings."""
    from rich.table import Table
    from rich.text import Text

    from kibitz.learning import config as configs
    from kibitz.learning import recipe as recipes

    found = [one for one in recipes.listing() if game is None or one.game in (game, recipes.ANY)]
    if as_json:
        rows = [
            {"game": r.game, "recipe": r.what, "about": r.module.ABOUT, "reached": r.module.REACHED}
            for r in found
        ]
        print_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    for name in ("game", "recipe", "what it does", "reached"):
        table.add_column(name, overflow="fold")
    for one in found:
        table.add_row(one.game, one.what, one.module.ABOUT, one.module.REACHED or "not measured")
    out = console()
    out.print(table)
    others = " and ".join(name for name in recipes.STAGES if name != recipes.DEFAULT)
    out.print(f"\nWherever there is ppo, there are also {others}: one stage each, same settings.")
    if game is None:
        out.print("Next: kibitz train GAME [RECIPE] --list describes all settings.")
    else:
        chosen = recipes.find(game, recipe)
        out.print(f"\nsettings of {game} {recipe} (--set KEY=VALUE):\n")
        grid = Table.grid(padding=(0, 2))
        grid.add_column(overflow="fold", max_width=36)
        grid.add_column(overflow="fold")
        for field in configs.fields(chosen.module.Settings):
            grid.add_row(Text(f"{field.name}={configs.word_of(field.default)}"), Text(field.help))
        out.print(grid)
