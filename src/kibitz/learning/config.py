"""Settings of a run: defaults < TOML file < command line, resolved into a frozen dataclass.

    @dataclass(frozen=True)
    class Settings:
        lr: float = setting(3e-4, "learning rate", group="ppo", low=1e-7, high=1.0)

    resolve(Settings, Path("run.toml"), ["lr=1e-4"])

A field carries its help, range and group, which is all that a form or a help text needs. In a file,
a key is at the top level or in the table of its group. An unknown key is rejected with the closest
known one; so are values of the wrong type or out of range. `write` saves the resolved settings as a
file that `resolve` can read.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import math
import tomllib
import types
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from kibitz.core.errors import BadOption
from kibitz.core.files import BadFile, read, write_atomic

SIZE_MAX = 1 << 20  # bytes per file
RESUME = "resume"  # the key of a file that names a run to resume
UNITS = {"k": 1_000, "m": 1_000_000, "b": 1_000_000_000}  # 500k, 2M, 1B

T = TypeVar("T")


class BadConfig(BadOption):
    """The recipe has no such key, or does not accept the value."""

    code = "bad_config"


def setting(
    default: Any,
    text: str,
    *,
    group: str = "run",
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Declare a setting with its help, range and group."""
    about = {"help": text, "group": group, "low": low, "high": high, "choices": choices}
    return dataclasses.field(default=default, metadata=about)


def changed(kind: type, name: str, default: T) -> T:
    """Redeclare a base class's setting with another default."""
    field = next(f for f in dataclasses.fields(kind) if f.name == name)
    again: T = dataclasses.field(default=default, metadata=field.metadata)
    return again


@dataclasses.dataclass(frozen=True)
class Field:
    """What a form or a help text needs to know about one setting."""

    name: str
    kind: Any
    default: Any
    help: str
    group: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]


def fields(kind: type) -> list[Field]:
    """Return all settings of a recipe, in order."""
    hints = typing.get_type_hints(kind)
    return [
        Field(f.name, hints[f.name], f.default, **f.metadata)
        for f in dataclasses.fields(kind)
        if f.metadata
    ]


def resolve(
    kind: type[T], file: Path | None = None, sets: Iterable[str] = (), base: T | None = None
) -> T:
    """Resolve settings from defaults, a TOML file and `key=value` strings; later ones win.

    `base` replaces the defaults: the settings of a run that is resumed.
    """
    known = {field.name: field for field in fields(kind)}
    values: dict[str, Any] = {} if base is None else {n: getattr(base, n) for n in known}
    if file is not None:
        for name, value in _flat(_tables(file), known, file).items():
            values[name] = checked(known[name], value, f"{file}: {name}")
    for text in sets:
        name, equals, word = text.partition("=")
        name = name.strip()
        if not equals:
            raise BadConfig(f"settings must have the form key=value, not {text!r}")
        field = _field(known, name.rpartition(".")[2], "--set")
        values[field.name] = checked(field, parse(field, word.strip()), field.name)
    return kind(**values)


def run_to_resume(file: Path | None) -> Path | None:
    """Return the run or checkpoint that a TOML file names with `resume`; None if it names none."""
    path = None if file is None else _tables(file).get(RESUME)
    if path is not None and not (isinstance(path, str) and path):
        raise BadConfig(f"{file}: {RESUME} must be the path of a run or checkpoint, not {path!r}")
    return None if path is None else Path(path)


def of_mapping(kind: type[T], values: Mapping[str, Any], where: str) -> T:
    """Build settings from values by name, as stored in a run's file."""
    known = {field.name: field for field in fields(kind)}
    return kind(
        **{k: checked(_field(known, k, where), v, f"{where}: {k}") for k, v in values.items()}
    )


def _tables(file: Path) -> dict[str, Any]:
    data = read(file, SIZE_MAX)
    if data is None:
        raise BadFile(f"there is no file {file}")
    try:
        return tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"{file} is not valid TOML: {error}") from None


def _flat(tables: Mapping[str, Any], known: Mapping[str, Field], file: Path) -> dict[str, Any]:
    """Merge keys at the top level and in the tables of their groups into one mapping."""
    found: dict[str, Any] = {}
    groups = {field.group for field in known.values()}
    for name, value in tables.items():
        if name == RESUME:
            continue  # not a setting: see run_to_resume
        if not isinstance(value, dict):
            found[_field(known, name, str(file)).name] = value
            continue
        if name not in groups:
            raise BadConfig(f"{file}: there is no table [{name}]{nearest(name, groups)}")
        for inner, inner_value in value.items():
            field = _field(known, inner, f"{file} [{name}]")
            if field.group != name:
                raise BadConfig(f"{file}: {inner} belongs in [{field.group}], not in [{name}]")
            found[inner] = inner_value
    return found


def _field(known: Mapping[str, Field], name: str, where: str) -> Field:
    if name not in known:
        words = name.replace("_", " ").lower()
        meant = sorted((key for key in known if words in known[key].help.lower()), key=len)
        near = nearest(name, known, 0.75) or nearest(name, meant[:1], 0) or nearest(name, known)
        raise BadConfig(f"{where}: there is no setting {name!r}{near}")
    return known[name]


def nearest(name: str, known: Iterable[str], likeness: float = 0.5) -> str:
    """Return a question after the closest known name, to append to an error; or nothing."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=likeness)
    return f"; did you mean {close[0]!r}?" if close else ""


def parse(field: Field, text: str) -> Any:
    """Parse a value given on the command line."""
    kind, inner = _kinds(field.kind)
    if kind is bool:
        words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        return words.get(text.lower(), text)
    if kind in (int, float):
        return _number(text)
    if kind is tuple:
        parts = [part.strip() for part in text.strip("[]()").split(",") if part.strip()]
        return tuple(_number(part) if inner in (int, float) else part for part in parts)
    return text


def word_of(value: Any) -> str:
    """Return a value as `parse` reads it.

    >>> word_of((256, 128))
    '256,128'
    """
    if isinstance(value, (list, tuple)):
        return ",".join(word_of(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(text: str) -> Any:
    unit = UNITS.get(text[-1:].lower(), 1)
    try:
        value = float(text[:-1] if unit > 1 else text) * unit
    except ValueError:
        return text
    return int(value) if math.isfinite(value) and value == int(value) else value


def _kinds(kind: Any) -> tuple[Any, Any]:
    if typing.get_origin(kind) is tuple:
        return tuple, typing.get_args(kind)[0]
    assert not isinstance(kind, types.UnionType), "settings have one type each"
    return kind, None


def checked(field: Field, value: Any, where: str) -> Any:
    """Check a value against the field's type and range, or raise BadConfig."""
    kind, inner = _kinds(field.kind)
    if kind is tuple:
        if inner is float and isinstance(value, (int, float)):
            value = (value,)  # a list of one
        if not isinstance(value, (list, tuple)):
            raise BadConfig(f"{where} must be a list, not {value!r}")
        return tuple(_one(field, inner, item, where) for item in value)
    return _one(field, kind, value, where)


def _one(field: Field, kind: Any, value: Any, where: str) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if kind is int and isinstance(value, float) and value == int(value):
        value = int(value)
    if type(value) is not kind or (kind is float and not math.isfinite(value)):
        word = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}
        raise BadConfig(f"{where} must be {word[kind]}, not {value!r}")
    if field.low is not None and value < field.low:
        raise BadConfig(f"{where} must be at least {field.low:g}, not {value!r}")
    if field.high is not None and value > field.high:
        raise BadConfig(f"{where} must be at most {field.high:g}, not {value!r}")
    if field.choices and value not in field.choices:
        near = nearest(str(value), field.choices)
        raise BadConfig(f"{where} must be one of {', '.join(field.choices)}, not {value!r}{near}")
    return value


def write(file: Path, settings: Any) -> None:
    """Write the settings as a TOML file by groups, with their help as comments."""
    write_atomic(file, text_of(settings))


def text_of(settings: Any) -> str:
    groups: dict[str, list[str]] = {}
    for field in fields(type(settings)):
        value = _toml(getattr(settings, field.name))
        groups.setdefault(field.group, []).append(f"{field.name} = {value}  # {field.help}")
    return "\n".join(f"[{group}]\n" + "\n".join(lines) + "\n" for group, lines in groups.items())


def _toml(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value)
