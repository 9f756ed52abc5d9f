"""A player whose decisions change has another hash: else arenas mix the old one with the new."""

import pytest

import kibitz
from kibitz import bots
from tests.players import decisions
from tests.players.shipped import SHIPPED

FROZEN = decisions.frozen()


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_who_decides_otherwise_has_another_hash(game: str, name: str) -> None:
    spec = bots.spec(game, name)
    before = FROZEN.get(game, {"bots": {}})["bots"].get(name)
    anew = f"{game}/{name} is not frozen as it is now: run `{decisions.COMMAND}`, read the diff"
    assert before is not None, anew
    assert before["hash"] == spec.hash, anew
    if spec.kind != "rule" and kibitz.game(game).engine != "native":
        pytest.skip("needs the native engine: the searches in Python draw other numbers")
    if decisions.fingerprint(spec, FROZEN[game]["options"]) != before["decisions"]:
        pytest.fail(decisions.advice(spec), pytrace=False)


def test_nobody_is_frozen_who_is_gone() -> None:
    known = {(game, name) for game, found in FROZEN.items() for name in found["bots"]}
    assert known == set(SHIPPED), f"run `{decisions.COMMAND}`"


def test_advice_names_the_files_with_versions() -> None:
    assert decisions.sources(bots.spec("belote", "roro")) == [
        "src/kibitz/players/belote/rule.py",
        "src/kibitz/players/belote/bidding/roro.py",
    ]
    assert "src/kibitz/bots/methods/rollout.py" in decisions.sources(bots.spec("qwixx", "mcts"))
    for game, name in SHIPPED:
        if name != "random":  # it has no code that could change
            assert decisions.sources(bots.spec(game, name)), f"{game}/{name}"
