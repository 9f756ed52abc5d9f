"""Versions of the code behind a spec: whatever part of it changes, the hash does."""

import importlib
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz import bots
from kibitz.bots import defaults, version
from kibitz.core.errors import BadSpec

SEARCH = {"method": "rollout", "simulations": 9, "policy": "value", "plans": True}
BELIEVING = {
    "play": {"method": "ismcts", "simulations": 9, "policy": "smart"},
    "belief": {"method": "bids"},
}
CASES: list[tuple[str, Any, list[str]]] = [  # game, spec, modules that it is made of
    ("ohhell", "smart", ["ohhell.smart"]),
    ("ohhell", "simple", ["ohhell.simple"]),
    ("ohhell", {"bid": {"strategy": "sharp"}, "play": {"method": "random"}}, ["ohhell.sharp"]),
    ("ohhell", {"play": {"player": "smart"}}, ["ohhell.smart"]),
    ("ohhell", BELIEVING, ["ohhell.smart", "ohhell.beliefs"]),
    ("belote", "roro", ["belote.bidding.roro"]),
    ("belote", "maxi", ["belote.bidding.maxi"]),
    ("qwixx", {"play": SEARCH}, ["qwixx.value", "qwixx.plans"]),
    (
        "ohhell",
        {"play": {"method": "random", "switch_at": 2, "then": {"method": "smart"}}},
        ["ohhell.smart"],
    ),
    (
        "ohhell",
        {"play": {"blend": [{"method": "smart"}, {"method": "sharp"}]}},
        ["ohhell.smart", "ohhell.sharp"],
    ),
]


@pytest.mark.parametrize(("game", "named", "modules"), CASES)
def test_a_new_version_of_any_part_is_another_hash(
    game: str, named: Any, modules: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bots.spec(game, named).hash
    hashes = {before}
    for name in modules:
        module = importlib.import_module(f"kibitz.players.{name}")
        now = getattr(module, "VERSION", 1)
        for number in (now + 1, now + 2):
            monkeypatch.setattr(module, "VERSION", number, raising=False)
            hashes.add(bots.spec(game, named).hash)
    assert len(hashes) == 1 + 2 * len(modules)
    monkeypatch.undo()
    assert bots.spec(game, named).hash == before


@pytest.mark.parametrize("name", ["ismcts_fast", "rollout_fast", "pimc_fast", "oracle"])
def test_searches_have_versions_everywhere_and_in_a_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = name.partition("_")[0]
    before = {game: bots.spec(game, name).hash for game in ("belote", "codepiece")}
    here = importlib.import_module("kibitz.players.belote.defaults")
    monkeypatch.setattr(here, "VERSIONS", {search: 2}, raising=False)
    defaults._read.cache_clear()
    try:
        assert bots.spec("belote", name).play.content["version"] == 2
        assert bots.spec("codepiece", name).hash == before["codepiece"]
        everywhere = importlib.import_module(f"kibitz.bots.methods.{search}")
        monkeypatch.setattr(everywhere, "VERSION", 2)
        assert bots.spec("belote", name).play.content["version"] == 3
        assert bots.spec("codepiece", name).hash != before["codepiece"]
    finally:
        monkeypatch.undo()
        defaults._read.cache_clear()
    assert {game: bots.spec(game, name).hash for game in before} == before


def test_a_spec_may_insist_on_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("kibitz.players.ohhell.beliefs")
    monkeypatch.setattr(module, "VERSION", 2, raising=False)
    shown = bots.spec("ohhell", BELIEVING).content
    assert shown["belief"] == {"method": "bids", "version": 2}
    again = {key: shown[key] for key in ("play", "belief")}
    assert bots.spec("ohhell", again).hash == bots.spec("ohhell", BELIEVING).hash
    monkeypatch.undo()
    with pytest.raises(BadSpec, match="bids has version 1 here, not 2"):
        bots.spec("ohhell", again)
    for wrong in (2, "1", True):
        with pytest.raises(BadSpec, match="smart has version 1 here, not"):
            bots.spec("ohhell", {"play": {"method": "smart", "version": wrong}})


def test_a_version_is_a_whole_number_from_one_on() -> None:
    for wrong in (0, 1.5, "2", True):
        with pytest.raises(AssertionError, match="VERSION of m"):
            version.of(SimpleNamespace(__name__="m", VERSION=wrong))()  # type: ignore[arg-type]
    assert version.of_part("nogame", "nobody") == 1
