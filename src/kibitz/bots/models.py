"""Finds weights files: next to the spec, among the shipped ones, or among the fetched ones."""

from __future__ import annotations

from pathlib import Path

from kibitz import games
from kibitz.core import files
from kibitz.core.coerce import short
from kibitz.core.errors import BadModel, MissingModel
from kibitz.core.home import models_path
from kibitz.nets.net import Net, load
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


def shipped(game: str) -> Path | None:
    """The shipped network of a game: `"game"` and `"player": "net"` in the manifest."""
    for name, entry in manifest().items():
        if entry.get("game") == game and entry.get("player") == PLAYER:
            return MODELS / name
    return None
