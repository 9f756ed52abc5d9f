"""`kibitz doctor`: check this installation, and say what to do about what is missing or wrong."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import console, print_json
from kibitz.cli.serve import PORT

UNWELL = 1  # exit code
MARKS = {"ok": "ok", "missing": "-", "wrong": "WRONG"}
STYLES = {"ok": "green", "missing": "yellow", "wrong": "bold red"}


def register(app: typer.Typer) -> None:
    app.command("doctor", epilog=examples("kibitz doctor", "kibitz doctor --strict --json"))(doctor)


def doctor(
    port: Annotated[
        int, typer.Option("--port", help="The port of the server.", min=1, max=65535)
    ] = PORT,
    strict: Annotated[
        bool, typer.Option("--strict", help="Also exit with 1 if something is missing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check this installation: engine, page, models, stores, port, sandbox, extras.

    Nothing is changed. If a part is missing (-), Kibitz does less or runs slower; a part marked
    WRONG does not work, and makes the exit code 1.
    """
    from kibitz.cli.doctor.checks import every

    found = list(every(port))
    if as_json:
        print_json([check._asdict() for check in found])
    else:
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True)
        table.add_column()
        for check in found:
            mark = Text(MARKS[check.health], STYLES[check.health])
            table.add_row(mark, check.name, Text(check.detail))
            if check.advice:
                table.add_row("", "", Text(f"-> {check.advice}", "dim"))
        console().print(table)
        typer.echo(_verdict([check.health for check in found]))
    bad = ("wrong", "missing") if strict else ("wrong",)
    if any(check.health in bad for check in found):
        raise typer.Exit(UNWELL)


def _verdict(health: list[str]) -> str:
    wrong, missing = health.count("wrong"), health.count("missing")
    if wrong:
        return f"{wrong} wrong, {missing} missing."
    return f"All is well; {missing} optional parts are missing." if missing else "All is well."
