"""Recipes and their settings, as a form needs them: kinds, bounds, help and defaults.

Values travel as text, in the form that `--set KEY=VALUE` takes, and `check` refuses what the
command line would refuse.
"""

from __future__ import annotations

import importlib.util
import shlex
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.core import engine
from kibitz.core.errors import BadOption, MissingExtra
from kibitz.learning import config
from kibitz.learning import recipe as recipes
from kibitz.learning.recipe import Recipe

KINDS = {int: "integer", float: "number", bool: "flag", str: "text"}
LISTS = {int: "integers", float: "numbers", str: "texts"}
HIDDEN = ("name", "init_weights")  # the form has its own fields for them


def all_recipes() -> list[dict[str, Any]]:
    """Return the recipes that train in stages, for every game."""
    whats = [*recipes.STAGES, *(one.what for one in recipes.listing() if one.what != recipes.ANY)]
    found = []
    for game in games.names():
        for what in dict.fromkeys(whats):
            try:
                one = recipes.find(game, what)
            except BadOption:
                continue
            if one.staged:
                found.append(_facts(one))
    return found


def _facts(one: Recipe) -> dict[str, Any]:
    words = {"about": one.module.ABOUT, "reached": one.module.REACHED}
    title = games.find(one.game).title
    return {"game": one.game, "title": title, "recipe": one.what, **words}


def form(game: str, what: str) -> dict[str, Any]:
    """Return a recipe with all its settings."""
    one = recipes.find(game, what)
    start = dict(text.split("=", 1) for text in one.start())
    shown = [f for f in config.fields(one.settings()) if f.name not in HIDDEN]
    return _facts(one) | {"fields": [_field(f, start) for f in shown]}


def _field(field: config.Field, start: Mapping[str, str]) -> dict[str, Any]:
    is_list = typing.get_origin(field.kind) is tuple
    kind = LISTS[typing.get_args(field.kind)[0]] if is_list else KINDS[field.kind]
    return {
        "name": field.name,
        "kind": kind,
        "default": start.get(field.name, text(field.default)),
        "help": field.help,
        "group": field.group,
        "low": field.low,
        "high": field.high,
        "choices": list(field.choices),
    }


def text(value: Any) -> str:
    """Return a value as `--set` takes it."""
    if isinstance(value, (list, tuple)):
        return ",".join(text(item) for item in value)
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def sets_of(values: Mapping[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in values.items()]


def check(game: str, what: str, values: Mapping[str, str], file: Path | None = None) -> Recipe:
    """Return the recipe, if it accepts these values; otherwise raise what a run would raise."""
    one = recipes.find(game, what)
    if not one.staged:
        raise BadOption(f"the recipe {what} has its own loop: run it in a terminal")
    settings = config.resolve(one.settings(), file, [*one.start(), *sets_of(values)])
    one.module.kinds(game, settings)
    return one


def values_in(file: Path, game: str, what: str) -> dict[str, str]:
    """Return the settings in a run's config.toml, as text."""
    settings = config.resolve(recipes.find(game, what).settings(), file)
    return {
        f.name: text(getattr(settings, f.name))
        for f in config.fields(type(settings))
        if f.name not in HIDDEN
    }


def shown_command(words: Sequence[str]) -> str:
    """Return a command as one types it."""
    return shlex.join(["kibitz", *words])


def needs() -> dict[str, str | None]:
    """Return what is missing for training, with the way to get it; None where nothing is."""
    torch = None
    if importlib.util.find_spec("torch") is None:
        torch = "pip install 'kibitz[train]'"
    native = None if engine.native() is not None else "make build"
    return {"torch": torch, "native": native}


def check_torch() -> None:
    missing = needs()["torch"]
    if missing is not None:
        raise MissingExtra(f"training needs PyTorch: {missing}, then start the server again")
