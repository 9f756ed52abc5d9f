"""The transitions of a table: `(table, event, now) -> (table, effects)`, free of side effects.

An impossible event is refused with a named error and leaves the table unchanged. An accepted one
gives a table whose `seq` is one higher. Stored events are replayed through here, so nothing in this
file may read a clock, a file or a random number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kibitz.table import clock, events, seal, undo
from kibitz.table.effects import Ask, Deal, Effect, Keep, Wake
from kibitz.table.errors import (
    AlreadyBegun,
    AlreadySeated,
    NoOpenSeat,
    NotAlone,
    NotAway,
    NotFinished,
    NotHost,
    NoTimeLeft,
    NotPlaying,
    NotSeated,
    NotYourTurn,
    OracleClosed,
    SeatTaken,
    StaleMove,
)
from kibitz.table.setup import Setup, find_bot
from kibitz.table.table import Mark, Seat, Table, note

LAST_RESORT = "random"  # a bot that cannot fail
EARLY_SECONDS = 0.05  # a timer may fire this much too early
# A bot waits this many paces where people have something to look at: cards that were turned over,
# or a trick that is complete and gathered up.
SHOWN_PACES, LEAD_PACES = 3, 2


def create(table_id: str, setup: Setup, player: str, name: str, now: float) -> Table:
    """Create a table from a checked setup."""
    seats = tuple(
        Seat("person", player, name)
        if wish.kind == "me"
        else Seat("bot", None, wish.bot or "", wish.bot)
        if wish.kind == "bot"
        else Seat("open")
        for wish in setup.seats
    )
    table = Table(table_id, setup, player, now, seats, pace_ms=setup.pace_ms, moved=now)
    table = note(table, "created", now, None, name, f"{name} sets up the table")
    return replace(table, marks=table.marks.add(Mark(0, 0, len(table.notes))))


def step(table: Table, event: events.Event, now: float) -> tuple[Table, tuple[Effect, ...]]:
    """Return the table after an event, and the effects that are now due."""
    moved = replace(table, seq=table.seq + 1, moved=now)
    after = _TRANSITIONS[type(event)](moved, event, now)
    mark = Mark(after.game, after.ply, len(after.notes))
    after = replace(after, marks=table.marks.add(mark), asides=_asides(table, event))
    ended = after.status == "over" != table.status and not after.abandoned
    kept = (Keep(after.game),) if ended else ()
    return after, (*kept, *due(after))


def due(table: Table) -> tuple[Effect, ...]:
    """Return the effects that are due now; also called after a table is reloaded."""
    if table.status == "waiting" and all(seat.kind != "open" for seat in table.seats):
        return (Deal(),)
    seat = table.on_turn
    if seat is None:
        return ()
    if not table.seats[seat].plays_itself:
        if table.paused:
            return ()
        bot = table.seats[seat].bot
        assert bot is not None
        at = table.turn_at + _paces(table) * table.pace_ms / 1000
        return (Ask(seat, bot, table.game, table.ply, at),)
    time_up = clock.deadline(table)
    return () if time_up is None else (Wake(table.game, table.ply, time_up),)


def _paces(table: Table) -> int:
    if _just_shown(table):
        return SHOWN_PACES
    view: Any = table.view(0)
    leads = view.phase == "play" and getattr(view, "trick", None) == ()
    return LEAD_PACES if leads else 1


def _just_shown(table: Table) -> bool:
    """Whether the last action turned cards or choices over, as a doubt at Dubito does."""
    assert table.state is not None
    for event in reversed(table.state.events):
        if event.kind == "action":
            return False
        if event.kind == "reveal":
            return True
    return False


# Before the game -------------------------------------------------------------------------------


def _sit(table: Table, event: events.Sit, now: float) -> Table:
    if table.seat_of(event.player) is not None:
        raise AlreadySeated("you already have a seat at this table")
    free = [i for i, seat in enumerate(table.seats) if seat.kind == "open"]
    if table.status != "waiting" or not free:
        raise NoOpenSeat("no seat is open at this table")
    wanted = free[0] if event.seat is None else event.seat
    if not 0 <= wanted < len(table.seats):
        raise SeatTaken(f"seats run from 0 to {len(table.seats) - 1}")
    if wanted not in free:
        raise SeatTaken("that seat is taken")
    table = _seated(table, wanted, Seat("person", event.player, event.name))
    return note(table, "sat", now, wanted, event.name, f"{event.name} sits down")


def _start(table: Table, event: events.Start, now: float) -> Table:
    if table.seat_of(event.player) is None and event.player != table.host:
        raise NotSeated("only people seated at the table can start the game")
    if table.status != "waiting":
        raise AlreadyBegun("the game has already begun")
    _check_bot(table, event.bot)
    for i, seat in enumerate(table.seats):
        if seat.kind == "open":
            table = _seated(table, i, Seat("bot", None, event.bot, event.bot))
            table = note(table, "filled", now, i, event.bot, f"{event.bot} takes an open seat")
    return table


def _begin(table: Table, event: events.Begin, now: float) -> Table:
    if any(seat.kind == "open" for seat in table.seats):
        raise NotPlaying("some seats are still open")
    if table.status == "playing":
        raise AlreadyBegun("the game has already begun")
    state = seal.deal(table.rules, event.seed)
    for action in event.actions:
        state.apply(action)
        seal.resolve(state, event.seed)
    table = replace(
        table,
        status="playing",
        game=table.game + 1,
        seed=event.seed,
        salt=event.salt,
        bot_salt=event.salt if event.bot_salt is None else event.bot_salt,
        left=clock.fresh(table),
        turn_at=now,
        undo=None,
        agreed=frozenset(),
        rematch=frozenset(),
        resigned=None,
        state=state,
        ply=len(event.actions),
    )
    return note(table, "begun", now, None, None, f"game {table.game} begins")


# The game ----------------------------------------------------------------------------------------


def _act(table: Table, event: events.Act, now: float) -> Table:
    seat = _own_seat(table, event.player)
    if table.status != "playing":
        raise NotPlaying("no game is under way")
    if (event.game, event.ply) != (table.game, table.ply):
        raise StaleMove("the position has changed since you looked")
    if table.on_turn != seat:
        on_turn = table.on_turn
        whose = "nobody" if on_turn is None else table.names()[on_turn]
        raise NotYourTurn(f"it is {whose}'s turn")
    if table.seats[seat].away:
        raise NotYourTurn("a bot plays for you; come back first")
    return _moved(table, seat, event.action, now)


def _bot_acts(table: Table, event: events.BotActs, now: float) -> Table:
    _check_here(table, event)
    if table.seats[event.seat].plays_itself:
        raise NotYourTurn("a person plays that seat")
    return _moved(table, event.seat, event.action, now)


def _moved(table: Table, seat: int, action: int, now: float) -> Table:
    assert table.state is not None
    state = table.state.copy()
    state.apply(action)  # an illegal action is refused here
    seal.resolve(state, table.seed)
    table = clock.stop(table, seat, now)
    table = replace(table, state=state, ply=table.ply + 1, undo=None, agreed=frozenset())
    if not state.done:
        return table
    return note(replace(table, status="over"), "over", now, None, None, "the game is over")


def _replace(table: Table, event: events.Replace, now: float) -> Table:
    _check_here(table, event)
    failed = table.seats[event.seat]
    if failed.plays_itself:
        raise NotYourTurn("a person plays that seat")
    stand_in = table.setup.stand_in
    if failed.bot == stand_in:
        stand_in = LAST_RESORT
    name = stand_in if failed.kind == "bot" else failed.name
    table = _seated(table, event.seat, replace(failed, bot=stand_in, name=name))
    text = f"{failed.bot} failed ({event.reason}); {stand_in} takes over"
    return note(table, "replaced", now, event.seat, failed.bot, text)


def _flag(table: Table, event: events.Flag, now: float) -> Table:
    if (event.game, event.ply) != (table.game, table.ply):
        raise StaleMove("the position has changed")
    seat, time_up = table.on_turn, clock.deadline(table)
    if seat is None or time_up is None or now < time_up - EARLY_SECONDS:
        raise StaleMove("nobody has run out of time")
    table = _to_bot(clock.run_out(table, seat), seat, now)
    who = table.seats[seat]
    text = f"{who.name} has run out of time; {who.bot} takes over"
    return note(table, "flagged", now, seat, who.name, text)


# Undo: its rules are in undo.py -------------------------------------------------------------------


def _undo(table: Table, event: events.Undo, now: float) -> Table:
    seat = _own_seat(table, event.player)
    if table.status != "playing" or table.state is None:
        raise NotPlaying("no game is under way")
    return undo.request(table, seat, now)


def _answer_undo(table: Table, event: events.AnswerUndo, now: float) -> Table:
    return undo.answer(table, _own_seat(table, event.player), event.accept, now)


# Coming and going --------------------------------------------------------------------------------


def _leave(table: Table, event: events.Leave, now: float) -> Table:
    seat = _own_seat(table, event.player)
    name = table.seats[seat].name
    if table.status == "waiting":
        return note(_seated(table, seat, Seat("open")), "left", now, seat, name, f"{name} leaves")
    if table.seats[seat].away:
        raise NotSeated("you have already left")
    table = _to_bot(table, seat, now)
    text = f"{name} leaves: {table.seats[seat].bot} plays on"
    return note(table, "away", now, seat, name, text)


def _come_back(table: Table, event: events.ComeBack, now: float) -> Table:
    seat = _own_seat(table, event.player)
    who = table.seats[seat]
    if not who.away:
        raise AlreadySeated("you are already at the table")
    limit = table.setup.clock
    if table.status == "playing" and limit and limit.kind == "game" and table.left[seat] <= 0:
        raise NoTimeLeft("your time for this game has run out")
    table = _seated(table, seat, replace(who, away=False, bot=None))
    if table.on_turn == seat:
        table = replace(table, turn_at=now)
    return note(table, "back", now, seat, who.name, f"{who.name} is back")


def _take_over(table: Table, event: events.TakeOver, now: float) -> Table:
    own = table.seat_of(event.player)
    if own is None and event.player != table.host:
        raise NotSeated("only people seated at the table can do that")
    if table.status != "playing":
        raise NotPlaying("no game is under way")
    if not 0 <= event.seat < len(table.seats) or not table.seats[event.seat].plays_itself:
        raise NotAway("no person plays that seat")
    table = _to_bot(table, event.seat, now)
    who = table.seats[event.seat]
    return note(table, "away", now, event.seat, who.name, f"{who.bot} plays for {who.name}")


def _rematch(table: Table, event: events.Rematch, now: float) -> Table:
    seat = table.seat_of(event.player)
    if seat is None and not (table.setup.watched and event.player == table.host):
        raise NotSeated("only people seated at the table can ask for a rematch")
    if table.status != "over" or table.abandoned:
        raise NotFinished("the game is not over yet")
    wanted = table.rematch if seat is None else table.rematch | {seat}
    if seat is not None and table.seats[seat].away:
        table = _seated(table, seat, replace(table.seats[seat], away=False, bot=None))
    name = "" if seat is None else table.seats[seat].name
    table = replace(table, rematch=wanted)
    if seat is not None:
        table = note(table, "rematch", now, seat, name, f"{name} wants another game")
    if set(table.persons()) <= wanted:
        table = replace(table, status="waiting")
    return table


def _abandon(table: Table, event: events.Abandon, now: float) -> Table:
    seat = table.seat_of(event.player)
    if seat is None and event.player != table.host:
        raise NotSeated("only people seated at the table can give it up")
    if table.status == "over":
        raise NotPlaying("the game is already over")
    if set(table.persons()) - {seat}:
        raise NotAlone("other people sit at this table; leave it instead")
    name = "" if seat is None else table.seats[seat].name
    table = replace(table, status="over", abandoned=True, undo=None, agreed=frozenset())
    return note(table, "abandoned", now, seat, name, "the game was given up")


def _resign(table: Table, event: events.Resign, now: float) -> Table:
    seat = _own_seat(table, event.player)
    if table.status != "playing":
        raise NotPlaying("no game is under way")
    if set(table.persons()) - {seat}:
        raise NotAlone("other people sit at this table; leave it instead")
    name = table.seats[seat].name
    table = replace(table, status="over", resigned=seat, undo=None, agreed=frozenset())
    return note(table, "resigned", now, seat, name, f"{name} resigns")


def _pace(table: Table, event: events.Pace, _: float) -> Table:
    if event.player != table.host:
        raise NotHost("only the person who set up the table can do that")
    if event.pace_ms is not None:
        table = replace(table, pace_ms=event.pace_ms)
    if event.paused is not None:
        if event.paused and table.persons():
            raise NotHost("a game with people cannot be paused")
        table = replace(table, paused=event.paused)
    return table


def _restart(table: Table, _: events.Restart, now: float) -> Table:
    return note(replace(table, turn_at=now), "restarted", now, None, None, "the server is back")


# Helpers -----------------------------------------------------------------------------------------


def _asides(table: Table, event: events.Event) -> Mapping[str, int]:
    """Count what each person has done in this game besides moving; admission.py limits it."""
    if isinstance(event, events.Begin):
        return {}
    player = getattr(event, "player", None)
    if player is None or isinstance(event, events.Act):
        return table.asides
    return {**table.asides, player: table.asides.get(player, 0) + 1}


def _own_seat(table: Table, player: str) -> int:
    seat = table.seat_of(player)
    if seat is None:
        raise NotSeated("you have no seat at this table")
    return seat


def _check_here(table: Table, event: events.BotActs | events.Replace) -> None:
    here = (table.game, table.ply, table.on_turn)
    if (event.game, event.ply, event.seat) != here:
        raise StaleMove("the position has changed")


def _check_bot(table: Table, name: str) -> None:
    if find_bot(table.setup.game, name).oracle and not table.setup.open_cards:
        raise OracleClosed(f"{name} sees all cards, so it needs a table with open cards")


def _seated(table: Table, seat: int, who: Seat) -> Table:
    return replace(table, seats=tuple(who if i == seat else s for i, s in enumerate(table.seats)))


def _to_bot(table: Table, seat: int, now: float) -> Table:
    """Let the stand-in play for a person, who keeps the seat."""
    who = replace(table.seats[seat], away=True, bot=table.setup.stand_in)
    table = _seated(table, seat, who)
    if table.undo is not None:  # people who are away neither ask nor answer
        table = replace(table, undo=None, agreed=frozenset())
    return replace(table, turn_at=now) if table.on_turn == seat else table


_TRANSITIONS: dict[type[events.Event], Callable[[Table, Any, float], Table]] = {
    events.Sit: _sit,
    events.Start: _start,
    events.Begin: _begin,
    events.Act: _act,
    events.BotActs: _bot_acts,
    events.Replace: _replace,
    events.Flag: _flag,
    events.Undo: _undo,
    events.AnswerUndo: _answer_undo,
    events.Rematch: _rematch,
    events.Leave: _leave,
    events.ComeBack: _come_back,
    events.TakeOver: _take_over,
    events.Pace: _pace,
    events.Abandon: _abandon,
    events.Resign: _resign,
    events.Restart: _restart,
}
