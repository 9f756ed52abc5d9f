"""Read the arena's store: `python -m kibitz.server.arena_reader` prints the leaderboards.

Rating many games takes seconds of CPU time, so the server runs this in a separate process; single
games are quick to read and are read in the server.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC
from typing import Any

from kibitz.arena.board import columns
from kibitz.arena.board.anchor import ZERO
from kibitz.arena.board.board import Board, boards
from kibitz.arena.board.columns import Column, Places, Value
from kibitz.arena.board.counts import Row
from kibitz.arena.result import MatchInfo, Result
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.store.location import open_store
from kibitz.arena.store.store import Store
from kibitz.core.errors import KibitzError
from kibitz.core.sql import BadStore
from kibitz.games import find
from kibitz.games.recorded import game_of
from kibitz.table.projection import position_at, record_history


class UnknownArenaGame(KibitzError):
    """A match has no such game, or the game's actions were not saved."""

    code = "unknown_arena_game"


def opened() -> Store | None:
    """Open the store; None if there is none."""
    try:
        return open_store(create=False)
    except BadStore:
        return None


def everything() -> dict[str, Any]:
    """Return all leaderboards and matches."""
    store = opened()
    if store is None:
        return {"boards": [], "matches": []}
    with store:
        return {
            "boards": [_board(board) for board in boards(store)],
            "matches": [_match(match) for match in reversed(store.matches())],
        }


def mark() -> str:
    """Return a text that changes with every game added."""
    store = opened()
    if store is None:
        return ""
    with store:
        return " ".join(f"{match.id}:{match.games}" for match in store.matches())


def games_of(match_id: int, offset: int, limit: int) -> list[dict[str, Any]]:
    """Return a page of a match's games, in schedule order."""
    with _must_open() as store:
        found = store.games(match_id, offset=offset, limit=limit)
        return [_game(result) for result in found]


def game_record(match_id: int, number: int) -> dict[str, Any]:
    """Return one game in the form of the record page."""
    with _must_open() as store:
        match, result = store.match(match_id), _one(store, match_id, number)
    record = json.loads(str(result.record))
    state = game_of(record).replay(record)
    seats = list(result.seats)
    summary = {
        "record": f"{match_id}.{number}",
        "table": f"match {match_id}",
        "game": match.game,
        "title": find(match.game).title,
        "options": match.options,
        "seats": seats,
        "bots": seats,
        "returns": list(result.returns),
        "outcome": list(result.outcome),
        "plies": len(state.actions),
        "your_seat": None,
        "peeks": [0] * len(seats),
        "resigned": None,
        "origin": None,
        "bids": None,
        "review": None,
        "ended": match.created.replace(tzinfo=UTC).timestamp(),
    }
    return {
        "summary": summary,
        "record": str(result.record),
        "seal": "",
        "salt": "",
        "seed": str(result.seed),
        "history": record_history(state, seats),
    }


def game_position(match_id: int, number: int, ply: int, seat: int | None) -> dict[str, Any]:
    with _must_open() as store:
        result = _one(store, match_id, number)
    record = json.loads(str(result.record))
    state = game_of(record).replay(record)
    if ply > len(state.actions):
        raise UnknownArenaGame(f"the game has positions 0 to {len(state.actions)}")
    if seat is not None:
        state.game.check_seat(seat)
    return position_at(state, ply, seat, open_cards=True)


def _one(store: Store, match_id: int, number: int) -> Result:
    for result in store.games(match_id, offset=number, limit=1, records=True):
        if result.number == number and result.record is not None:
            return result
    raise UnknownArenaGame(f"match {match_id} has no game {number} that can be replayed")


def _must_open() -> Store:
    store = opened()
    if store is None:
        raise UnknownArenaGame("the arena is empty; play matches with kibitz arena")
    return store


def _board(board: Board) -> dict[str, Any]:
    rows = board.rows()
    listed = columns.shown(rows)
    return {
        "game": board.game,
        "title": find(board.game).title,
        "words": board.title,
        "games": board.games,
        "anchor": ZERO,
        "even": rows[0].even if rows[0].score is not None else None,
        "columns": [_column(column) for column in listed],
        "rows": [_row(row, listed) for row in rows],
    }


def _column(column: Column) -> dict[str, Any]:
    words = {"key": column.key, "title": column.title, "help": column.help}
    return words | {"format": column.format, "detail": column.detail}


def _row(row: Row, listed: list[Column]) -> dict[str, Any]:
    return {
        "bot": row.label,
        "kind": row.entrant.kind,
        "fails": row.counts.fails,
        "cells": [cell(column.of(row)) for column in listed],
    }


def cell(value: Value) -> dict[str, float | None] | None:
    """Return a value for the page, with the bounds of its interval or of its places."""
    if value is None:
        return None
    if isinstance(value, Places):
        return {"value": value.best, "low": value.best, "high": value.worst}
    if isinstance(value, Estimate):
        return dict(columns.data(value))
    return {"value": value, "low": None, "high": None}


def _match(match: MatchInfo) -> dict[str, Any]:
    return {
        "match": match.id,
        "kind": match.kind,
        "game": match.game,
        "title": find(match.game).title,
        "options": match.options,
        "bots": [entrant.label for entrant in match.entrants],
        "planned": match.planned,
        "done": match.done,
        "games": match.games,
        "created": match.created.replace(tzinfo=UTC).timestamp(),
    }


def _game(result: Result) -> dict[str, Any]:
    forfeit = result.forfeit
    return {
        "number": result.number,
        "unit": result.unit,
        "seats": list(result.seats),
        "returns": list(result.returns),
        "outcome": list(result.outcome),
        "forfeit": None if forfeit is None else f"{result.seats[forfeit[0]]}: {forfeit[2]}",
        "replay": result.record is not None,
    }


if __name__ == "__main__":
    json.dump(everything(), sys.stdout)
