"""`kibitz models`: list the networks with hash, size, strength and command; fetch further ones."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from kibitz.bots.models import ENDING, find_model
from kibitz.cli.bots import LIST, ListUnlessSaid
from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import console, print_json
from kibitz.core.home import models_path
from kibitz.nets import weights

SHORT = 12  # digits of a hash in the list; --json and show have them all
COMMAND_MAX = 160  # letters of a command in the list; the same
STRENGTH_LINES_MAX = 4


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="models",
        cls=ListUnlessSaid,
        help="List the installed networks, show one, or fetch another.",
        rich_markup_mode="rich",
        epilog=examples(
            "kibitz models",
            "kibitz models show ohhell_net.safetensors",
            "kibitz models fetch https://example.org/big.safetensors --sha256 HASH",
        ),
    )
    group.command(LIST, epilog=examples("kibitz models list --json"))(list_models)
    group.command("show", epilog=examples("kibitz models show qwixx_net.safetensors"))(show)
    group.command(
        "fetch",
        epilog=examples("kibitz models fetch https://example.org/big.safetensors --sha256 HASH"),
    )(fetch)
    app.add_typer(group)


def list_models(as_json: Json = False) -> None:
    """List the shipped and the fetched networks."""
    rows = [
        facts(folder / name, entry)
        for folder in (weights.MODELS, models_path())
        for name, entry in sorted(weights.manifest_of(folder).items())
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column()
        name = Text(row["name"].removesuffix(ENDING), "bold")
        table.add_row(name, f"{size_text(row['bytes'])}, sha256 {row['sha256'][:SHORT]}")
        table.add_row("  strength", Text(first_lines(row["strength"])))
        table.add_row("  command", Text(beginning(row["command"] or "-")))
        console().print(table)
    console().print("Next: kibitz models show NAME prints everything; fetch URL gets another one.")


def show(
    name: Annotated[str, typer.Argument(help="A model's file name, with or without its ending.")],
    as_json: Json = False,
) -> None:
    """Show everything about a network: its hash, its strength, and how it was trained."""
    file = find_model(name if name.endswith(ENDING) else f"{name}{ENDING}", None)
    row = facts(file, weights.manifest_of(file.parent).get(file.name, {}))
    if as_json:
        print_json(row)
        return
    typer.echo(f"{row['name']}: {row['about'] or 'no description'}")
    typer.echo(f"file      {file}\nsize      {row['bytes']:,} bytes\nsha256    {row['sha256']}")
    for key in ("game", "command", "commit", "url"):
        if row[key]:
            typer.echo(f"{key:9} {row[key]}")
    for i, line in enumerate(row["strength"]):
        typer.echo(f"{'' if i else 'strength':9} {line}")


def fetch(
    url: Annotated[str, typer.Argument(help="The address of a .safetensors file.")],
    sha256: Annotated[
        str,
        typer.Option("--sha256", metavar="HASH", help="Its SHA-256; other files are rejected."),
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", help="The name to store it under.", show_default="as in the URL"),
    ] = None,
) -> None:
    """Fetch a network into your Kibitz folder, and check its hash.

    A spec uses it by name: [dim]model = "NAME.safetensors"[/dim].
    """
    from kibitz.nets.fetch import fetch as download

    file = download(url, sha256, name)
    typer.echo(f"{file.name} is in {file.parent}")


def facts(file: Path, entry: dict[str, Any]) -> dict[str, Any]:
    """Return a model as plain data; the hash is the manifest's, checked whenever it is loaded."""
    return {
        "name": file.name,
        "game": entry.get("game"),
        "shipped": file.parent == weights.MODELS,
        "bytes": file.stat().st_size if file.is_file() else 0,
        "sha256": entry.get("sha256", ""),
        "about": entry.get("about"),
        "command": entry.get("command"),
        "commit": entry.get("commit"),
        "url": entry.get("url"),
        "strength": entry.get("strength") or [],
    }


def first_lines(strength: list[str]) -> str:
    """Return the first lines of a strength, and how many follow."""
    shown = strength[:STRENGTH_LINES_MAX]
    more = len(strength) - len(shown)
    return "\n".join([*shown, f"and {more} more"] if more else shown) or "-"


def beginning(command: str) -> str:
    """Return the beginning of a command that may go on for pages."""
    return textwrap.shorten(command, COMMAND_MAX, placeholder=" ...")


def size_text(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.0f} kB"
