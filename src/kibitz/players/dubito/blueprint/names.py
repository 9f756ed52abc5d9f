"""The blueprint's import names, for blueprint files only.

A file says `from bots.base import BotBase` and `from dubito.game_data import TurnData`, but Kibitz
has no packages of these names, and another program's packages must not be disturbed. So the names
are not in `sys.modules`: a blueprint file gets its own builtins, whose `__import__` knows them.
This applies while the file is loaded and whenever its code imports later, on any thread, and to no
other code.

`random` is such a name too: each file has its own copy of the module, seeded for each game, so that
a bot that uses it replays.
"""

from __future__ import annotations

import ast
import builtins as python
import importlib.util
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kibitz.bots.remote.forfeit import ForbiddenImport
from kibitz.players.dubito.blueprint import base, game_data

FORBIDDEN = ("dubito.core_game", "dubito.handlers", "dubito.hand")
ROOTS = ("bots", "dubito")
OWN_RANDOM = "__blueprint_random__"  # key in a file's builtins: its copy of `random`


def builtins() -> dict[str, Any]:
    """Return builtins for one file."""
    modules = _modules()
    own_random = _fresh_random()

    def import_name(
        name: str,
        globals: Mapping[str, Any] | None = None,  # noqa: A002 (the names of __import__)
        locals: Mapping[str, Any] | None = None,  # noqa: A002
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        root = name.partition(".")[0]
        if level == 0 and name == "random":
            return own_random
        if level or root not in ROOTS:
            return python.__import__(name, globals, locals, fromlist or (), level)
        for asked in (name, *(f"{name}.{word}" for word in fromlist or ())):
            refuse(asked, "a bot's file")
        if name not in modules:
            raise ModuleNotFoundError(f"the blueprint has no module {name!r}", name=name)
        return modules[name if fromlist else root]

    return {**vars(python), "__import__": import_name, OWN_RANDOM: own_random}


def _modules() -> dict[str, types.ModuleType]:
    """bots, bots.base, dubito, dubito.game_data: created per file, so that none can spoil
    another's."""
    made = {name: types.ModuleType(name) for name in ("bots", "dubito")}
    for name, source in (("bots.base", base), ("dubito.game_data", game_data)):
        module = types.ModuleType(name)
        for key, value in vars(source).items():
            if not key.startswith("_") and not isinstance(value, types.ModuleType):
                setattr(module, key, value)
        root, _, leaf = name.partition(".")
        setattr(made[root], leaf, module)
        made[root].__path__ = []
        made[name] = module
    return made


def _fresh_random() -> types.ModuleType:
    spec = importlib.util.find_spec("random")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imports(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that a file imports, anywhere in it, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module, node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def refuse(name: str, where: str) -> None:
    """Refuse modules that the blueprint forbids to bots."""
    for forbidden in FORBIDDEN:
        if name == forbidden or name.startswith(forbidden + "."):
            raise ForbiddenImport(
                f"{where} imports {forbidden}; bots import bots.base and dubito.game_data only"
            )
