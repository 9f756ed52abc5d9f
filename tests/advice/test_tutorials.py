"""The tutorials of the page: five real positions a game, the right moves legal, both languages."""

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.advice.explorer import Scene, write_link

FOLDER = Path(__file__).parents[2] / "frontend" / "src" / "games"
FILES = sorted(FOLDER.glob("*/tutorial.json"))


def test_every_game_has_one() -> None:
    assert [file.parent.name for file in FILES] == sorted(kibitz.names())


@pytest.mark.parametrize("file", FILES, ids=[file.parent.name for file in FILES])
def test_tutorial(file: Path) -> None:
    steps = json.loads(file.read_text())["steps"]
    assert len(steps) == 5
    for step in steps:
        scene = Scene.of(step["scene"])
        assert scene.game == file.parent.name
        assert write_link(scene), "the explorer can show it"
        state = scene.state()
        names = {state.game.action_name(action) for action in state.legal()}
        assert step["good"]
        assert set(step["good"]) < names, "right moves, and something to get wrong"
        for name in step["good"]:  # then the others move, so that the table shows its effect
            after = scene.state()
            seat = after.player
            after.apply(next(a for a in after.legal() if after.game.action_name(a) == name))
            for action in step.get("then", []):
                assert after.player != seat
                after.apply(action)
        for language in ("en", "fr"):
            assert all(step[language][part] for part in ("text", "right", "wrong"))
