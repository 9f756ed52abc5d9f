"""What a table looks like to one seat or to a spectator: the only way out of a Table.

`project` builds the message; everything sent about a game goes through it. It reads Views: the
seat's own, or for a spectator what all seats know, assembled field by field by the game's module
(table/games). Nothing is read from the State itself until the game is over; then everything is
published: seed, salt, record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.events import NOBODY, Event
from kibitz.core.state import CHANCE, Outcome, State
from kibitz.core.view import View
from kibitz.table import undo
from kibitz.table.errors import MayNotLook
from kibitz.table.games import look, public_history
from kibitz.table.seal import seal
from kibitz.table.table import Table


@dataclass(frozen=True)
class Around:
    """Who is connected: facts about the surroundings that are not part of the game."""

    here: Collection[str] = ()  # public names of people
    spectators: int = 0
    now: float = 0.0
    take_over_at: Mapping[str, float] = field(default_factory=dict)  # for people who are gone


def project(
    table: Table, player: str | None, around: Around, since: int | None = None
) -> dict[str, Any]:
    """Return the `table` message for a person: from their seat, or as a spectator.

    `since` is the last number they saw; the history starts after it.
    """
    seat = table.seat_of(player)
    keep, notes_keep = kept(table, seat, since)
    return {
        "type": "table",
        "table": table.id,
        "seq": table.seq,
        "now": around.now,
        "status": table.status,
        "setup": setup_data(table),
        "seats": seats_data(table, player, around),
        "you": seat,
        "host": player == table.host,
        "spectators": around.spectators,
        "game": table.game,
        "seal": seal(table.seed, table.salt) if table.game else None,
        "position": None if table.state is None else position(table, seat),
        "keep": keep,
        "history": [] if table.state is None else lines(table, seat, keep),
        "notes_keep": notes_keep,
        "notes": [n._asdict() for n in table.notes[notes_keep:]],
        "thinking": thinking(table),
        "paused": table.paused,
        "clock": clock_data(table),
        "can_undo": can_undo(table, seat),
        "undo_seen": undo_seen(table, seat),
        "undo": table.undo,
        "rematch": sorted(table.rematch),
        "last_deal": table.last_deal,
        "result": result(table),
    }


def kept(table: Table, seat: int | None, since: int | None) -> tuple[int, int]:
    """Return how much of the history and the notes a client already has if it last saw `since`.

    Moves may have been undone meanwhile, so the earliest ply since then counts.
    """
    if since is None or not 0 <= since < len(table.marks):
        return 0, 0
    then = table.marks[since]
    between = table.marks[since:]
    if then.game != table.game or table.game == 0:
        return 0, then.notes
    lowest = min(mark.ply for mark in between)
    return table.history_length(seat, lowest), then.notes


def position(table: Table, seat: int | None) -> dict[str, Any]:
    """The game as a seat sees it now; a spectator without one."""
    others = None
    if table.setup.open_cards:
        others = [table.view(other) for other in range(table.rules.players)]
    view = table.view(0 if seat is None else seat)
    return _position(view, seat is not None, others, table.ply)


def _position(view: View, own: bool, others: list[View] | None, ply: int) -> dict[str, Any]:
    looks = look(view.game.name)
    name = view.game.action_name
    legal = view.legal_actions if own else ()
    return {
        "ply": ply,
        "phase": view.phase,
        "player": view.player if view.player >= 0 else None,
        "done": view.done,
        "seat": view.seat if own else None,
        "legal": [{"id": a, "name": name(a), **looks.offer(view, a)} for a in legal],
        **looks.show(view, own, others),
    }


def view_data(view: View, ply: int, others: list[View] | None = None) -> dict[str, Any]:
    """Return the position of a view outside any table; with `others`, the cards of all are open."""
    return _position(view, True, others, ply)


def look_back(table: Table, player: str | None, ply: int, seat: int | None) -> dict[str, Any]:
    """Return the position after `ply` actions, if the person may see it."""
    own = table.seat_of(player)
    if table.state is None or not 0 <= ply <= table.ply:
        raise MayNotLook(f"positions run from 0 to {table.ply}")
    free = table.status == "over" or table.setup.open_cards
    if seat is not None and not 0 <= seat < table.rules.players:
        raise MayNotLook(f"seats run from 0 to {table.rules.players - 1}")
    if not free and own is not None and seat in (None, own):
        seat = own
    elif not free and seat is not None:
        raise MayNotLook("you cannot view another seat during the game")
    return position_at(table.state, ply, seat, open_cards=free)


def position_at(state: State, ply: int, seat: int | None, *, open_cards: bool) -> dict[str, Any]:
    """Return an earlier position of a seat, or of a spectator (who sees all if cards are open)."""
    then = replayed(state, ply)
    views = [then.view(other) for other in range(then.game.players)]
    view = views[0 if seat is None else seat]
    return _position(view, seat is not None, views if open_cards else None, ply)


def replayed(state: State, ply: int) -> State:
    """Return the state after the first `ply` actions."""
    then = state.game.rebuild((), (), state.start)
    outcomes = iter(state.chance)
    for action in state.actions[:ply]:
        _deal_on(then, outcomes)
        then.apply(action)
    _deal_on(then, outcomes)
    return then


def _deal_on(state: State, outcomes: Iterator[Outcome]) -> None:
    while state.player == CHANCE:
        state.apply_chance(next(outcomes))


def lines(table: Table, seat: int | None, keep: int) -> list[dict[str, Any]]:
    """Return the history from line `keep` on, a sentence for each event."""
    history, names = table.history(seat), table.names()
    return history_data(table.setup.game, history, names, keep, table.rules.action_name)


def history_data(
    game: str, history: tuple[Event, ...], names: list[str], keep: int, action_name: Any
) -> list[dict[str, Any]]:
    describe = look(game).describe
    data = []
    for i in range(keep, len(history)):
        event = history[i]
        whole = event.kind == "action" and isinstance(event.data, int)
        data.append(
            {
                "kind": event.kind,
                "seat": None if event.seat == NOBODY else event.seat,
                "text": describe(history, i, names),
                "name": action_name(event.data) if whole else None,
                "data": event.data if isinstance(event.data, int) else list(event.data),
            }
        )
    return data


def setup_data(table: Table) -> dict[str, Any]:
    setup, rules = table.setup, table.rules
    options = {k: list(v) if isinstance(v, tuple) else v for k, v in rules.options.items()}
    clock = setup.clock
    data: dict[str, Any] | None = None
    if clock is not None:
        data = {"kind": clock.kind, "seconds": clock.seconds}
        data |= {"increment": clock.increment} if clock.kind == "game" else {}
    return {
        "game": setup.game,
        "title": rules.title,
        "options": options,
        "clock": data,
        "open_cards": setup.open_cards,
        "pace_ms": table.pace_ms,
        "listed": setup.listed,
        "stand_in": setup.stand_in,
        "origin": None if setup.origin is None else vars(setup.origin),
    }


def seats_data(table: Table, player: str | None, around: Around) -> list[dict[str, Any]]:
    label, side = look(table.setup.game).seat_label, table.rules.side
    return [
        {
            "seat": i,
            "label": label(i),
            "kind": seat.kind,
            "name": seat.name,
            "bot": seat.bot,
            "away": seat.away,
            "here": seat.kind == "bot" or (seat.player is not None and seat.player in around.here),
            "take_over_at": around.take_over_at.get(seat.player or ""),
            "you": seat.player is not None and seat.player == player,
            "side": list(side(i)),
        }
        for i, seat in enumerate(table.seats)
    ]


def thinking(table: Table) -> int | None:
    """Return the seat to act if a bot plays there."""
    seat = table.on_turn
    return None if seat is None or table.seats[seat].plays_itself or table.paused else seat


def clock_data(table: Table) -> dict[str, Any] | None:
    clock = table.setup.clock
    if clock is None or not table.left:
        return None
    seat = table.on_turn
    running = seat is not None and table.seats[seat].plays_itself
    return {
        "kind": clock.kind,
        "seconds": clock.seconds,
        "increment": clock.increment,
        "left": list(table.left),
        "running": seat if running else None,
        "at": table.turn_at,
    }


def can_undo(table: Table, seat: int | None) -> bool:
    if seat is None or table.status != "playing" or table.state is None:
        return False
    if table.undo is not None or not table.seats[seat].plays_itself:
        return False
    return undo.possible(table.state, seat)


def undo_seen(table: Table, seat: int | None) -> int:
    """Return how many replies this seat has seen that its undo would retract."""
    return undo.seen(table, seat) if seat is not None and can_undo(table, seat) else 0


def result(table: Table) -> dict[str, Any] | None:
    """Return the result with everything that was hidden; None before the end."""
    state = table.state
    if state is None or (not state.done and table.resigned is None):
        return None
    outcome = table.outcome()
    best = max(outcome)
    return {
        "returns": table.returns(),
        "outcome": outcome,
        "resigned": table.resigned,
        "winners": [seat for seat, share in enumerate(outcome) if share == best],
        "seed": str(table.seed),
        "salt": table.salt,
        "record": str(state.record()),
        "record_id": record_id(table),
        "peeks": undo.peeks(table),
        "deals": [chance["hands"] for chance in state.chance if isinstance(chance, dict)],
    }


def record_id(table: Table) -> str:
    return f"{table.id}.{table.game}"


def summary(table: Table, player: str | None, around: Around) -> dict[str, Any]:
    """Summarise a table for a list."""
    seat = table.seat_of(player)
    return {
        "table": table.id,
        "game": table.setup.game,
        "title": table.rules.title,
        "options": dict(table.setup.options),
        "status": table.status,
        "seats": seats_data(table, player, around),
        "open_cards": table.setup.open_cards,
        "your_seat": seat,
        "your_turn": seat is not None and table.on_turn == seat and not table.seats[seat].away,
        "ply": table.ply,
        "spectators": around.spectators,
        "created": table.created,
        "moved": table.moved,
    }


def record_history(state: State, names: list[str]) -> list[dict[str, Any]]:
    """Return the story of a finished game as a spectator saw it."""
    history = public_history(state.view(0))
    return history_data(state.game.name, history, names, 0, state.game.action_name)
