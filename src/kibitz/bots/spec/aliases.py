"""Names that other programs use for our methods, accepted as they are.

They come from Belote programs, and work in every game that has the underlying method:

    naive_ismcts   ismcts with random rollouts
    smart_ismcts   ismcts with rollouts by the game's native rule player; without one, with worlds
                   weighted by the game's network
    is_dd          pimc: the solver in sampled worlds; smart_is_dd is the same, and takes a [belief]
    nn, dmc        net: a network; its file has our format, which includes the sizes
    dmc_then_dd    net until `switch_at` tricks have been played, then pimc
    heuristic      where the game has no player of that name: rule, or else simple

All our worlds fit everything that the seat has seen. foreign.py reads the keys of those programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kibitz.bots.defaults import rollout_policy
from kibitz.bots.discovery import find_rule
from kibitz.bots.spec.foreign import SHAPE


@dataclass(frozen=True)
class Alias:
    """A method with some keys set; with `then`, another takes over after some tricks."""

    method: str
    keys: Mapping[str, Any] = field(default_factory=dict)
    then: Mapping[str, Any] | None = None
    first_keys: tuple[str, ...] = ()  # the keys that belong to the first of two methods


def alias(game: str, name: str) -> Alias | None:
    """Return what another program's name means here."""
    match name:
        case "naive_ismcts":
            return Alias("ismcts", {"policy": "random"})
        case "smart_ismcts":
            return Alias("ismcts", {"policy": rollout_policy(game)})
        case "is_dd" | "smart_is_dd":
            return Alias("pimc")
        case "nn" | "dmc":
            return Alias("net")
        case "dmc_then_dd":
            return Alias(
                "net", then={"method": "pimc"}, first_keys=("model", "temperature", *SHAPE)
            )
        case "heuristic":
            return Alias("rule" if find_rule(game, "rule") else "simple")
    return None
