"""Scenes and their links: what goes in comes out, and strangers' texts are refused by name."""

import base64
import contextlib
import json
import random
from typing import Any

import pytest

import kibitz
from kibitz.advice.errors import BadLink, TooLong
from kibitz.advice.explorer import (
    LINK_LENGTH_MAX,
    Scene,
    explore,
    fill_deal,
    read_link,
    read_text,
    write_link,
    write_text,
)
from kibitz.core.errors import (
    BadDeal,
    BadPosition,
    BadText,
    IllegalAction,
    KibitzError,
    NoDecision,
)
from tests.advice.games import played


def link_of(scene: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(scene).encode()).decode().rstrip("=")


@pytest.mark.parametrize("name", kibitz.names())
def test_links_hold_positions(name: str) -> None:
    game = kibitz.game(name)
    state = played(game, 6, "simple", 10)
    by_deal = Scene(name, deal=state.chance[0], chance=state.chance[1:], actions=state.actions)
    by_position = Scene(name, position=state.position())
    by_seed = Scene(name, seed=6, actions=state.actions)
    for scene in (by_deal, by_position, by_seed):
        again = read_link(write_link(scene))
        assert again.as_dict() == scene.as_dict()
        there = again.state()
        assert there.position() == state.position()
        assert there.legal() == state.legal()


@pytest.mark.parametrize("options", [{}, {"match": True, "target": 500}, {"scoring": "exact"}])
def test_compact_texts(options: dict[str, Any]) -> None:
    """A deal of Belote goes out as CFN and comes back."""
    state = played(kibitz.game("belote", **options), 6, "simple", 60)
    text = write_text(state)
    assert text is not None
    scene = read_text(text)
    assert scene.options == options
    assert scene.state().position() == state.position()
    assert write_text(scene.state()) == text


def test_no_compact_text() -> None:
    assert write_text(kibitz.game("ohhell").new(1)) is None
    begun = kibitz.game("belote").new(position=kibitz.game("belote").new(1).position())
    assert write_text(begun) is None, "what was before a position is unknown"
    for wrong in ("", "hello", "cfn1 ffb ; x"):
        with pytest.raises(BadText):
            read_text(wrong)


def test_options_travel() -> None:
    scene = Scene("ohhell", {"players": 3, "schedule": [2, 1]}, seed=2**64 - 1)
    state = read_link(write_link(scene)).state()
    assert state.game.players == 3
    assert state.seed == 2**64 - 1


@pytest.mark.parametrize("name", kibitz.names())
def test_every_bot_is_asked(name: str) -> None:
    state = played(kibitz.game(name), 6, "simple", 10)
    found = explore(state, ["simple", "nobody", "random"], worlds=1)
    assert [one.bot for one in found.hints] == ["simple", "random"]
    assert [(who, error.code) for who, error in found.failed] == [("nobody", "unknown_bot")]
    assert (found.solved is not None) == (name in ("belote", "codepiece"))


def test_the_oracle_may_speak_here() -> None:
    state = played(kibitz.game("belote"), 6, "rule", 12)
    found = explore(state, ["oracle_dd"], worlds=0)
    assert found.solved is not None
    best = [row.action for row in found.solved if row.margin == found.solved[0].margin]
    assert found.hints[0].action in best


@pytest.mark.parametrize("name", kibitz.names())
def test_the_rest_is_dealt(name: str) -> None:
    game = kibitz.game(name)
    whole = fill_deal(game, None, 5)
    assert game.new(deal=whole).chance[0] == whole
    if name == "qwixx":
        assert fill_deal(game, 77, 5) == 77
        return
    hand = whole["hands"][1][:3]
    filled = fill_deal(game, {"hands": [[], hand]}, 6)
    assert set(hand) <= set(filled["hands"][1])
    assert filled != whole
    assert fill_deal(game, {"hands": [[], hand]}, 6) == filled
    wrong: list[Any] = [[], {"hands": 3}, {"more": 1}, {"hands": [["x"]]}, {"hands": [[99]]}]
    for bad in wrong:
        with pytest.raises(BadDeal):
            fill_deal(game, bad, 1)


def test_scenes_that_cannot_be() -> None:
    with pytest.raises(BadPosition, match="exactly one of"):
        Scene("belote", seed=1, position={}).state()
    with pytest.raises(BadPosition, match="too few"):
        Scene("belote", actions=[32]).state()
    with pytest.raises(BadPosition, match="not both"):
        Scene("qwixx", seed=1, chance=[1]).state()
    with pytest.raises(IllegalAction):
        Scene("belote", seed=1, actions=[0]).state()
    with pytest.raises(NoDecision):
        explore(Scene("belote").state(), ["simple"])
    with pytest.raises(TooLong):
        explore(Scene("belote", seed=1).state(), ["simple"] * 9)
    with pytest.raises(TooLong, match="later position"):
        write_link(Scene("qwixx", seed=1, actions=[0] * 5000))


@pytest.mark.parametrize(
    "scene",
    [
        None,
        7,
        [],
        {},
        {"game": 7},
        {"game": "belote", "more": 1},
        {"game": "belote", "options": []},
        {"game": "belote", "position": []},
        {"game": "belote", "actions": "32"},
        {"game": "belote", "actions": [1.5]},
        {"game": "belote", "actions": [True]},
        {"game": "belote", "chance": 4},
        {"game": "belote", "seed": "-1"},
        {"game": "belote", "seed": str(2**256)},
    ],
)
def test_links_that_hold_none(scene: Any) -> None:
    with pytest.raises(BadLink):
        read_link(link_of(scene))


def test_texts_that_are_no_links() -> None:
    deep = base64.urlsafe_b64encode(b"[" * 4000).decode().rstrip("=")
    for text in ("", "a", "abc", "!!!!", "é", deep, "e30"):
        with pytest.raises(BadLink):
            read_link(text)
    with pytest.raises(TooLong):
        read_link("a" * (LINK_LENGTH_MAX + 1))
    with pytest.raises(TooLong):
        read_link(link_of({"game": "belote", "actions": [0] * 2001}))


def test_damaged_links_never_crash() -> None:
    """Any change of a good link is a good link or a KibitzError."""
    rng = random.Random(5)
    state = played(kibitz.game("belote"), 6, "simple", 10)
    good = write_link(Scene("belote", position=state.position()))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for _ in range(300):
        text = list(good)
        for _ in range(rng.randint(1, 4)):
            text[rng.randrange(len(text))] = rng.choice(letters)
        with contextlib.suppress(KibitzError):
            read_link("".join(text)).state()
