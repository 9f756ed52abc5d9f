"""Checks a store of tables by replaying everything in it, and repairs a copy of it.

Each table replays from its setup and its events. Where one does not, the events up to there still
stand: repairing cuts the table off after them, so that the game continues from the last position
that is certain. Records of finished games are replayed too; a missing one is made again from the
events of its table.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from kibitz.core.errors import KibitzError
from kibitz.core.findings import Findings
from kibitz.games.recorded import game_of
from kibitz.table.errors import DamagedTable
from kibitz.table.finished import record_row
from kibitz.table.store import EVENTS, RECORD_PLAYERS, RECORDS, SETTINGS, TABLES, replay
from kibitz.table.table import Table

UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def check(connection: sa.Connection, *, repair: bool = False) -> Findings:
    """Replay every table and record; with `repair`, also remove what does not replay."""
    found = Findings()
    ids = list(connection.execute(sa.select(TABLES.c.id).order_by(TABLES.c.id)).scalars())
    events = connection.execute(sa.select(sa.func.count()).select_from(EVENTS)).scalar_one()
    found.counts = {"tables": len(ids), "events": int(events), "records": 0}
    finished: dict[str, dict[str, Any]] = {}
    for table_id in ids:
        _check_table(connection, str(table_id), found, finished, repair)
    _check_orphans(connection, found, repair)
    _check_records(connection, found, finished, repair)
    if ids and not connection.execute(sa.select(SETTINGS.c.name)).first():
        found.add("settings", "the server's key is lost", "a new one is made: people log in again")
    return found


def _check_table(
    connection: sa.Connection,
    table_id: str,
    found: Findings,
    finished: dict[str, dict[str, Any]],
    repair: bool,
) -> None:
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table_id)).one()
    query = sa.select(EVENTS).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
    kept = connection.execute(query).all()
    whole, last, before = -1, None, "waiting"
    try:
        for last in replay(row, kept):
            whole = last.seq
            if last.status == "over" != before and not last.abandoned:
                _note_finished(last, finished)
            before = last.status
    except DamagedTable as error:
        text = "no event of it can be used" if whole < 0 else f"events after {whole} are removed"
        found.add(f"table {table_id}", str(error), text)
        if repair:
            late = EVENTS.c.table_id == table_id, EVENTS.c.seq > whole
            connection.execute(sa.delete(EVENTS).where(*late))
            over = sa.update(TABLES).where(TABLES.c.id == table_id)
            if whole < 0:
                connection.execute(sa.delete(TABLES).where(TABLES.c.id == table_id))
            else:  # the server looks at it when it starts
                connection.execute(over.values(over=False))


def _note_finished(table: Table, finished: dict[str, dict[str, Any]]) -> None:
    row = record_row(table)
    players = [seat.player for seat in table.seats if seat.player is not None]
    finished[row["id"]] = {"row": row, "players": players}


def _check_orphans(connection: sa.Connection, found: Findings, repair: bool) -> None:
    """Find events of tables that are gone."""
    gone = ~sa.exists().where(TABLES.c.id == EVENTS.c.table_id)
    query = sa.select(EVENTS.c.table_id, sa.func.count()).where(gone).group_by(EVENTS.c.table_id)
    for table_id, count in connection.execute(query).all():
        found.add(f"table {table_id}", f"its setup is lost ({count} events)", "it is left out")
    if repair:
        connection.execute(sa.delete(EVENTS).where(gone))


def _check_records(
    connection: sa.Connection, found: Findings, finished: dict[str, dict[str, Any]], repair: bool
) -> None:
    kept = set()
    for record_id in list(connection.execute(sa.select(RECORDS.c.id)).scalars()):
        row = connection.execute(sa.select(RECORDS).where(RECORDS.c.id == record_id)).one()
        problem = _record_problem(row)
        if problem is None:
            kept.add(record_id)
            continue
        again = "it is made again" if record_id in finished else "it is left out"
        found.add(f"record {record_id}", problem, again)
        if repair:
            connection.execute(sa.delete(RECORDS).where(RECORDS.c.id == record_id))
    found.counts["records"] = len(kept)
    for record_id, one in finished.items():
        if record_id in kept:
            continue
        if not any(finding.what == f"record {record_id}" for finding in found.wrong):
            found.add(f"record {record_id}", "it is missing", "it is made again")
        if repair:
            connection.execute(sa.insert(RECORDS), one["row"])
            sat = {"record_id": record_id}
            connection.execute(
                sa.delete(RECORD_PLAYERS).where(RECORD_PLAYERS.c.record_id == record_id)
            )
            for player in one["players"]:
                connection.execute(sa.insert(RECORD_PLAYERS), sat | {"player": player})


def _record_problem(row: Any) -> str | None:
    """Return why a record cannot be replayed or listed; None if it can."""
    try:
        record = json.loads(row.record)
        json.loads(row.about)["seats"]
        game = game_of(record)
        if record["rules"] == game.version:  # those of other versions cannot be replayed here
            game.replay(record)
    except KibitzError as error:
        return f"it does not replay: {error.code}"
    except UNREADABLE:
        return "it cannot be read"
    return None
