"""The deal of the day: the same deal for everybody on this server, against the same opponents.

Whoever asks for it gets a table of their own; the first game there counts. Opponents are of level 6
(where a game has levels), the seat is the usual one of a person. On the first request of a day two
bots play the deal, too, in a person's seat, so that there is always somebody to compare with: the
strongest level, and where cards are hidden a solver that sees them all and also plays the partner's
hand. Results of others are shown once one's own is there: they would give the deal away.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import math
from typing import Any

from fastapi import APIRouter, Request

from kibitz.games import names, with_options
from kibitz.search.simulation import has_dice
from kibitz.server import auth, catalogue, messages
from kibitz.server.hall import Hall
from kibitz.server.routes.tables import Person, Tables, address_of
from kibitz.table.games import look
from kibitz.table.setup import STAND_IN, Origin, SeatWish, Setup, bot_names

routes = APIRouter(prefix="/api/daily")
LEVEL = 6  # of the opponents
HOUSE = "house"  # the player id of the strongest level
SOLVER = "solver"  # the player id of the bot that sees all cards
BOTS = (HOUSE, SOLVER)  # whom everybody is compared with
ORACLES = ("oracle_dd", "oracle")  # double dummy where the game has that solver, else tree search
HOME = "South"  # where a person sits, in games whose seats have such names


def today(now: float) -> str:
    """Return the day, as in 2026-11-17; it changes at midnight UTC for everybody."""
    return dt.datetime.fromtimestamp(now, dt.UTC).date().isoformat()


@routes.get("", response_model=list[messages.Daily])
async def daily(hall: Tables, player: Person) -> list[dict[str, Any]]:
    """Return today's deal of each game: your table, and the results once you have your own."""
    day = today(hall.now())
    rows = await asyncio.to_thread(hall.store.daily, day)
    return [
        _shown(day, [row for row in rows if row["game"] == game], game, player) for game in names()
    ]


@routes.post("/{game}", response_model=messages.Created, status_code=201)
async def play(
    game: messages.GameName, request: Request, hall: Tables, player: Person
) -> dict[str, Any]:
    """Play today's deal; the table is the same however often you ask."""
    day, address = today(hall.now()), address_of(request)
    catalogue.game_facts(game)  # refuses an unknown game
    rows = await asyncio.to_thread(hall.store.daily, day)
    rows = [row for row in rows if row["game"] == game]
    own = next((row for row in rows if row["player"] == player), None)
    if own is not None:
        return {"table": own["table_id"]}
    name = auth.name_of(request.cookies)
    table = await _create(hall, game, day, player, name, address)
    for bot in BOTS:
        absent = not any(row["player"] == bot for row in rows)
        if absent and (bot == HOUSE or oracle(game) is not None):
            await _create(hall, game, day, bot, bot, address)
    return {"table": table}


async def _create(hall: Hall, game: str, day: str, player: str, name: str, address: str) -> str:
    room = await hall.create(setup(game, day, player), player, name, address)
    await asyncio.wrap_future(hall.store.add_daily(day, game, player, room.table.id))
    return room.table.id


def oracle(game: str) -> str | None:
    """Return the bot that sees all cards; None where nothing but dice is hidden."""
    if has_dice(with_options(game, {})):
        return None
    return next((name for name in ORACLES if name in bot_names(game)), None)


def setup(game: str, day: str, player: str) -> Setup:
    """Return the table of a person, or of a bot that everybody is compared with."""
    options = getattr(look(game), "DAILY", {})
    rules = with_options(game, options)
    levels = [level["bot"] for level in catalogue.levels(game)]
    other = levels[min(LEVEL, len(levels)) - 1] if levels else STAND_IN
    home = home_seat(game, rules.players)
    seats = [SeatWish("bot", other)] * rules.players
    if player == SOLVER:
        for seat in rules.side(home):
            seats[seat] = SeatWish("bot", oracle(game))
    elif player == HOUSE:
        seats[home] = SeatWish("bot", levels[-1] if levels else STAND_IN)
    else:
        seats[home] = SeatWish("me")
    return Setup(
        game,
        options,
        tuple(seats),
        listed=False,
        pace_ms=0 if player in BOTS else Setup.pace_ms,
        stand_in=STAND_IN if STAND_IN in bot_names(game) else other,
        origin=Origin(day=day),
    )


def home_seat(game: str, players: int) -> int:
    labels = [look(game).seat_label(seat) for seat in range(players)]
    return labels.index(HOME) if HOME in labels else 0


def _shown(day: str, rows: list[dict[str, Any]], game: str, player: str) -> dict[str, Any]:
    own = next((row for row in rows if row["player"] == player), None)
    finished = own is not None and own["id"] is not None
    results = []
    for row in rows:
        if row["id"] is None or not finished:
            continue
        about = json.loads(row["about"])
        seat = home_seat(game, len(about["seats"]))
        results.append(
            {
                "record": row["id"],
                "name": about["seats"][seat],
                "bot": about["bots"][seat] if row["player"] in BOTS else None,
                "solver": row["player"] == SOLVER,
                "resigned": about.get("resigned") == seat,
                "you": row["player"] == player,
                "seat": seat,
                "returns": about["returns"],
                "outcome": about["outcome"],
            }
        )
    margins = sorted((_margin(one, game) for one in results), reverse=True)
    for one in results:
        one["place"] = 1 + margins.index(_margin(one, game))  # equals share it
    results.sort(key=lambda one: one["place"])
    return {
        "day": day,
        "game": game,
        "table": None if own is None else own["table_id"],
        "finished": finished,
        "players": sum(row["player"] not in BOTS for row in rows),
        "results": results,
    }


def _margin(one: dict[str, Any], game: str) -> float:
    """Rank by points above the best of the others, which also distinguishes lost games; who
    resigned comes last."""
    if one["resigned"]:
        return -math.inf
    returns, seat = one["returns"], one["seat"]
    side = with_options(game, {}).side(seat) if len(returns) > 1 else (seat,)
    others = [points for i, points in enumerate(returns) if i not in side]
    return float(returns[seat] - max(others, default=0.0))
