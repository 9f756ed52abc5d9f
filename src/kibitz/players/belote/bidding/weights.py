"""The weights of a bidder as data: how it values hands and calls, and when it bids.

A bidder estimates the points that its side would make with each trump, then compares. The weights
of an estimate depend on who bid that suit last: nobody or the seat itself (`attack`), its partner
(`support`), an opponent (`defend`). `flat` is the order in which the native twin reads the numbers;
a TOML file has them by name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadOption
from kibitz.players.belote.bidding.evaluation import Worth

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Calls:
    """What the others' calls add to an estimate, in points. Steps are of 10."""

    lead: float  # the own side leads to the first trick
    partner_pass: float  # the partner has called but never bid
    partner_bid: float
    partner_level: float  # for each step of its last bid above 80
    partner_jump: float  # for each step that it was above the lowest legal one
    enemy_pass: float  # per opponent, like the following
    enemy_bid: float
    enemy_level: float
    enemy_jump: float


@dataclass(frozen=True)
class Speak:
    """When to bid, in points. A level is a step of 10: 0 for 80 .. 8 for 160."""

    open: tuple[float, ...]  # the minimum estimate to open with, by the number of passes before
    open_level: float  # an estimate of this much opens with 80
    open_step: float  # and this much more with the next value
    open_max: float  # the highest level of an opening
    raise_free: float  # raise a partner's bid if the estimate exceeds the new value by this much
    raise_fought: float  # the same if the opponents have bid too
    raise_step: float
    raise_max: float
    change: float  # another suit must be better than the partner's by this much
    change_need: float  # and exceed the new value by this much
    over: float  # the same over an opponent's bid
    over_last: float  # if a pass would end the auction
    sacrifice: float  # weight for bidding of the opponents' excess over their contract
    over_level: float  # exceeding the new value by this much goes a step higher
    over_step: float
    over_max: float
    coinche: float  # the estimate exceeds what beats a contract of 80 by this much
    coinche_level: float  # less for each step above 80
    coinche_capot: float  # the estimate that coinches a capot
    surcoinche: float  # the estimate exceeds the own coinched contract by this much
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
    """Load the weights of `<name>.toml` in this folder."""
    return read(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


def read(given: dict[str, Any]) -> Weights:
    """Read weights from tables as in a TOML file; an extra or missing name is an error."""
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
        raise BadOption(f"{part}.{name} must be a list of {size} numbers")
    return tuple(_read_number(part, name, x) for x in given)


def _read_number(part: str, name: str, given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not abs(given) < 1e6:
        raise BadOption(f"{part}.{name} must be a number, not {given!r}")
    if name.endswith("_step") and given < STEP_MIN:
        raise BadOption(f"{part}.{name} must be a step of at least {STEP_MIN}, not {given!r}")
    return float(given)


def _check_names(what: str, given: Any, names: list[str]) -> None:
    if not isinstance(given, dict) or set(given) != set(names):
        raise BadOption(f"{what} must have exactly the names {', '.join(names)}")


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
