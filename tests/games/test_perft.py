"""Perft: at least three tiny variants a game, the same counts on both engines."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.found import ENGINES, GAMES
from tests.support.perft import perft, root


def cases(name: str) -> list[dict[str, Any]]:
    path = Path(__file__).parent / name / "perft.json"
    found = json.loads(path.read_text("utf-8")) if path.exists() else []
    return [case | {"name_of_game": name} for case in found]


CASES = [pytest.param(case, id=f"{name}-{case['name']}") for name in GAMES for case in cases(name)]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", CASES)
def test_counts(case: dict[str, Any], engine: str) -> None:
    counts = perft(root(case, engine), len(case["counts"]), case.get("chance", []))
    assert counts == case["counts"]


@pytest.mark.parametrize("name", GAMES)
def test_three_variants(name: str) -> None:
    assert len(cases(name)) >= 3
