"""Who sits at the other seats: players by name, one for all of them or one for each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kibitz import bots
from kibitz.bots.registry import PACKAGE
from kibitz.bots.spec import Spec
from kibitz.core.errors import BadOption
from kibitz.core.game import Game

SIMPLE = ("simple",)


def find_opponents(
    game: Game, names: Sequence[str], folders: Sequence[str | Path] = ()
) -> list[Spec]:
    """The specs of the other seats, in the order of the seats."""
    others = game.players - 1
    if len(names) not in (1, others):  # one name in a game alone sits nowhere
        raise BadOption(
            f"{others} others play this game: name one opponent for all, or {others}; "
            f"not {len(names)}"
        )
    specs = {name: bots.spec(game.name, name, folders=folders) for name in names}
    return [specs[names[seat if len(names) == others else 0]] for seat in range(others)]


def reference(spec: Spec) -> str:
    """How a saved game names an opponent: a shipped one by its name, others by their file."""
    if spec.file is None or spec.file.is_relative_to(PACKAGE):
        return spec.name
    return str(spec.file.resolve())


def warning(opponents: Sequence[Spec]) -> str | None:
    """What a person must be told of players that see all hands; None where there are none."""
    cheats = sorted({spec.name for spec in opponents if spec.oracle})
    return f"{', '.join(cheats)} sees your cards: an oracle, no fair opponent" if cheats else None
