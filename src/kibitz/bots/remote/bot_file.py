"""One file, one bot: reads a Python file and makes the bot in it.

Two kinds of file are recognised by their imports: one with a `Bot` of Kibitz, and one written for a
game's own blueprint (`players/<game>/blueprint`), a framework older than Kibitz. Loading runs the
file's code in the calling process; process.py does so in a sandboxed one.
"""

from __future__ import annotations

import ast
import io
import itertools
import linecache
import sys
import tokenize
import types
from pathlib import Path
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.bots.remote.forfeit import BadBotFile, BotFault, fault_of
from kibitz.core import files, registry
from kibitz.core.errors import KibitzError

SOURCE_BYTES_MAX = 1_000_000

_numbers = itertools.count(1)


def read_source(path: Path) -> str:
    """Read the text of a bot's file, in its declared encoding."""
    data = files.read(path, SOURCE_BYTES_MAX)
    if data is None:
        raise files.BadFile(f"there is no file {path}")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise BadBotFile(f"{path.name} is not Python source: {error}") from None


def load_source(source: str, path: str, wanted: str | None = None) -> Bot:
    """Load the bot from a file's text: its only one, or the class `wanted`."""
    name = Path(path).name
    tree, code = _parsed(source, path)
    _, blueprint = _blueprint_of(tree)
    module = _module(source, path)
    if blueprint is not None:
        blueprint.check_imports(tree, name)
        module.__dict__["__builtins__"] = blueprint.builtins()
    try:
        exec(code, module.__dict__)  # noqa: S102 (that is what loading a bot means)
    except BotFault:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a stranger may raise)
        fault = fault_of(error, path)
        raised = BadBotFile(f"{name} cannot be loaded: {fault}")
        raised.trace = fault.trace
        raise raised from None
    if blueprint is not None:
        made: Bot = blueprint.bot_of(module, Path(path).stem, wanted)
        return made
    return _only_bot(module, name, wanted)


def _parsed(source: str, path: str) -> tuple[ast.Module, types.CodeType]:
    try:
        tree = ast.parse(source, path)
        return tree, compile(tree, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        reason = error.msg if isinstance(error, SyntaxError) else error
        raise BadBotFile(f"{Path(path).name} cannot be read{line}: {reason}") from None


def plays_in(path: Path) -> tuple[str, ...]:
    """The games that a file claims to play, read without running it; empty if unknown.

    This is a guess: what counts is what the bot reports once loaded.
    """
    try:
        tree = ast.parse(read_source(path))
        game, blueprint = _blueprint_of(tree)
        if blueprint is not None:
            return (game,)
        found = [_plays_of(node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    except (KibitzError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    said = [games for games in found if games]
    return said[0] if len(said) == 1 else ()


def may_play(path: Path, game: str) -> bool:
    """Whether a Python file looks like a bot for a game, judged without running it."""
    try:
        source = read_source(path)
        tree = ast.parse(source)
    except (KibitzError, SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    if not any(isinstance(node, ast.ClassDef) and node.bases for node in tree.body):
        return False
    of, blueprint = _blueprint_of(tree)
    if blueprint is not None:
        return of == game
    plays = plays_in(path)
    return "kibitz" in source and (not plays or game in plays)


def check_readable(path: Path) -> None:
    """Raise BadFile for a missing file, BadBotFile for one that is not valid Python."""
    _parsed(read_source(path), str(path))


def _plays_of(kind: ast.ClassDef) -> tuple[str, ...]:
    for line in kind.body:
        if isinstance(line, ast.Assign) and [ast.unparse(t) for t in line.targets] == ["plays"]:
            games = ast.literal_eval(line.value)
            return games if isinstance(games, tuple) else ()
    return ()


def _blueprint_of(tree: ast.AST) -> tuple[str, Any]:
    """The game and blueprint that a file is written for; None for a plain bot."""
    for game, blueprint in registry.every("players", "blueprint"):
        if blueprint.is_written_to_it(tree):
            return game, blueprint
    return "", None


def _module(source: str, path: str) -> types.ModuleType:
    """Return a fresh module, so that two bots from one file share nothing.

    It must be in `sys.modules`, where dataclasses look up their annotations.
    """
    module = types.ModuleType(f"kibitz_bot_{next(_numbers)}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    lines = source.splitlines(keepends=True)
    linecache.cache[path] = (len(source), None, lines, path)  # so that tracebacks show the line
    return module


def _only_bot(module: types.ModuleType, name: str, wanted: str | None) -> Bot:
    found = own_classes(module, Bot)
    names = ", ".join(kind.__name__ for kind in found) or "none"
    if wanted is not None:
        found = [kind for kind in found if kind.__name__ == wanted]
        if not found:
            raise BadBotFile(f"{name} has no bot class {wanted}; found: {names}")
    elif len(found) != 1:
        several = f"; choose one as {name}:{found[0].__name__}" if found else ""
        raise BadBotFile(
            f"{name} must define exactly one class that derives from kibitz.bots.bot.Bot and is "
            f"not itself a base class; found: {names}{several}"
        )
    if found[0].choose is Bot.choose and found[0].choose_knowing is Bot.choose_knowing:
        raise BadBotFile(f"{name}: {found[0].__name__} has no method choose(self, view)")
    try:
        bot: Bot = found[0]()
    except Exception as error:
        fault = fault_of(error, module.__file__)
        raise BadBotFile(f"{name}: {found[0].__name__}() failed: {fault}") from error
    plays: Any = bot.plays
    if not isinstance(plays, tuple) or not all(isinstance(game, str) for game in plays):
        raise BadBotFile(f"{name}: plays must be a tuple of game names, like ('ohhell',)")
    return bot


def own_classes(module: types.ModuleType, base: type[Any]) -> list[type[Any]]:
    """The classes of a file that derive from `base` and are not base classes themselves."""
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, base)
    ]
    own = [kind for kind in dict.fromkeys(classes) if kind.__module__ == module.__name__]
    return [k for k in own if not any(k in other.__mro__[1:] for other in own)]
