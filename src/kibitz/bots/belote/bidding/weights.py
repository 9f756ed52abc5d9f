"""The weights of a bidder as data: what it believes of hands and calls, and when it speaks.

A bidder estimates the points that its side would make with each trump, then compares. How an
estimate is made depends on who has bid that suit last: nobody or the seat itself (`attack`), its
partner (`support`), an opponent (`defend`). `flat` is the order in which the native twin reads the
numbers; a TOML file has them by name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from kibitz.bots.belote.bidding.evaluation import Worth
from kibitz.core.errors import BadOption

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Calls:
    """What the others' calls add to an estimate, in points. Steps are of 10."""

    lead: float  # the own side leads to the first trick
    partner_pass: float  # the partner has spoken, and never bid
    partner_bid: float
    partner_level: float  # for each step of its last bid above 80
    partner_jump: float  # for each step that it was above the lowest legal one
    enemy_pass: float  # for each opponent; the others too
    enemy_bid: float
    enemy_level: float
    enemy_jump: float


@dataclass(frozen=True)
class Speak:
    """When to speak, in points. A level is a step of 10: 0 for 80 .. 8 for 160."""

    open: tuple[float, ...]  # the least estimate to open with, by the passes before
    open_level: float  # an estimate of this much opens with 80
    open_step: float  # and of so much more with the next value
    open_max: float  # the highest level of an opening
    raise_free: float  # a partner's bid is raised if the estimate exceeds the new value by so much
    raise_fought: float  # the same where the opponents have bid too
    raise_step: float
    raise_max: float
    change: float  # another suit must be better than the partner's by so much
    change_need: float  # and exceed the new value by so much
    over: float  # the same over an opponent's bid
    over_last: float  # where a pass would end the auction
    sacrifice: (
        float  # how much of what the opponents' contract exceeds its value counts for bidding
    )
    over_level: float  # what exceeds the new value by so much goes a step higher
    over_step: float
    over_max: float
    coinche: float  # the estimate exceeds what beats a contract of 80 by so much
    coinche_level: float  # less for each step above 80
    coinche_capot: float  # the estimate that doubts a capot
    surcoinche: float  # the estimate exceeds the own coinched contract by so much
    capot: float  # the estimate that bids all tricks


@dataclass(frozen=True)
class Weights:
    attack: Worth
    attack_calls: Calls
    support: Worth
    support_calls: Calls
    defend: Worth
    defend_calls: Calls
    speak: Speak

    def flat(self) -> list[float]:
        """All numbers, in the order of the fields."""
        return list(_numbers(self))


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, tuple):
        yield from value
    elif isinstance(value, int | float):
        yield float(value)
    else:
        for field in fields(value):
            yield from _numbers(getattr(value, field.name))


STEP_MIN = 0.01  # estimates are divided by steps
SIZES = {"trump": 8, "length": 9, "open": 4}  # of the lists
PARTS: dict[str, type[Worth] | type[Calls] | type[Speak]] = {
    "attack": Worth,
    "attack_calls": Calls,
    "support": Worth,
    "support_calls": Calls,
    "defend": Worth,
    "defend_calls": Calls,
    "speak": Speak,
}


def load(name: str) -> Weights:
    """The weights of `<name>.toml` in this folder."""
    return read(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


def read(given: dict[str, Any]) -> Weights:
    """Weights from tables as a TOML file has them; a name too many or too few is an error."""
    _check_names("weights", given, list(PARTS))
    return Weights(**{part: _read_part(part, given[part]) for part in PARTS})


def _read_part(part: str, given: Any) -> Any:
    names = [field.name for field in fields(PARTS[part])]
    _check_names(part, given, names)
    values: dict[str, Any] = {name: _read_value(part, name, given[name]) for name in names}
    return PARTS[part](**values)


def _read_value(part: str, name: str, given: Any) -> float | tuple[float, ...]:
    size = SIZES.get(name)
    if size is None:
        return _read_number(part, name, given)
    if not isinstance(given, list) or len(given) != size:
        raise BadOption(f"{part}.{name} is a list of {size} numbers")
    return tuple(_read_number(part, name, x) for x in given)


def _read_number(part: str, name: str, given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not abs(given) < 1e6:
        raise BadOption(f"{part}.{name} is a number, not {given!r}")
    if name.endswith("_step") and given < STEP_MIN:
        raise BadOption(f"{part}.{name} is a step of at least {STEP_MIN}, not {given!r}")
    return float(given)


def _check_names(what: str, given: Any, names: list[str]) -> None:
    if not isinstance(given, dict) or set(given) != set(names):
        raise BadOption(f"{what} has exactly the names {', '.join(names)}")


def unflatten(numbers: list[float]) -> Weights:
    """The inverse of `flat`."""
    left = iter(numbers)

    def take(name: str) -> float | tuple[float, ...]:
        size = SIZES.get(name)
        return next(left) if size is None else tuple(next(left) for _ in range(size))

    parts: dict[str, Any] = {}
    for part, kind in PARTS.items():
        values: dict[str, Any] = {field.name: take(field.name) for field in fields(kind)}
        parts[part] = kind(**values)
    return Weights(**parts)
