"""Checks the arena's store, match by match and game by game, and repairs a copy of it.

A game that cannot be read is removed: the same command plays it again. A match that has lost its
bots or its description is removed with its games.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from kibitz.arena.store import rows
from kibitz.arena.store.schema import VERSION, bots, entrants, games, matches, schema
from kibitz.core.errors import KibitzError
from kibitz.core.findings import Findings

UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
SHOWN_MAX = 20  # numbers of games that one finding names


def check(connection: sa.Connection, *, repair: bool = False) -> Findings:
    """Read every match and every game; with `repair`, also remove what cannot be read."""
    found = Findings()
    ids = list(connection.execute(sa.select(matches.c.id).order_by(matches.c.id)).scalars())
    count = connection.execute(sa.select(sa.func.count()).select_from(games)).scalar_one()
    known = connection.execute(sa.select(sa.func.count()).select_from(bots)).scalar_one()
    found.counts = {"matches": len(ids), "bots": int(known), "games": int(count)}
    for match_id in ids:
        labels = _labels(connection, match_id)
        if isinstance(labels, str):
            found.add(f"match {match_id}", labels, "it is left out")
            if repair:
                _remove_match(connection, match_id)
        else:
            _check_games(connection, match_id, labels, found, repair)
    _check_orphans(connection, found, repair)
    if not connection.execute(sa.select(schema.c.version)).first():
        found.add("schema", "the version of the store is lost", "it is written again")
        if repair:
            connection.execute(schema.insert().values(version=VERSION))
    return found


def _labels(connection: sa.Connection, match_id: int) -> list[str] | str:
    """Return the labels of a match's entrants, or why the match is of no use."""
    row = connection.execute(sa.select(matches).where(matches.c.id == match_id)).one()
    try:
        json.loads(row.options), json.loads(row.settings)
    except UNREADABLE:
        return "its description cannot be read"
    query = (
        sa.select(entrants.c.place, entrants.c.label, bots.c.content)
        .outerjoin(bots, entrants.c.bot == bots.c.hash)
        .where(entrants.c.match == match_id)
        .order_by(entrants.c.place)
    )
    seats = connection.execute(query).all()
    try:
        for seat in seats:
            json.loads(seat.content)
    except UNREADABLE:
        return "one of its bots is lost"
    if not seats or [seat.place for seat in seats] != list(range(len(seats))):
        return "one of its entrants is lost"
    return [seat.label for seat in seats]


def _check_games(
    connection: sa.Connection, match_id: int, labels: list[str], found: Findings, repair: bool
) -> None:
    query = sa.select(games).where(games.c.match == match_id).order_by(games.c.number)
    found_rows = connection.execution_options(yield_per=1000).execute(query)
    bad = [int(row.number) for row in found_rows if not _is_readable(row, labels)]
    if not bad:
        return
    shown = " ".join(map(str, bad[:SHOWN_MAX])) + (" ..." if len(bad) > SHOWN_MAX else "")
    found.add(f"match {match_id}", f"games that cannot be read: {shown}", "play the match again")
    if repair:
        for number in bad:
            this = games.c.match == match_id, games.c.number == number
            connection.execute(sa.delete(games).where(*this))


def _is_readable(row: Any, labels: list[str]) -> bool:
    try:
        result = rows.result(row, labels, None)
        if row.actions is not None:
            list(map(int, row.actions.split()))
    except (KibitzError, *UNREADABLE):
        return False
    seats = len(result.seats)
    return seats == len(result.returns) == len(result.outcome)


def _check_orphans(connection: sa.Connection, found: Findings, repair: bool) -> None:
    gone = ~sa.exists().where(matches.c.id == games.c.match)
    query = sa.select(games.c.match, sa.func.count()).where(gone).group_by(games.c.match)
    for match_id, count in connection.execute(query).all():
        found.add(f"match {match_id}", f"it is lost ({count} games)", "its games are left out")
    if repair:
        connection.execute(sa.delete(games).where(gone))
        lost = ~sa.exists().where(matches.c.id == entrants.c.match)
        connection.execute(sa.delete(entrants).where(lost))


def _remove_match(connection: sa.Connection, match_id: int) -> None:
    connection.execute(sa.delete(games).where(games.c.match == match_id))
    connection.execute(sa.delete(entrants).where(entrants.c.match == match_id))
    connection.execute(sa.delete(matches).where(matches.c.id == match_id))
