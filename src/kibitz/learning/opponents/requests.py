"""Changes of the pool that people ask a running run for, through its folder.

    {"do": "pin", "name": "smart"}            always among the picks; "unpin" ends it
    {"do": "retire", "name": "smart"}         no longer picked; "restore" ends it
    {"do": "add", "name": "ismcts_fast"}      another rule player
    {"do": "add", "file": "/.../x.safetensors"}  a snapshot of another run

Pins and retirements are part of a checkpoint, so a resumed run keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz import bots
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.learning.errors import ForeignCheckpoint
from kibitz.learning.opponents.opponent_pool import OpponentPool
from kibitz.nets.layers import Description
from kibitz.nets.net import Net

FLAGS = ("pin", "unpin", "retire", "restore")


def obey(pool: OpponentPool, game: Game, network: Description, asked: Mapping[str, Any]) -> None:
    """Change the pool as asked, or raise a KibitzError and change nothing."""
    what, name = str(asked.get("do")), str(asked.get("name"))
    if what in FLAGS:
        if not any(one.name == name for one in pool.opponents):
            raise BadOption(f"the pool has no opponent {name!r}")
        names = pool.pins if what in ("pin", "unpin") else pool.retired
        (names.add if what in ("pin", "retire") else names.discard)(name)
    elif what == "add" and "file" in asked:
        _add_file(pool, Path(str(asked["file"])), network)
    elif what == "add":
        _add_bot(pool, game, name)
    else:
        raise BadOption(f"a run accepts evaluate, add, {', '.join(FLAGS)}, not {what!r}")


def _add_bot(pool: OpponentPool, game: Game, name: str) -> None:
    spec = bots.spec(game.name, name)
    if game.engine == "native" and spec.native is None:
        raise BadOption(f"{name} does not play natively, which the pool of {game.name} needs")
    pool.add_bot(name)


def _add_file(pool: OpponentPool, file: Path, network: Description) -> None:
    check_snapshot(file, network)
    pool.add_file(file)


def check_snapshot(file: Path, network: Description) -> None:
    """Raise ForeignCheckpoint unless a snapshot sees what this network sees."""
    found = Net.load(file).description
    if (found.game, found.encoding) != (network.game, network.encoding):
        raise ForeignCheckpoint(
            f"{file.name} plays {found.game} by the encoding {found.encoding}, "
            f"not {network.game} by {network.encoding}"
        )
