"""The champion: its bids and cards, the level that it is, and the references that its bars name."""

from pathlib import Path

import pytest

import kibitz
from kibitz import bots
from kibitz.bots import models
from kibitz.bots.bot import Bot
from kibitz.nets import weights

REFERENCES = Path(__file__).parents[3] / "benchmarks" / "strength" / "references"
BELIEVERS = (
    *("champion", "pimc_fast", "pimc_normal", "pimc_deep"),
    *("ismcts_normal", "ismcts_deep", "rollout_normal", "rollout_deep"),
)


def test_the_best_level_is_the_champion() -> None:
    assert bots.spec("belote", "level_8").hash == bots.spec("belote", "champion").hash


def test_the_hash_covers_the_network_that_bids() -> None:
    shipped = models.shipped("belote")
    assert shipped is not None
    bid = bots.spec("belote", "champion").content["bid"]
    assert bid == {"strategy": "match_net", "model": weights.fingerprint(shipped)}


@pytest.mark.parametrize("name", BELIEVERS)
def test_default_players_have_the_belief(name: str) -> None:
    assert bots.spec("belote", name).belief["method"] == "play_net"


def test_the_belief_changes_cards() -> None:
    """The same worlds and seeds, with the belief and without, in a few deals."""
    games = []
    for change in ({}, {"belief": None}):
        seats = [bots.bot("belote", "pimc_fast", **change) for _ in range(4)]
        games.append([_play(seats, seed) for seed in (1, 2, 3)])
    assert games[0] != games[1]


def _play(seats: list[Bot], seed: int) -> list[int]:
    game = kibitz.game("belote")
    state = game.new(seed)
    for seat, bot in enumerate(seats):
        bot.start(game, seat, seed)
    while not state.done:
        state.apply(seats[state.player].choose(state.view(state.player)))
    return list(state.actions)


@pytest.mark.parametrize(("name", "worlds"), [("pimc_fast", 10), ("pimc_normal", 50)])
def test_references_have_no_belief(name: str, worlds: int) -> None:
    spec = bots.spec("belote", f"frozen_{name}", folders=[REFERENCES])
    assert (spec.belief, spec.play.content["worlds"]) == ({}, worlds)
    assert spec.bid is not None
    assert spec.bid.content["strategy"] == "match"
