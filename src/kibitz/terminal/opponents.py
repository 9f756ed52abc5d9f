"""The opponents: bots by name, one for all other seats or one per seat."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kibitz import bots
from kibitz.bots.registry import PACKAGE
from kibitz.bots.spec.spec import Spec
from kibitz.core.errors import BadOption
from kibitz.core.game import Game

SIMPLE = ("simple",)


def find_opponents(
    game: Game, names: Sequence[str], folders: Sequence[str | Path] = ()
) -> list[Spec]:
    """Return the specs of the other seats in seat order."""
    others = game.players - 1
    if len(names) not in (1, others):  # in a solo game, one name is accepted and unused
        raise BadOption(
            f"this game has {others} other seats: name 1 opponent for all of them or {others}, "
            f"not {len(names)}"
        )
    specs = {name: bots.spec(game.name, name, folders=folders) for name in names}
    return [specs[names[seat if len(names) == others else 0]] for seat in range(others)]


def reference(spec: Spec) -> str:
    """Return how a saved game refers to an opponent: a built-in by name, others by file."""
    if spec.file is None or spec.file.is_relative_to(PACKAGE):
        return spec.name
    return str(spec.file.resolve())


def warning(opponents: Sequence[Spec]) -> str | None:
    """Return a warning about opponents that see all hands; None if there are none."""
    cheats = sorted({spec.name for spec in opponents if spec.oracle})
    return f"{' and '.join(cheats)} can see your cards (an oracle)" if cheats else None
