"""`kibitz store check`: read and replay everything that is stored, and repair what can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.common.arguments import Json
from kibitz.cli.common.output import print_json
from kibitz.cli.store.kinds import Found, KindOption, StoreArgument, stores
from kibitz.core.errors import BadOption
from kibitz.core.sql import BadStore

if TYPE_CHECKING:
    from kibitz.core.findings import Findings

DAMAGED = 1  # exit code


@dataclass
class Verdict:
    """What is known about one store after checking it."""

    found: Found
    structure: list[str] = field(default_factory=list)  # what the database itself finds wrong
    content: Findings | None = None  # what does not replay; None where it could not be read
    repaired: bool = False
    aside: Path | None = None  # the damaged store, once a repaired one is in its place
    lost: dict[str, int] = field(default_factory=dict)  # rows that cannot be read, by table

    @property
    def sound(self) -> bool:
        return not self.structure and self.content is not None and not self.content.wrong


def check(
    store: StoreArgument = None,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Replace it with a repaired copy; keep the damaged file."),
    ] = False,
    kind: KindOption = None,
    as_json: Json = False,
) -> None:
    """Check stores: their structure, and that every table, record and game can be read.

    A server may be running, except with --repair. Exits with 1 if anything is wrong.
    """
    verdicts = []
    for found in stores(store, kind):
        verdict = examine(found)
        if repair and not verdict.sound:
            mend(verdict)
        verdicts.append(verdict)
        if not as_json:
            _print(verdict)
    if as_json:
        print_json([_plain(verdict) for verdict in verdicts])
    if any(not verdict.sound and not verdict.repaired for verdict in verdicts):
        raise typer.Exit(DAMAGED)


def examine(found: Found) -> Verdict:
    """Check a store without changing it."""
    from kibitz.cli.store.access import reading
    from kibitz.core.sql_files import problems, readable

    verdict = Verdict(found)
    if found.file is not None:
        with readable(found.file) as connection:
            verdict.structure = problems(connection)
    try:
        with reading(found) as connected:
            verdict.content = found.kind.check(connected)
    except BadStore as error:
        if not verdict.structure:
            verdict.structure = [str(error)]
    return verdict


def mend(verdict: Verdict) -> None:
    """Put a repaired copy in the place of a damaged file."""
    from kibitz.cli.store.access import alone
    from kibitz.core.sql_copy import engine_of_file, salvage_store
    from kibitz.core.sql_files import new_file, problems, readable, swap

    found = verdict.found
    if found.file is None:
        raise BadOption(
            "a database on a server cannot be repaired in place: back it up, repair the backup, "
            "and restore it into an empty database"
        )
    file = found.file.resolve()
    with alone(found), new_file(file) as copied:
        engine = engine_of_file(copied)
        writer = engine.execution_options(writes=True)
        with readable(file) as source, writer.begin() as connection:
            verdict.lost = salvage_store(source, connection, found.kind.metadata)
            verdict.content = found.kind.check(connection, repair=True)
        engine.dispose()
        with readable(copied) as connected:
            left = problems(connected)
        if left:
            raise BadStore(f"the repaired copy of {found.shown} is not sound: {left[0]}")
        verdict.aside = swap(copied, file, "damaged")
    verdict.repaired = True


def _print(verdict: Verdict) -> None:
    counts = verdict.content.counts if verdict.content is not None else {}
    held = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    state = "sound" if verdict.sound else "repaired" if verdict.repaired else "damaged"
    typer.echo(f"{verdict.found.kind.name}: {verdict.found.shown} is {state} ({held or 'unread'})")
    for line in verdict.structure:
        typer.echo(f"  structure: {line}")
    for table, rows in verdict.lost.items():
        typer.echo(f"  {table}: about {rows} rows cannot be read")
    for one in verdict.content.wrong if verdict.content is not None else ():
        typer.echo(f"  {one.what}: {one.problem}; {one.remedy}")
    if verdict.aside is not None:
        typer.echo(f"  the damaged store is now {verdict.aside}")
    elif not verdict.sound and verdict.found.file is not None:
        typer.echo("Next: stop the server, then run kibitz store check --repair.")


def _plain(verdict: Verdict) -> dict[str, Any]:
    content = verdict.content
    return {
        "kind": verdict.found.kind.name,
        "store": verdict.found.shown,
        "sound": verdict.sound,
        "repaired": verdict.repaired,
        "structure": verdict.structure,
        "counts": content.counts if content is not None else None,
        "wrong": [one._asdict() for one in content.wrong] if content is not None else [],
        "lost": verdict.lost,
        "damaged": str(verdict.aside) if verdict.aside is not None else None,
    }
