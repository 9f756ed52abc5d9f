"""Scores adjusted for luck: unbiased, less noisy, and refused where there is nothing to replay."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.arena.errors import NothingPlayed
from kibitz.arena.luck import adjusted, replayed
from kibitz.arena.native import play_many
from kibitz.arena.plan.schedule import Drawn, Schedule, Turns, of_two
from kibitz.arena.result import Entrant, MatchInfo, Result
from kibitz.core.errors import BadOption

FIELD = ("ga", "ga#2", "conservative")
MATCHES, UNITS = 40, 60


def played(schedule: Schedule, units: range) -> list[Result]:
    """Play a schedule of two seats natively."""
    tables = [table for unit in units for table in schedule.tables(unit)]
    players = [bots.spec("qwixx", label.partition("#")[0]).native for label in FIELD]
    seats, seeds = [t.seats for t in tables], np.array([t.seed for t in tables], np.uint64)
    found = play_many(
        kibitz.game("qwixx"), [one for one in players if one is not None], seats, seeds
    )
    return [
        Result(
            table.unit, table.number, tuple(FIELD[i] for i in table.seats), table.seed,
            tuple(found.returns[i].tolist()), tuple(found.outcome[i].tolist()), (1, 1), (0.0, 0.0),
        )
        for i, table in enumerate(tables)
    ]  # fmt: skip


def match(kind: str = "field") -> MatchInfo:
    entrants = tuple(Entrant(label, label.partition("#")[0], label, "rule", {}) for label in FIELD)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return MatchInfo(1, kind, "qwixx", {}, 1, 0, now, UNITS, UNITS, UNITS, {}, entrants)


@pytest.fixture(scope="module")
def fields() -> list[list[Result]]:
    guests = range(len(FIELD))
    return [played(Drawn(seed, guests, [2], rotate=False), range(UNITS)) for seed in range(MATCHES)]


@pytest.mark.parametrize("reference", ["ga", "marker"])
def test_adjusting_moves_no_mean(fields: list[list[Result]], reference: str) -> None:
    """Over many matches the changes cancel, by a good reference as by a very weak one."""
    changes = np.array(
        [[one.adjusted.value - one.score.value for one in adjusted(match(), results, reference)]
         for results in fields]
    )  # fmt: skip
    error = changes.std(axis=0, ddof=1) / np.sqrt(len(fields))
    assert (np.abs(changes.mean(axis=0)) < 3.5 * error).all()
    assert (error > 0).all()


def test_adjusted_scores_vary_less(fields: list[list[Result]]) -> None:
    """Between matches, not only by the interval that each one states."""
    found = [adjusted(match(), results, "ga") for results in fields]
    before = np.var([one[0].score.value for one in found])
    after = np.var([one[0].adjusted.value for one in found])
    assert after < 0.85 * before
    assert np.mean([one[0].saved for one in found]) > 0.15


def test_exchanged_seats_leave_nothing_to_adjust() -> None:
    schedule = Turns(3, [of_two(kibitz.game("qwixx"), 0, 2)])
    found = adjusted(match("h2h"), played(schedule, range(UNITS)), "ga")
    assert [one.score.units for one in found] == [UNITS, 0, UNITS]
    assert [found[0].adjusted, found[2].adjusted] == [found[0].score, found[2].score]
    assert [one.saved for one in found] == [0, 0, 0]


def test_the_reference_plays_the_same_deals(fields: list[list[Result]]) -> None:
    """Where `ga` sat in both seats, its replay is the game itself."""
    results = fields[0]
    again = replayed(match(), results, "ga")
    alone = [i for i, one in enumerate(results) if "conservative" not in one.seats]
    assert alone
    assert [again[i].returns for i in alone] == [results[i].returns for i in alone]


def test_what_cannot_be_adjusted_is_refused(fields: list[list[Result]]) -> None:
    with pytest.raises(BadOption, match="imported"):
        adjusted(match("import"), fields[0], "ga")
    with pytest.raises(BadOption, match="solo"):
        adjusted(match("solo"), fields[0], "ga")
    with pytest.raises(NothingPlayed, match="no games yet"):
        adjusted(match(), [], "ga")
    with pytest.raises(BadOption, match="does not play qwixx natively"):
        adjusted(match(), fields[0], "rollout_fast")
