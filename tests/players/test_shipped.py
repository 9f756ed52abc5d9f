"""Every shipped spec: it plays a whole game, quickly with a small budget, and says what it is."""

import pytest

import kibitz
from kibitz import bots
from kibitz.arena import native
from kibitz.arena.match import play
from kibitz.bots import times
from kibitz.core import registry
from tests.players.shipped import SHIPPED, short, small
from tests.support.found import GAMES

SECONDS_MAX = 5  # CPU, of a whole short game of each; most take milliseconds


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_plays_a_game(game: str, name: str) -> None:
    spec = bots.spec(game, name)
    rules = kibitz.game(game, **short(game))
    seated = [small(spec).bot() for _ in range(rules.players)]
    played = play(rules, seated, 10)  # cards that are solved quickly
    assert sum(played.seconds) < SECONDS_MAX
    assert [bot.explain() for bot in seated]


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_says_what_it_is(game: str, name: str) -> None:
    spec = bots.spec(game, name)
    assert spec.kind in ("rule", "search", "network", "oracle")
    assert 20 <= len(spec.about) <= 160
    assert spec.about.endswith(".")
    if spec.file is None:  # a module that is a player by its own name, or one that every game has
        assert spec.name == name
        assert registry.path_of("players", game, name) or name in ("random", "simple")
    else:
        assert spec.file.stem == name


@pytest.mark.parametrize("game", GAMES)
def test_native_forms_play_the_same_games(game: str) -> None:
    rules = kibitz.game(game, **short(game))
    if rules.engine != "native":
        pytest.skip("needs the native engine")
    specs = [small(bots.spec(game, name)) for of, name in SHIPPED if of == game]
    twins = [(spec, spec.native) for spec in specs if spec.native is not None]
    assert {"random", "net"} <= {spec.name for spec, _ in twins}
    for spec, twin in twins:
        assert twin.policy in native.players(rules)
        fast = native.play_many(rules, [twin], [[0] * rules.players], [7], keep=True)
        slow = play(rules, [spec.bot() for _ in range(rules.players)], 7)
        assert fast.actions == [slow.record["actions"]], spec.name


@pytest.mark.parametrize("game", GAMES)
def test_searchers_come_in_three_sizes(game: str) -> None:
    names = bots.names(game)
    sizes = ("fast", "normal", "deep")
    kinds = {name.rpartition("_")[0] for name in names if name.rpartition("_")[2] in sizes}
    assert {"ismcts", "rollout"} <= kinds
    for kind in kinds:
        there = [f"{kind}_{size}" for size in sizes if f"{kind}_{size}" in names]
        known = [times.milliseconds(bots.spec(game, name)) for name in there]
        measured = [ms for ms in known if ms is not None]  # a changed spec has no time yet
        assert measured == sorted(measured)
