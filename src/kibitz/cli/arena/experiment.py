"""The experiment file of `kibitz arena field`: TOML or YAML, validated key by key.

    n_experiments = 1000               # tables to draw
    available_players = [3, 4, 5]      # table sizes
    bots = ["honest", "claude", "my_bot.py"]
    output_file = "games.csv"          # or .parquet
    output_dir = "results"

Paths are relative to the file's own folder.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from kibitz import games
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan.entry import enter
from kibitz.arena.plan.plan import Plan
from kibitz.bots.remote import external
from kibitz.cli.arena.arguments import quick_players
from kibitz.core import files
from kibitz.core.coerce import as_int, short
from kibitz.core.errors import KibitzError

SIZE_MAX = 1_000_000  # bytes
ALL = "all"
KEYS = (
    "n_experiments",
    "available_players",
    "bots",
    "output_file",
    "output_dir",
    "game",
    "seed",
    "options",
    "rotate",
)


class BadExperiment(KibitzError):
    """An experiment file with an unknown key or an invalid value."""

    code = "bad_experiment"


@dataclass(frozen=True)
class Experiment:
    """The contents of an experiment file."""

    game: str
    tables: int
    sizes: list[int]
    bots: list[str]
    output: Path | None
    seed: int
    options: dict[str, Any]
    rotate: bool

    def plan(self, folders: list[str], trusted: bool) -> Plan:
        names = self.bots or quick_players(self.game, folders)
        entries = enter(self.game, names, folders=folders, trusted=trusted)
        return plans.drawn(
            self.game,
            self.options,
            entries,
            self.sizes,
            self.tables,
            self.seed,
            rotate=self.rotate,
        )


def read(file: Path) -> Experiment:
    """Read an experiment file."""
    keys = _load(file)
    for key in keys:
        if key not in KEYS:
            raise BadExperiment(f"{file}: unknown key {short(key)}; use {', '.join(KEYS)}")
    game = keys.get("game", "dubito")
    if not isinstance(game, str):
        raise BadExperiment(f"{file}: game must be the name of a game")
    games.find(game)
    options = keys.get("options", {})
    if not isinstance(options, dict):
        raise BadExperiment(f"{file}: options must be a table of names and values")
    return Experiment(
        game=game,
        tables=_number(file, keys, "n_experiments", 1),
        sizes=_sizes(file, keys.get("available_players")),
        bots=_bots(file, keys.get("bots")),
        output=_output(file, keys),
        seed=_number(file, keys, "seed", 0, otherwise=0),
        options={str(name): value for name, value in options.items()},
        rotate=keys.get("rotate", False) is True,
    )


def _load(file: Path) -> dict[Any, Any]:
    data = files.read(file, SIZE_MAX)
    if data is None:
        raise files.BadFile(f"there is no file {file}")
    try:
        if file.suffix == ".toml":
            found: Any = tomllib.loads(data.decode())
        elif file.suffix in (".yaml", ".yml"):
            found = yaml.safe_load(data)
        else:
            raise BadExperiment(f"{file} must end in .toml, .yaml or .yml")
    except (tomllib.TOMLDecodeError, yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadExperiment(f"{file} cannot be read: {' '.join(str(error).split())}") from None
    if not isinstance(found, dict):
        raise BadExperiment(f"{file} must be a table of keys and values")
    return found


def _number(
    file: Path, keys: dict[Any, Any], key: str, least: int, otherwise: int | None = None
) -> int:
    number = as_int(keys.get(key, otherwise))
    if number is None or number < least:
        raise BadExperiment(f"{file}: {key} must be a whole number, {least} or more")
    return number


def _sizes(file: Path, value: Any) -> list[int]:
    listed = value if isinstance(value, list) else [value]
    sizes = [as_int(size) for size in listed]
    if not sizes or any(size is None or size < 1 for size in sizes):
        raise BadExperiment(f"{file}: available_players must list table sizes, like [3, 4, 5]")
    return [size for size in sizes if size is not None]


def _bots(file: Path, value: Any) -> list[str]:
    """Return the bots' names, with paths resolved; an empty list means all."""
    if value == ALL:
        return []
    if not isinstance(value, list) or not value or not all(isinstance(x, str) for x in value):
        raise BadExperiment(f'{file}: bots must be a list of names, or "{ALL}"')
    return [_from(file, name) for name in value]


def _from(file: Path, name: str) -> str:
    is_spec = name.endswith(".toml") and not external.is_elsewhere(name)
    is_file = is_spec or external.is_file(name)
    return str(file.parent / Path(name).expanduser()) if is_file else name


def _output(file: Path, keys: dict[Any, Any]) -> Path | None:
    name, folder = keys.get("output_file"), keys.get("output_dir", ".")
    if name is None and "output_dir" not in keys:
        return None
    if not isinstance(name or "games.csv", str) or not isinstance(folder, str):
        raise BadExperiment(f"{file}: output_file and output_dir must be texts")
    return file.parent / Path(folder).expanduser() / (name or "games.csv")
