"""A bot's decision as a question and an answer of plain data, so that it can be asked in another
process.

The question carries the View of the seat and nothing else (kibitz.bots.wire). Only for an oracle,
which sits where the cards are open to everybody, it carries the game itself, with a fresh seed:
also an oracle does not know what comes. The seed of the bot follows from the seal and the number of
the move, and the bot begins anew at each decision: a game that was resumed is the same game.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping
from typing import Any

from kibitz.bots import wire
from kibitz.bots.bot import Bot
from kibitz.bots.forfeit import fault_of
from kibitz.core.game import Game
from kibitz.core.view import View
from kibitz.games import game as make_game
from kibitz.table.seal import bot_seed
from kibitz.table.setup import find_bot
from kibitz.table.table import Table

ADVICE_SEAT = 1000  # keeps the seeds of hints apart from those of players


def question(table: Table, bot: str, *, explain: bool = False) -> dict[str, Any]:
    """What a bot is asked at this table for the seat on turn."""
    seat = table.on_turn
    assert seat is not None
    seed = bot_seed(table.seed, table.salt, seat + ADVICE_SEAT * explain, table.ply)
    asked = about_view(table.view(seat), bot, seed, explain=explain)
    if find_bot(table.setup.game, bot).oracle:
        assert table.setup.open_cards, "an oracle sits only where the cards are open"
        assert table.state is not None
        asked["world"] = {"chance": list(table.state.chance), "actions": list(table.state.actions)}
    return asked


def about_view(view: View, bot: str, seed: int, *, explain: bool = False) -> dict[str, Any]:
    """The question about one view."""
    return {
        "game": view.game.name,
        "options": view.game.chosen_options(),
        "bot": bot,
        "seat": view.seat,
        "seed": seed,
        "view": wire.write(view),
        "history": wire.write_events(view.history),
        "explain": explain,
    }


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the bot does; a failure is an answer too: `{"fault": code, "message": sentence}`."""
    begin = time.perf_counter()
    try:
        told = _choose(asked)
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a bot may raise)
        fault = fault_of(error)
        return {"fault": fault.code, "message": str(fault)}
    return told | {"seconds": time.perf_counter() - begin}


def _choose(asked: Mapping[str, Any]) -> dict[str, Any]:
    game = _game(asked["game"], _key(asked["options"]))
    history = tuple(wire.read_events(asked["history"]))
    view = wire.read(game, asked["view"], history)
    bot = _bot(asked["game"], asked["bot"])
    bot.start(game, asked["seat"], asked["seed"])
    if bot.listens:
        for event in history:
            bot.observe(event)
    if "world" in asked:
        world = game.rebuild(asked["world"]["chance"], asked["world"]["actions"])
        action = bot.choose_knowing(world.copy(seed=bot.rng.word()))
    else:
        action = bot.choose(view)
    assert action in view.legal_actions, f"an illegal action {action}"
    told: dict[str, Any] = {"action": int(action)}
    if asked["explain"]:
        told["explain"] = bot.explain()
    return told


@functools.lru_cache(maxsize=64)
def _bot(game: str, name: str) -> Bot:
    """Bots are made once: those with networks take long to load."""
    return find_bot(game, name).bot()


@functools.lru_cache(maxsize=64)
def _game(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return make_game(name, **dict(options))


def _key(options: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((k, tuple(v) if isinstance(v, list) else v) for k, v in options.items())
