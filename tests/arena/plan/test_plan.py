"""Plans: what makes two matches the same, and what cannot be played."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan.entry import enter
from kibitz.core.errors import BadOption, BadSeed

THREE = ["smart", "random", "heuristic"]


def test_the_key_is_that_of_the_schedule_and_not_of_its_length() -> None:
    game = kibitz.game("ohhell", players=3)
    smart, other = enter("ohhell", ["smart", "random"])
    plan = plans.two(game, [smart, other], 10, 1)
    assert plan.key == plans.two(game, [smart, other], 99, 1).key
    different = [
        plans.two(game, [smart, other], 10, 2),
        plans.two(game, [other, smart], 10, 1),
        plans.two(kibitz.game("ohhell", players=4), [smart, other], 10, 1),
        plans.two(game, [smart, other], 10, 1, kind="sprt", settings={"elo0": 0}),
        plans.round_robin(game, [smart, other], 10, 1),
    ]
    assert len({plan.key, *(one.key for one in different)}) == 6


def test_every_pair_plays() -> None:
    plan = plans.round_robin(kibitz.game("ohhell", players=2), enter("ohhell", THREE), 5)
    tables = [t for unit in range(plan.units) for t in plan.schedule.tables(unit)]
    assert plan.units == 15
    assert len(tables) == 30
    assert {tuple(sorted(table.seats)) for table in tables} == {(0, 1), (0, 2), (1, 2)}


def test_a_gauntlet_is_one_against_each() -> None:
    plan = plans.gauntlet(kibitz.game("ohhell", players=2), enter("ohhell", THREE), 5)
    tables = [t for unit in range(plan.units) for t in plan.schedule.tables(unit)]
    assert {tuple(sorted(table.seats)) for table in tables} == {(0, 1), (0, 2)}


def test_a_table_of_named_bots_counts_a_bot_once() -> None:
    entries = enter("qwixx", ["ga", "ga", "marker", "marker"])
    plan = plans.bench(kibitz.game("qwixx", players=4), entries, 3)
    assert [entry.label for entry in plan.entries] == ["ga", "marker"]
    assert len(plan.schedule.tables(0)) == 6


def test_solo_games_share_their_dice() -> None:
    plan = plans.solo(kibitz.game("qwixx", players=1), enter("qwixx", ["ga", "marker"]), 4)
    one, two = plan.schedule.tables(2)
    assert (one.seats, two.seats) == ((0,), (1,))
    assert one.seed == two.seed


def test_what_cannot_be_played() -> None:
    two = enter("qwixx", ["ga", "marker"])
    with pytest.raises(BadOption, match="seats"):
        plans.bench(kibitz.game("qwixx", players=3), two, 1)
    with pytest.raises(BadOption, match="alone"):
        plans.solo(kibitz.game("qwixx", players=2), two, 1)
    with pytest.raises(BadOption, match="at least 2 bots"):
        plans.round_robin(kibitz.game("qwixx"), two[:1] * 2, 1)
    with pytest.raises(BadOption, match="deals"):
        plans.two(kibitz.game("qwixx"), two, 0)
    with pytest.raises(BadSeed):
        plans.two(kibitz.game("qwixx"), two, 1, -1)
    with pytest.raises(BadOption, match="for 4 players, not 3"):
        plans.drawn("belote", {}, enter("belote", ["rule"]), [3], 1)
    with pytest.raises(BadOption, match="players"):
        plans.drawn("dubito", {"players": 3}, enter("dubito", ["honest"]), [3], 1)
