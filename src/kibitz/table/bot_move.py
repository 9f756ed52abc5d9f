"""A bot's decision as a question and an answer in plain data, for a worker process.

The question carries the seat's View and nothing else. Only for an oracle, which may sit where the
cards are open to everyone, does it carry the game itself, with a fresh seed: an oracle does not
know the future either. The bot's seed is derived from the seal and the move number, and each
decision starts with a fresh bot, so a resumed game continues exactly as it would have.
"""

from __future__ import annotations

import functools
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.bots.remote.forfeit import fault_of
from kibitz.core.view import View
from kibitz.table.seal import bot_seed
from kibitz.table.setup import find_bot
from kibitz.table.table import Table
from kibitz.workers.question import Answer, Question, Report, about_view, view_of

KIND = "move"


def question(table: Table, bot: str) -> dict[str, Any]:
    """Return the question to a bot for the seat to act at this table."""
    seat = table.on_turn
    assert seat is not None
    asked = for_view(table.view(seat), bot, bot_seed(table.seed, table.bot_salt, seat, table.ply))
    if find_bot(table.setup.game, bot).oracle:
        assert table.setup.open_cards, "an oracle needs a table with open cards"
        assert table.state is not None
        asked["world"] = {"chance": list(table.state.chance), "actions": list(table.state.actions)}
    return asked


def for_view(view: View, bot: str, seed: int) -> dict[str, Any]:
    """Return the question about a view."""
    return about_view(KIND, view, bot=bot, seat=view.seat, seed=seed)


def answer(asked: Question, _: Report | None = None) -> Answer:
    """Return the bot's choice as `{"action": id}`; any exception becomes a BotFault."""
    try:
        return {"action": choose(asked, _bot(asked["game"], asked["bot"]))}
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a bot may raise)
        raise fault_of(error) from None


def choose(asked: Question, bot: Bot) -> int:
    """Return what a bot answers to a question."""
    view = view_of(asked)
    bot.start(view.game, asked["seat"], asked["seed"])
    if bot.listens:
        for event in view.history:
            bot.observe(event)
    if "world" in asked:
        world = view.game.rebuild(asked["world"]["chance"], asked["world"]["actions"])
        action = bot.choose_knowing(world.copy(seed=bot.rng.word()))
    else:
        action = bot.choose(view)
    assert action in view.legal_actions, f"an illegal action {action}"
    return int(action)


@functools.lru_cache(maxsize=64)
def _bot(game: str, name: str) -> Bot:
    """Make each bot only once: those with networks are slow to load."""
    return find_bot(game, name).bot()
