"""The door to players that are networks: which names need one, and where its weights are.

`nn` bids and `dmc` plays with the network in the file `model`. Both, and models of a [belief], are
run by `kibitz.bots.neural` (`Player`, `Bidder`, `Belief`). This version has no such module, and
ships no weights for it: a spec that asks for them is refused, by name, and nothing plays in their
place. A network that only one game has is a method of that game's folder (qwixx/value.py).
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.bots.keys import Key
from kibitz.core.errors import BadSpec, MissingModel
from kibitz.nets.weights import MODELS

NEURAL = "kibitz.bots.neural"

# The keys of each name, and the class that takes them.
NETWORKS: dict[str, tuple[str, dict[str, Key]]] = {
    "dmc": ("Player", {"model": Key(Path), "residual": Key(bool, False)}),
    "nn": ("Bidder", {"model": Key(Path), "hidden": Key(int, 256)}),
}


def find_model(name: str, folder: Path | None) -> Path:
    """A file of weights: beside the spec, or one of those that are shipped."""
    places = [place / name for place in (folder, MODELS) if place is not None]
    for place in places:
        if place.is_file():
            return place
    looked = " nor ".join(str(place) for place in places)
    raise MissingModel(
        f"there is no model {name!r}: neither {looked}" if folder else f"there is no model {looked}"
    )


def make(name: str, **settings: Any) -> Bot:
    """The bot around a network."""
    kind, _ = NETWORKS[name]
    made: Bot = getattr(_neural(), kind)(**settings)
    return made


def check_beliefs() -> None:
    """Whether models of a [belief] can be used."""
    _neural()


def _neural() -> Any:
    if find_spec(NEURAL) is None:
        raise BadSpec("the model is there, but this version of Kibitz cannot run networks")
    return importlib.import_module(NEURAL)
