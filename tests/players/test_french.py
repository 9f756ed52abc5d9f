"""The page describes every shipped player in French, too: no bot falls back to English there."""

import re
from pathlib import Path

import pytest

import kibitz
from kibitz import bots

PAGE = Path(__file__).resolve().parents[2] / "frontend" / "src"
GAMES = [name for name in kibitz.names() if (PAGE / "games" / name).is_dir()]
ENTRY = re.compile(r"^  (\w+):", re.MULTILINE)


def described(file: Path) -> set[str]:
    return set(ENTRY.findall(file.read_text("utf-8")))


@pytest.mark.parametrize("game", GAMES)
def test_every_player_has_a_french_description(game: str) -> None:
    common = described(PAGE / "lobby" / "bots.fr.ts")
    own = described(PAGE / "games" / game / "bots.fr.ts")
    # A search player is described by its family and its pace: pimc_fast.
    paces = {f"{family}_{pace}" for family in common for pace in ("fast", "normal", "deep")}
    assert set(bots.names(game)) - own - common - paces == set()
