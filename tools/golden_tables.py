"""Write golden tables: random games with the server's messages after every event.

    python tools/golden_tables.py build/golden --plies 60

The browser's own table (frontend/src/offline) replays them and must give the same messages, for the
person at the table and for a spectator, and the same choices of every player that it offers; those
that think long are asked more rarely, so that thousands of positions take minutes. One file a
table: its setup, its events, and what the server says after each.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kibitz import bots
from kibitz.bots import measured
from kibitz.core.errors import KibitzError
from kibitz.core.options import Choice, Flag, Integer, Integers
from kibitz.games import find
from kibitz.table import bot_move, events, step
from kibitz.table.errors import TableRefusal
from kibitz.table.projection import Around, look_back, project
from kibitz.table.seal import seal
from kibitz.table.setup import Setup
from kibitz.table.table import Table

OFFLINE = Path(__file__).parent.parent / "frontend" / "public" / "offline"
ME, NAME = "me", "Ada"
TABLES_EACH = 4  # of a game
CHANCE_TO_ASK = 0.3  # a player for its choice, at each position
USUAL_MS = 100.0  # of thought: a player that takes as long is asked half as often as a quick one


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("out", type=Path, help="the folder to write")
    parser.add_argument("--offline", type=Path, default=OFFLINE, help="the page's engine")
    parser.add_argument("--plies", type=int, default=60, help="events of each table")
    parser.add_argument("--tables", type=int, default=TABLES_EACH, help="tables of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", help="this one alone")
    parser.add_argument("--players", nargs="*", help="to ask for choices; default: all")
    parser.add_argument("--asked", type=float, default=CHANCE_TO_ASK, help="chance to ask one")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    total = 0
    for file in sorted(args.offline.glob(f"{args.game or '*'}.wasm")):
        players = json.loads((args.offline / f"{file.stem}.json").read_text())["bots"]
        asked = Asked.of(file.stem, args.players or sorted(players), args.asked)
        for number in range(args.tables):
            rng = random.Random(f"{file.stem} {args.seed} {number}")  # noqa: S311 (no secrets)
            golden = write_table(file.stem, asked, rng, args.plies, number)
            (args.out / f"{file.stem}_{number}.json").write_text(json.dumps(golden) + "\n")
            total += len(golden["steps"])
    print(f"{total} positions in {args.out}")


class Asked(NamedTuple):
    """Players that are asked for choices, and how often one of them is."""

    players: list[str]
    weights: list[float]
    chance: float

    @classmethod
    def of(cls, game: str, players: list[str], chance: float) -> Asked:
        """Weigh players by their times, also those of players that have changed since."""
        times = measured.read(game, "move_times").get("bots", {})
        slow = [times.get(name, {}).get("ms", 0.0) for name in players]
        return cls(players, [USUAL_MS / (USUAL_MS + ms) for ms in slow], chance)


def write_table(
    game: str, asked: Asked, rng: random.Random, plies: int, number: int
) -> dict[str, Any]:
    """A table; every second one plays a finished game again, from a position of it."""
    setup = random_setup(game, asked.players, rng, plain=number == 0)
    if number % 2:
        setup["origin"] = {"record": "earlier-1", "ply": rng.randrange(6)}
    now = 1_700_000_000.0
    table = step.create(f"golden{number}", Setup.of(setup).check(), ME, NAME, now)
    golden: dict[str, Any] = {"id": table.id, "setup": setup, "player": ME, "name": NAME}
    golden |= {"now": now, "first": message(table, ME, now, None), "steps": []}
    while len(golden["steps"]) < plies:
        now += rng.randrange(1, 200) / 64  # exact in binary, so sums of seconds are equal
        event = next_event(table, rng)
        before = table.seq
        row: dict[str, Any] = {"event": event_data(event), "now": now}
        try:
            table, _ = step.step(table, event, now)
        except (TableRefusal, KibitzError) as error:
            row["refused"] = error.code
        else:
            since = None if rng.random() < 0.1 else rng.randrange(max(0, before - 3), before + 1)
            row["since"] = since
            row["mine"] = message(table, ME, now, since)
            row["spectator"] = message(table, None, now, since)
            row |= more(table, asked, rng)
        golden["steps"].append(row)
    return golden


def message(table: Table, player: str | None, now: float, since: int | None) -> dict[str, Any]:
    return project(table, player, Around(here={ME}, now=now), since)


def more(table: Table, ask: Asked, rng: random.Random) -> dict[str, Any]:
    """A look back, and what a player would choose."""
    row: dict[str, Any] = {}
    if table.state is not None and rng.random() < 0.2:
        ply = rng.randrange(table.ply + 1)
        seat = None if rng.random() < 0.5 else rng.randrange(table.rules.players)
        try:
            row["look"] = {"ply": ply, "seat": seat, "position": look_back(table, ME, ply, seat)}
        except TableRefusal as error:
            row["look"] = {"ply": ply, "seat": seat, "refused": error.code}
    if table.on_turn is not None and rng.random() < ask.chance:
        (bot,) = rng.choices(ask.players, ask.weights)
        asked, here = bot_move.question(table, bot), bots.spec(table.setup.game, bot).bot()
        row["choice"] = {"bot": bot, "action": bot_move.choose(asked, here)}
    return row


def next_event(table: Table, rng: random.Random) -> events.Event:
    """Mostly a legal move of the seat to act; now and then something else, or nonsense."""
    if table.status != "playing":
        if table.status == "over" and not table.abandoned and not table.rematch:
            return events.Rematch(ME)
        return begin(table, rng)
    assert table.state is not None
    drawn = rng.random()
    if drawn < 0.04:
        return events.Undo(ME)
    if drawn < 0.05:
        return rng.choice((events.Leave(ME), events.ComeBack(ME), events.Pace(ME, 100)))
    if drawn < 0.053:
        return events.Resign(ME)
    if drawn < 0.06:
        return events.Act(ME, table.game, table.ply + 1, 0)
    seat = table.on_turn
    assert seat is not None
    if table.seats[seat].away and rng.random() < 0.5:
        return events.ComeBack(ME)
    action = rng.choice(table.state.legal())
    if table.seats[seat].plays_itself:
        return events.Act(ME, table.game, table.ply, action)
    return events.BotActs(seat, table.game, table.ply, action)


def begin(table: Table, rng: random.Random) -> events.Begin:
    seed, origin = rng.getrandbits(64), table.setup.origin
    state = table.rules.new(seed)
    for _ in range(0 if origin is None or table.game else origin.ply):
        after = state.copy()
        after.apply(rng.choice(state.legal()))
        if after.done:  # nothing would be left to play
            break
        state = after
    return events.Begin(seed, rng.randbytes(16).hex(), state.actions)


def event_data(event: events.Event) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": type(event).__name__} | vars(event)
    if isinstance(event, events.Begin):
        data |= {"seed": str(event.seed), "seal": seal(event.seed, event.salt)}
        data["actions"] = list(event.actions)
    return data


def random_setup(
    game: str, players: list[str], rng: random.Random, *, plain: bool
) -> dict[str, Any]:
    """A setup with some options changed; the first table of a game has none."""
    while True:
        options = {} if plain else dict(random_options(game, rng))
        setup: dict[str, Any] = {"game": game, "options": options}
        try:
            seats = Setup.of(setup).rules().players
            wishes: list[dict[str, str | None]] = [
                {"kind": "bot", "bot": rng.choice(players)} for _ in range(seats)
            ]
            if plain or rng.random() < 0.8:
                wishes[rng.randrange(seats)] = {"kind": "me", "bot": None}
            setup["seats"] = wishes
            if not plain:
                setup["open_cards"] = rng.random() < 0.25
                clocks = ({"kind": "move", "seconds": 30.0}, None)
                setup["clock"] = rng.choice(
                    (*clocks, {"kind": "game", "seconds": 900.0, "increment": 5.0})
                )
            Setup.of(setup).check()
        except KibitzError:
            continue
        return setup


def random_options(game: str, rng: random.Random) -> Iterator[tuple[str, Any]]:
    for name, option in find(game).OPTIONS.items():
        if getattr(option, "small", False) or rng.random() < 0.5:
            continue
        match option:
            case Flag():
                yield name, rng.random() < 0.5
            case Choice():
                yield name, rng.choice(option.words)
            case Integer():
                yield name, rng.randint(option.low, min(option.high, option.low + 12))
            case Integers():
                length = rng.randint(1, min(6, option.length_max))
                yield name, [rng.randint(option.low, option.high) for _ in range(length)]


if __name__ == "__main__":
    main()
