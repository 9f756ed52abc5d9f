"""Rollouts: who is seated, by the setting `opponents`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz.learning.config import BadConfig
from kibitz.learning.recipe import Session
from kibitz.learning.settings import PpoSettings
from tests.learning.tiny import begun

FORCED = ("bots=heuristic", "forced_bots=smart", "forced_rate=0.5", "self_play=0")


@pytest.mark.parametrize(
    ("opponents", "seated"),
    [
        ("pool", {"heuristic", "smart", "main_000000004000"}),
        ("bots", {"heuristic", "smart"}),
        ("snapshots", {"main_000000004000"}),  # an exploiter plays nobody else
        ("self", set()),
    ],
)
def test_rule_players_sit_only_where_they_belong(
    tmp_path: Path, opponents: str, seated: set[str]
) -> None:
    main = begun(tmp_path, "name=main")
    main.step = 4000
    main.folder.snapshots.mkdir()
    main.snapshot()
    run = begun(
        tmp_path, *FORCED, f"opponents={opponents}", f"load_dirs={main.folder.snapshots}",
        "self_play_start=1",
    )  # fmt: skip
    assert isinstance(run.extras, Session)
    if opponents == "bots":
        run.extras.rollouts.pool.others = ()
        run.extras.rollouts.pool.rescan()
    _, guests, seating = run.extras.rollouts._seats(np.random.default_rng(1))
    assert {guest.name for guest in guests} == seated
    met = {place for _, row in seating for place in row}
    assert met == set(range(len(guests) + 1))


def test_forced_players_have_shares_of_their_own(tmp_path: Path) -> None:
    both = ("bots=heuristic", "forced_bots=smart,sharp", "self_play=0")
    alike = begun(tmp_path, *both, "forced_rate=0.1").settings
    assert isinstance(alike, PpoSettings)
    assert alike.forced() == [("smart", 0.1), ("sharp", 0.1)]
    run = begun(tmp_path, *both, "forced_rate=0.6,0.4")
    assert isinstance(run.extras, Session)
    _, guests, seating = run.extras.rollouts._seats(np.random.default_rng(1))
    names = [guest.name for guest in guests]
    tables = [{names[x - 1] for x in row if x} for _, row in seating]
    assert {frozenset(table) for table in tables} == {frozenset({"smart"}), frozenset({"sharp"})}
    assert 0.5 < sum(table == {"smart"} for table in tables) / len(tables) < 0.7
    with pytest.raises(BadConfig, match="forced_rate"):
        begun(tmp_path, *both, "forced_rate=0.1,0.2,0.3")
