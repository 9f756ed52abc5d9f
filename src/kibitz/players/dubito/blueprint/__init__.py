"""Dubito's bot blueprint: files written for it run unchanged.

names.py provides the imports of such a file, base.py and game_data.py are what it imports, and
adapter.py seats it at a table of Kibitz.
"""

from __future__ import annotations

import ast
import types

from kibitz.bots.bot import Bot
from kibitz.bots.remote.forfeit import BadBotFile, WrongClassName
from kibitz.players.dubito.blueprint import names
from kibitz.players.dubito.blueprint.adapter import BlueprintBot, own_random
from kibitz.players.dubito.blueprint.base import BotBase
from kibitz.players.dubito.blueprint.names import builtins

__all__ = ["BlueprintBot", "BotBase", "bot_of", "builtins", "check_imports", "is_written_to_it"]

SUFFIX = "bot"


def is_written_to_it(tree: ast.AST) -> bool:
    """Whether a file imports the blueprint's names."""
    return any(name.partition(".")[0] in names.ROOTS for name, _ in names.imports(tree))


def check_imports(tree: ast.AST, file: str) -> None:
    """Refuse a file that imports, anywhere in it, what bots may not."""
    for name, line in names.imports(tree):
        names.refuse(name, f"{file}, line {line},")


def bot_of(module: types.ModuleType, stem: str, wanted: str | None = None) -> Bot:
    """Return the bot of a file: the class `wanted`, or the class named after the file."""
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, BotBase)
        and value.__module__ == module.__name__
    ]
    if not own:
        raise BadBotFile(f"{stem}.py defines no subclass of BotBase")
    if wanted is not None:
        for kind in own:
            if kind.__name__ == wanted:
                return BlueprintBot(kind, own_random(module))
        found = ", ".join(kind.__name__ for kind in own)
        raise WrongClassName(f"{stem}.py has no class {wanted}; it defines {found}")
    fitting = [kind for kind in own if plain_name(kind.__name__) == plain_name(stem)]
    if not fitting:
        found = ", ".join(kind.__name__ for kind in own)
        raise WrongClassName(
            f"the class must have the name of its file: {stem}.py defines {found}, "
            f"not {class_name(stem)}; a file with several bots is addressed as "
            f"{stem}.py:{own[0].__name__}"
        )
    return BlueprintBot(fitting[-1], own_random(module))


def plain_name(name: str) -> str:
    """The common part of a class and its file: GeminiBot, gemini.py and gemini_bot.py."""
    plain = name.replace("_", "").lower()
    return plain.removesuffix(SUFFIX) or plain


def class_name(stem: str) -> str:
    """The class that a file of this name should define."""
    words = [word for word in stem.split("_") if word]
    name = "".join(word[:1].upper() + word[1:] for word in words)
    return name if name.lower().endswith(SUFFIX) else f"{name}Bot"
