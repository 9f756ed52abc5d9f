"""Shell completion: games, engines, and the bots and options of the game already typed."""

from __future__ import annotations

from typing import Any

from kibitz.bots import names as bot_names
from kibitz.core.options import Choice, Flag
from kibitz.games import ENGINES, find, names
from kibitz.games.description import description


def games(incomplete: str) -> list[tuple[str, str]]:
    return [(name, description(name)) for name in names() if name.startswith(incomplete)]


def bots(ctx: Any, incomplete: str) -> list[str]:
    """Return the players of the game already typed."""
    name = _typed_game(ctx)
    if name is None:
        return []
    return [bot for bot in bot_names(name) if bot.startswith(incomplete)]


def engines(incomplete: str) -> list[str]:
    return [name for name in ENGINES if name.startswith(incomplete)]


def game_options(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    """Return `name=` for each option, or `name=value` if there are only a few values."""
    name = _typed_game(ctx)
    if name is None:
        return []
    offered = []
    for key, option in find(name).OPTIONS.items():
        values: tuple[str, ...] = ("",)
        if isinstance(option, Choice):
            values = option.words
        elif isinstance(option, Flag):
            values = ("true", "false")
        offered += [(f"{key}={value}", option.doc) for value in values]
    return [pair for pair in offered if pair[0].startswith(incomplete)]


def _typed_game(ctx: Any) -> str | None:
    # While an option still lacks its value, the words typed so far are not parsed into parameters.
    typed = [ctx.params.get("game"), *ctx.args]
    return next((word for word in typed if word in names()), None)
