"""`kibitz store`: check, back up and restore a server's tables and the arena's results."""

from __future__ import annotations

import typer

from kibitz.cli.common.arguments import examples
from kibitz.cli.common.output import Commands
from kibitz.cli.store.backup import backup
from kibitz.cli.store.check import check
from kibitz.cli.store.restore import restore


def register(app: typer.Typer) -> None:
    group = typer.Typer(
        name="store",
        cls=Commands,
        help="Check, back up and restore what is stored: the server's tables, the arena's results.",
        rich_markup_mode="rich",
        no_args_is_help=True,
        epilog=examples("kibitz store check", "kibitz store backup"),
    )
    group.command(
        "check",
        epilog=examples(
            "kibitz store check",
            "kibitz store check tables --repair",
            "kibitz store check postgresql://kibitz@localhost/kibitz --kind tables",
        ),
    )(check)
    group.command(
        "backup",
        epilog=examples(
            "kibitz store backup",
            "kibitz store backup tables --to /srv/backups/monday.db",
        ),
    )(backup)
    group.command(
        "restore",
        epilog=examples(
            "kibitz store restore monday.db",
            "kibitz store restore monday.db --replace",
            "kibitz store restore monday.db --store postgresql://kibitz@localhost/kibitz",
        ),
    )(restore)
    app.add_typer(group)
