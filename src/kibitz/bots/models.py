"""Finds weights files: next to the spec, among the shipped ones, or among the fetched ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.core import files
from kibitz.core.coerce import short
from kibitz.core.errors import BadModel, MissingModel
from kibitz.core.home import models_path
from kibitz.nets import weights
from kibitz.nets.net import REWARD, REWARD_SCALE, Net, load
from kibitz.nets.weights import MODELS, fingerprint, manifest

FINGERPRINT, ENDING = "sha256:", ".safetensors"
PLAYER = "net"  # the manifest's name for the network that plays a game


def find_model(name: str, folder: Path | None) -> Path:
    """Find a file by name, or by the fingerprint that `kibitz bots show` prints."""
    if name.startswith(FINGERPRINT):
        for folder_of in (folder, MODELS, models_path()):
            for file in sorted(folder_of.glob(f"*{ENDING}")) if folder_of is not None else ():
                if fingerprint(file) == name:
                    return file
        raise MissingModel(f"there is no model with the fingerprint {name[:19]}...")
    places = [place / name for place in (folder, MODELS, models_path()) if place is not None]
    for place in places:
        if files.is_there(place):
            return place
    looked = " or ".join(str(place.parent) for place in places)
    raise MissingModel(
        f"there is no model {short(name)} in {looked}; `kibitz models` lists what there is"
    )


def load_network(game: str, name: str = PLAYER) -> Net:
    """Return a network with its weights: a shipped one by the name of its player, or a file.

    >>> net = load_network("ohhell", "net")
    >>> net.description.game
    'ohhell'
    """
    if name.endswith(ENDING):
        net = load(find_model(name, Path()))
    else:
        known = {
            str(entry["player"]): MODELS / file
            for file, entry in manifest().items()
            if entry.get("game") == game and "player" in entry
        }
        if name not in known:
            games.find(game)
            has = ", ".join(sorted(known)) or "none"
            raise MissingModel(f"{game} has no network {short(name)}; it has {has}")
        net = load(known[name])
    if net.description.game != game:
        raise BadModel(f"{name} is a network of {net.description.game}, not of {game}")
    return net


def trained_on(file: Path) -> tuple[str, float] | None:
    """Return the reward that a network was trained on, and its scale, if that is recorded.

    The trainer writes both into the file. A file that was shipped without them has them in the
    manifest, as other bytes would make another player of it.
    """
    about: Mapping[str, Any] = weights.about(file)
    if REWARD not in about and file.parent == MODELS:
        about = manifest().get(file.name, {})
    if REWARD not in about:
        return None
    try:
        scale = float(about[REWARD_SCALE])
    except (KeyError, TypeError, ValueError):
        scale = math.nan
    if not (math.isfinite(scale) and scale > 0):
        raise BadModel(f"{file} does not say by which factor its reward was scaled")
    return str(about[REWARD]), scale


def shipped(game: str) -> Path | None:
    """The shipped network of a game: `"game"` and `"player": "net"` in the manifest."""
    for name, entry in manifest().items():
        if entry.get("game") == game and entry.get("player") == PLAYER:
            return MODELS / name
    return None


def shipped_beliefs(game: str) -> dict[str, Path]:
    """The shipped networks of beliefs, by the name of the belief."""
    return {
        str(entry["belief"]): MODELS / name
        for name, entry in manifest().items()
        if entry.get("game") == game and "belief" in entry
    }
