"""What a method is: a way to decide, with the keys that it takes in a spec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.bots.bot import Bot
from kibitz.bots.keys import Key
from kibitz.bots.version import Version


class Native(NamedTuple):
    """A player of the native engine: what plays a whole game without Python."""

    policy: str
    parameters: tuple[float, ...] = ()


def no_native(**_: Any) -> Native | None:
    return None


def nothing(_: dict[str, Any]) -> dict[str, Any]:
    return {}


def first_version(**_: Any) -> int:
    return 1


@dataclass(frozen=True)
class Method:
    """A way to decide, and the keys that it takes."""

    name: str  # the canonical one: an alias has none
    make: Callable[..., Bot]
    keys: Mapping[str, Key] = field(default_factory=dict)
    kind: str = "rule"
    version: Version = first_version  # of its code, and of what its keys name
    native: Callable[..., Native | None] = no_native
    complete: Callable[[dict[str, Any]], dict[str, Any]] = dict  # defaults that hang together
    renamed: Mapping[str, str] = field(default_factory=dict)  # keys with another name elsewhere
    bids: bool = True  # whether it can do more than play cards
    believes: bool = False  # whether `make` takes `beliefs` too, weights of worlds
    leans_on: Callable[[dict[str, Any]], dict[str, Any]] = nothing  # more that its hash must hold

    @property
    def oracle(self) -> bool:
        return self.kind == "oracle"
