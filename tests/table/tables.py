"""Tables for tests: made, begun and played on without a server."""

import random
from collections.abc import Callable
from typing import Any

from kibitz.table import events
from kibitz.table.effects import Effect
from kibitz.table.setup import SeatWish, Setup
from kibitz.table.step import create, step
from kibitz.table.table import Table

ADA, BOB, CYD = "ada", "bob", "cyd"
SEATS = {"me": SeatWish("me"), "open": SeatWish("open")}


def make(game: str = "belote", seats: str = "", **more: Any) -> Table:
    """A table of Ada's; seats as words: `me bot open rule`."""
    wishes = tuple(
        SEATS.get(word) or SeatWish("bot", "simple" if word == "bot" else word)
        for word in seats.split()
    )
    return create("table-1234", Setup(game, seats=wishes, **more).check(), ADA, "Ada", 100.0)


def do(table: Table, event: events.Event, now: float = 101.0) -> Table:
    return step(table, event, now)[0]


def wants(table: Table, event: events.Event, now: float = 101.0) -> tuple[Effect, ...]:
    return step(table, event, now)[1]


def begun(game: str = "belote", seats: str = "", seed: int = 7, **more: Any) -> Table:
    return do(make(game, seats, **more), events.Begin(seed, "5a17"), 101.0)


def act(table: Table, choice: int = 1, now: float = 102.0) -> Table:
    """Whoever is on turn makes a legal action; at Belote the usual one is a bid, not a pass."""
    seat = table.on_turn
    assert seat is not None
    legal = table.view(seat).legal()
    action = legal[choice % len(legal)]
    player = table.seats[seat].player
    if table.seats[seat].plays_itself:
        assert player is not None
        return do(table, events.Act(player, table.game, table.ply, action), now)
    return do(table, events.BotActs(seat, table.game, table.ply, action), now)


def play(
    table: Table, rng: random.Random, until: Callable[[Table], bool] = lambda _: False
) -> Table:
    """Random actions until the game is over, or until something is so."""
    now = 110.0
    while table.status == "playing" and not until(table):
        now += 1
        table = act(table, rng.randrange(1000), now)
    return table
