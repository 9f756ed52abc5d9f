"""Methods: ways to decide, with the keys that each takes in a spec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kibitz.bots.bot import Bot
from kibitz.bots.keys import Key
from kibitz.bots.version import Version
from kibitz.nets.net import Handle


class Native(NamedTuple):
    """A player of the native engine, which plays whole games without Python."""

    policy: str
    parameters: tuple[float, ...] = ()
    net: Handle | None = None  # for the policy `net`


def no_native(**_: Any) -> Native | None:
    return None


def nothing(_: dict[str, Any]) -> dict[str, Any]:
    return {}


def first_version(**_: Any) -> int:
    return 1


@dataclass(frozen=True)
class Method:
    """A way to decide, and the keys that it takes."""

    name: str  # the canonical name, never an alias
    make: Callable[..., Bot]
    keys: Mapping[str, Key] = field(default_factory=dict)
    kind: str = "rule"
    about: str = ""  # one line; a method with one is listed as a player under its own name
    version: Version = first_version  # of its code, and of what its keys refer to
    native: Callable[..., Native | None] = no_native
    # What the native form adds to the hash, for methods whose native form depends on the machine.
    numbers: Callable[..., tuple[float, ...]] | None = None
    complete: Callable[[dict[str, Any]], dict[str, Any]] = dict  # fills in interdependent defaults
    renamed: Mapping[str, str] = field(default_factory=dict)  # alternative names of keys
    bids: bool = True  # whether it can do more than play cards
    believes: bool = False  # whether `make` also takes `beliefs`, the weights of worlds
    leans_on: Callable[[dict[str, Any]], dict[str, Any]] = nothing  # more content for its hash

    @property
    def oracle(self) -> bool:
        return self.kind == "oracle"
