"""Schedules: every arrangement of a deal, as often for each side, and all from the seed."""

from __future__ import annotations

from collections import Counter

import pytest

import kibitz
from kibitz.arena.plan import schedule
from kibitz.arena.plan.schedule import Drawn, Turns
from kibitz.core.errors import BadOption


@pytest.mark.parametrize("name", ["belote", "codepiece"])
def test_two_sides_are_exchanged(name: str) -> None:
    assert schedule.of_two(kibitz.game(name), 0, 1) == [(0, 1, 0, 1), (1, 0, 1, 0)]


@pytest.mark.parametrize(
    ("name", "players", "count"),
    [
        ("qwixx", 2, 2),
        ("ohhell", 3, 6),
        ("ohhell", 4, 14),
        ("qwixx", 5, 30),
        ("dubito", 6, 8),
        ("dubito", 7, 28),
        ("dubito", 8, 10),
    ],
)
def test_every_arrangement_of_two_bots(name: str, players: int, count: int) -> None:
    found = schedule.of_two(kibitz.game(name, players=players), 4, 7)
    assert len(found) == len(set(found)) == count
    assert {tuple(11 - bot for bot in seats) for seats in found} == set(found), "exchanged"
    seats = [Counter(seating[seat] for seating in found) for seat in range(players)]
    assert all(one[4] == one[7] == count / 2 for one in seats), "as often on every seat"


def test_a_table_is_played_in_every_order() -> None:
    assert len(schedule.of_table((0, 0, 1, 1))) == 6
    assert len(schedule.of_table((0, 1, 2, 3))) == 24
    assert schedule.of_table((0, 1, 2, 3, 4)) == schedule.rotations((0, 1, 2, 3, 4))
    assert schedule.of_table((0,) * 8) == [(0,) * 8]


def test_one_player_is_no_match_of_two() -> None:
    with pytest.raises(BadOption, match="solo"):
        schedule.of_two(kibitz.game("qwixx", players=1), 0, 1)


def test_games_of_a_unit_share_its_seed_and_units_do_not() -> None:
    turns = Turns(5, [[(0, 1), (1, 0)], [(0, 2), (2, 0)]])
    tables = [table for unit in range(100) for table in turns.tables(unit)]
    assert [table.number for table in tables] == list(range(200))
    assert len({table.seed for table in tables}) == 100
    assert tables[2].seats == (0, 2)
    assert {table.seed for table in tables}.isdisjoint(
        table.seed for unit in range(100) for table in Turns(6, turns.groups).tables(unit)
    )


def test_a_field_draws_everybody_alike() -> None:
    field = Drawn(1, range(6), [3, 4, 5], rotate=False)
    seen: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    for unit in range(3000):
        (table,) = field.tables(unit)
        assert len(set(table.seats)) == len(table.seats), "nobody sits twice"
        seen.update(table.seats)
        sizes[len(table.seats)] += 1
        firsts[table.seats[0]] += 1
    assert set(sizes) == {3, 4, 5}
    assert all(900 < count < 1100 for count in sizes.values())
    assert all(1850 < count < 2150 for count in seen.values())  # 3000 tables of 4 of 6
    assert all(420 < count < 580 for count in firsts.values())


def test_a_small_field_sits_twice_and_a_rotation_has_every_seat() -> None:
    field = Drawn(2, [0, 1], [5], rotate=True)
    tables = field.tables(7)
    assert len(tables) == tables[0].size
    assert sorted(Counter(tables[0].seats).values()) == [2, 3]
    assert {tuple(sorted(t.seats)) for t in tables} == {tuple(sorted(tables[0].seats))}


@pytest.mark.parametrize(
    "found", [Turns(3, [[(0, 1), (1, 0)]]), Drawn(4, [0, 1, 1], [3, 4], rotate=True)]
)
def test_a_schedule_is_the_same_from_its_message(found: schedule.Schedule) -> None:
    again = schedule.read(found.message())
    assert [again.tables(unit) for unit in range(50)] == [found.tables(u) for u in range(50)]
