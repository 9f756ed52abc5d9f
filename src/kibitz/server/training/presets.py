"""Named settings: TOML files that `kibitz train --config` reads, one per name, game and recipe."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadOption
from kibitz.core.files import remove, write_atomic
from kibitz.learning import config
from kibitz.learning import recipe as recipes
from kibitz.server.training import forms
from kibitz.server.training.runs import UnknownRun

NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$"
FILE = re.compile(r"([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)\.([A-Za-z0-9][A-Za-z0-9_-]{0,31})\.toml")


def _file(root: Path, game: str, what: str, name: str) -> Path:
    file = root / "presets" / f"{game}.{what}.{name}.toml"
    if not FILE.fullmatch(file.name):
        raise UnknownRun(f"{name[:64]!r} is not the name of a preset")
    return file


def every(root: Path) -> list[dict[str, Any]]:
    """Return all presets that can be read."""
    found = []
    for file in sorted((root / "presets").glob("*.toml")):
        matched = FILE.fullmatch(file.name)
        if matched is None:
            continue
        game, what, name = matched.groups()
        try:
            values = read(root, game, what, name)
        except (BadOption, UnknownRun):
            continue
        found.append({"game": game, "recipe": what, "name": name, "values": values})
    return found


def read(root: Path, game: str, what: str, name: str) -> dict[str, str]:
    """Return the settings that differ from the recipe's defaults, as text."""
    file = _file(root, game, what, name)
    if not file.is_file():
        raise UnknownRun(f"there is no preset {name}")
    defaults = {f["name"]: f["default"] for f in forms.form(game, what)["fields"]}
    given = forms.values_in(file, game, what)
    return {key: value for key, value in given.items() if value != defaults.get(key)}


def save(root: Path, game: str, what: str, name: str, values: Mapping[str, str]) -> None:
    forms.check(game, what, values)
    known = {f.name: f for f in config.fields(recipes.find(game, what).settings())}
    lines = [f"# {game} {what}: kibitz train {game} {what} --config FILE"]
    for key, value in values.items():
        parsed = config.checked(known[key], config.parse(known[key], value), key)
        shown = list(parsed) if isinstance(parsed, tuple) else parsed
        lines.append(f"{key} = {json.dumps(shown)}")
    write_atomic(_file(root, game, what, name), "\n".join(lines) + "\n")


def delete(root: Path, game: str, what: str, name: str) -> None:
    remove(_file(root, game, what, name))
