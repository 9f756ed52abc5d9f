"""Small variants, for exact methods: twins agree, worlds fit, other sizes are refused."""

import random
from typing import Any

import pytest

import kibitz
from kibitz.errors import BadDeal, BadOption
from tests.conformance.twins import walk_twins
from tests.leaks.worlds import assert_same_view
from tests.support.found import choose


def draw_options(name: str, rng: random.Random) -> dict[str, Any]:
    match name:
        case "ohhell":
            players, suits = rng.randint(2, 3), rng.randint(2, 4)
            ranks = rng.randint(3, 13)
            most = min(4, (suits * ranks - 1) // players)
            return {"players": players, "suits": suits, "ranks": ranks, "schedule": [most]}
        case "codepiece":
            suits, ranks = rng.choice([(2, 2), (1, 8), (2, 4), (4, 3), (4, 9), (4, 12)])
            return {"suits": suits, "ranks": ranks}
        case "dubito":
            values = rng.randint(2, 12)
            return {"players": 3, "values": values, "jokers": rng.randint(0, 2), "max_turns": 60}
    players, order = rng.randint(1, 3), rng.choice(["simultaneous", "sequential"])
    small = {"faces": rng.randint(2, 6), "rows": rng.randint(1, 4), "strikes": rng.randint(1, 4)}
    return {"players": players, "order": order, **small}


NAMES = ("codepiece", "dubito", "ohhell", "qwixx")


@pytest.mark.parametrize("name", NAMES)
def test_twins_agree(name: str) -> None:
    for seed in range(30):
        walk_twins(name, seed, options=draw_options(name, random.Random(seed)))


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("name", NAMES)
def test_worlds_stay_in_the_small_deck(name: str, engine: str) -> None:
    for seed in range(10):
        rng = random.Random(seed)
        state = kibitz.game(name, engine=engine, **draw_options(name, rng)).new(seed)
        for _ in range(rng.randrange(12)):
            if not state.done:
                state.apply(choose(state, rng))
        for seat in range(state.game.players):
            for world in state.view(seat).worlds(kibitz.Stream(seed), 2):
                assert_same_view(state, world, seat)  # and the deal is checked: see below


def test_what_is_not_in_the_deck_is_refused() -> None:
    oh_hell = kibitz.game("ohhell", players=2, suits=2, ranks=3, schedule=[1])
    with pytest.raises(BadDeal, match="only 6 cards"):
        oh_hell.new(deal={"hands": [[12], [0]], "dealer": 0, "turned": 11})
    with pytest.raises(BadOption, match="too small"):
        kibitz.game("ohhell", players=5, suits=1, ranks=5)
    with pytest.raises(BadDeal, match="only 4 cards"):
        kibitz.game("codepiece", suits=1, ranks=4).new(
            deal={"hands": [[0], [10], [11], [12]], "dealer": 0}
        )
    with pytest.raises(BadOption, match="four equal hands"):
        kibitz.game("codepiece", suits=1, ranks=5)
    with pytest.raises(BadDeal, match="the deck has 0 cards"):
        kibitz.game("dubito", players=3, values=2).new(deal={"hands": [[1, 2], [3], [1]]})
    with pytest.raises(BadDeal, match="show 1 to 2"):
        kibitz.game("qwixx", faces=2).new(deal=46655)


def test_codepiece_counts_the_missing_tricks_for_the_bidder() -> None:
    """One card each: the bidder of 13 may lose none, the forced bidder of 7 may lose it."""
    game = kibitz.game("codepiece", suits=1, ranks=4)
    deal = {"hands": [[12], [11], [10], [9]], "dealer": 3}
    for bid, gain in ((6, 13.0), (0, 7.0)):
        state = game.new(deal=deal)
        for action in (bid, 0, 0, 0, 10):
            state.apply(action)
        while not state.done:
            state.apply(state.legal()[0])
        assert state.returns() == [gain, -gain, gain, -gain]


def test_qwixx_with_one_row_ends_when_it_is_locked() -> None:
    game: Any = kibitz.game("qwixx", rows=1)
    assert game.is_over([0, 0], [True, True, True, True])
    assert not game.is_over([3, 0], [False, True, True, True])
    assert kibitz.game("qwixx", strikes=1).is_over([1, 0], [False] * 4)  # type: ignore[attr-defined]
