"""The catalogue: games with their options and card faces, and bots with their times."""

from __future__ import annotations

import functools
import logging
from typing import Any

from kibitz.bots import times
from kibitz.bots.defaults import usual_player
from kibitz.bots.levels import levels as bot_levels
from kibitz.core.errors import KibitzError
from kibitz.core.options import Choice, Flag, Integer, Integers, Option
from kibitz.games import find, names
from kibitz.games.description import description, rules_text
from kibitz.table.games import look
from kibitz.table.setup import bot_names, find_bot
from kibitz.workers.errors import place_of

log = logging.getLogger("kibitz.web")


def games() -> list[dict[str, Any]]:
    return [game_facts(name) for name in names()]


@functools.cache
def game_facts(name: str) -> dict[str, Any]:
    kind = find(name)
    low, high = players(name)
    faces = enumerate(look(name).faces())
    return {
        "name": name,
        "title": kind.title,
        "description": description(name),
        "rules": kind.version,
        "players": [low, high],
        "seat_labels": [look(name).seat_label(seat) for seat in range(high)],
        "num_actions": kind.num_actions,
        "options": [
            option_facts(key, option)
            for key, option in kind.OPTIONS.items()
            if not getattr(option, "small", False)
        ],
        "cards": [{"id": i, "name": n, "rank": rank, "suit": suit} for i, (n, rank, suit) in faces],
        "default_bot": usual_player(name),
        "levels": levels(name),
    }


def levels(game: str) -> list[dict[str, Any]]:
    """Return the levels of a game; none if one of a plug-in's fails to load."""
    try:
        found = bot_levels(game)
    except KibitzError as error:
        log.warning("the levels of %s are left out: %s", game, error)
        return []
    return [
        {
            "number": level.number,
            "bot": level.bot,
            "name": level.name,
            "style": level.style,
            "elo": None if level.elo is None else level.elo.value,
        }
        for level in found
    ]


def players(name: str) -> tuple[int, int]:
    """Return the lowest and the highest number of players."""
    option = find(name).OPTIONS.get("players")
    if isinstance(option, Integer):
        return option.low, option.high
    number = find(name)().players
    return number, number


def option_facts(name: str, option: Option) -> dict[str, Any]:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    data: dict[str, Any] = {"name": name, "default": default, "doc": option.doc}
    match option:
        case Flag():
            return data | {"kind": "flag"}
        case Choice():
            return data | {"kind": "choice", "words": list(option.words)}
        case Integer():
            bounds = {"low": option.low, "high": option.high, "optional": option.optional}
            return data | {"kind": "integer"} | bounds
        case Integers():
            bounds = {"low": option.low, "high": option.high, "optional": True}
            bounds |= {"length_max": option.length_max, "cards": option.cards}
            return data | {"kind": "integers"} | bounds


def title(name: str) -> str:
    return find(name).title


def rules(name: str) -> str:
    find(name)
    return rules_text(name)


def bots(game: str) -> list[dict[str, Any]]:
    """Return all bots of a game, skipping those that fail to load.

    Files and snapshots may come while the server runs, so the folders are read every time.
    """
    bot_names.cache_clear()
    return _bots(game, bot_names(game))


def forget_bots() -> None:
    """Read every bot again: one with a known name may have changed."""
    _bots.cache_clear()


@functools.lru_cache(maxsize=64)
def _bots(game: str, known: tuple[str, ...]) -> list[dict[str, Any]]:
    found = []
    for name in known:
        try:
            spec = find_bot(game, name)
        except KibitzError as error:
            log.warning("the bot %s of %s is left out: %s", name, game, error)
            continue
        except Exception as error:  # noqa: BLE001 (a plug-in may raise anything)
            log.warning("the bot %s of %s is left out: %s", name, game, place_of(error))
            continue
        found.append(
            {
                "game": game,
                "name": name,
                "about": spec.about,
                "kind": spec.kind,
                "oracle": spec.oracle,
                "ms": times.milliseconds(spec),
                "hash": spec.hash,
            }
        )
    return found
