"""Reads the arena's store: `python -m kibitz.interfaces.web.arena_reader` prints the leaderboards.

Ratings of many games take seconds of thinking, so the server asks a process for them; single games
are quick and are read where they are asked for.
"""

from __future__ import annotations

import json
import math
import sys
from datetime import UTC
from typing import Any

from kibitz.arena.board import ANCHOR, Board, Row, boards
from kibitz.arena.estimate import Estimate
from kibitz.arena.result import MatchInfo, Result
from kibitz.arena.store.place import default_place, open_store, shown
from kibitz.arena.store.store import BadStore, Store
from kibitz.core.errors import KibitzError
from kibitz.games import find
from kibitz.interfaces.local.game_of import game_of
from kibitz.table.projection import position_at, record_history


class UnknownGame(KibitzError):
    """A match has no such game, or its actions were not kept."""

    code = "unknown_record"


def opened() -> Store | None:
    """The store, if there is one."""
    try:
        return open_store(create=False)
    except BadStore:
        return None


def everything() -> dict[str, Any]:
    """All boards and matches."""
    store = opened()
    if store is None:
        return {"place": shown(default_place()), "boards": [], "matches": []}
    with store:
        return {
            "place": shown(default_place()),
            "boards": [_board(board) for board in boards(store)],
            "matches": [_match(match) for match in reversed(store.matches())],
        }


def mark() -> str:
    """Something that changes with every game that is added."""
    store = opened()
    if store is None:
        return ""
    with store:
        return " ".join(f"{match.id}:{match.games}" for match in store.matches())


def games_of(match_id: int, offset: int, limit: int) -> list[dict[str, Any]]:
    """Some games of a match, in the order of its schedule."""
    with _must_open() as store:
        found = store.games(match_id, offset=offset, limit=limit)
        return [_game(result) for result in found]


def game_record(match_id: int, number: int) -> dict[str, Any]:
    """One game as the record page shows it."""
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
        "peeks": [0] * len(seats),
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
        raise UnknownGame(f"the game has positions 0 to {len(state.actions)}")
    if seat is not None:
        state.game.check_seat(seat)
    return position_at(state, ply, seat, open_cards=True)


def _one(store: Store, match_id: int, number: int) -> Result:
    for result in store.games(match_id, offset=number, limit=1, records=True):
        if result.number == number and result.record is not None:
            return result
    raise UnknownGame(f"match {match_id} has no game {number} that can be replayed")


def _must_open() -> Store:
    store = opened()
    if store is None:
        raise UnknownGame("there is no arena here yet: kibitz arena plays matches")
    return store


def _board(board: Board) -> dict[str, Any]:
    return {
        "game": board.game,
        "title": find(board.game).title,
        "words": board.title,
        "games": board.games,
        "anchor": ANCHOR,
        "rows": [_row(row) for row in board.rows()],
    }


def _row(row: Row) -> dict[str, Any]:
    rated, played = row.rated, row.played
    return {
        "bot": row.label,
        "kind": row.entrant.kind,
        "rating": None if rated is None else _estimate(rated.rating),
        "best": None if rated is None else rated.best,
        "worst": None if rated is None else rated.worst,
        "points": _estimate(row.points),
        "wins": _estimate(row.wins),
        "even": row.even,
        "games": played.seats,
        "milliseconds": played.milliseconds,
        "forfeits": sum(played.forfeits.values()),
    }


def _estimate(found: Estimate) -> dict[str, float | None]:
    ends = {"low": found.low, "high": found.high}
    return {"value": found.value} | {k: x if math.isfinite(x) else None for k, x in ends.items()}


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
