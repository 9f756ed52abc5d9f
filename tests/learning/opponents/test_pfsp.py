"""PFSP: the formulas, one by one."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.learning.opponents import pfsp
from kibitz.learning.opponents.pfsp import Parameters, Rewards


def measured(*rewards: float, players: int = pfsp.ALL, window: int = 5) -> Rewards:
    found = Rewards(window)
    for reward in rewards:
        found.add(reward, players)
    return found


@pytest.mark.parametrize(
    ("normalised", "wanted"), [(0.0, 1.21), (1.0, 0.01), (0.5, 0.36), (None, 1.0)]
)
def test_the_weight(normalised: float | None, wanted: float) -> None:
    assert pfsp.weight(normalised, 0, Parameters()) == pytest.approx(wanted)


@pytest.mark.parametrize(("staleness", "factor"), [(0, 1), (5, 1.5), (10, 2), (30, 4), (999, 4)])
def test_staleness_boosts_up_to_its_most(staleness: float, factor: float) -> None:
    given = Parameters(divisor=10, max_mult=3)
    assert pfsp.weight(0.5, staleness, given) == pytest.approx(0.36 * factor)


def test_the_exploration_bonus_is_for_the_unmeasured() -> None:
    assert pfsp.weight(None, 0, Parameters(exploration=2.5)) == 2.5


def test_only_the_window_counts() -> None:
    assert measured(0, 0, 1, 1, 1, 1, 1).mean() == 1
    assert measured(0, 1, window=2).mean() == 0.5
    assert Rewards(5).mean() is None


def test_rewards_are_brought_to_0_to_1() -> None:
    assert pfsp.normalise([10, None, 30, 20]) == [0.0, None, 1.0, 0.5]
    assert pfsp.normalise([7, 7]) == [0.5, 0.5]
    assert pfsp.normalise([None]) == [None]


def test_hard_opponents_weigh_most() -> None:
    found = pfsp.weights([measured(-1), measured(1), Rewards(5)], [0, 0, 0], Parameters())
    assert found == pytest.approx([1.21, 0.01, 1.0])


def test_pairs_of_opponent_and_player_count_steer() -> None:
    """The first is hard at two players alone, the second at four alone."""
    one, other = measured(-1, players=2), measured(1, players=2)
    one.add(1, 4)
    other.add(-1, 4)
    assert pfsp.weights([one, other], [0, 0], Parameters(), [2]) == pytest.approx([1.21, 0.01])
    assert pfsp.weights([one, other], [0, 0], Parameters(), [4]) == pytest.approx([0.01, 1.21])
    both = pfsp.weights([one, other], [0, 0], Parameters(), [2, 4])
    assert both == pytest.approx([0.61, 0.61])
    plain = pfsp.weights([one, other], [0, 0], Parameters(by_players=False), [2, 4])
    assert plain == pytest.approx([1.0, 1.0])  # nothing was measured over all tables


def test_picks_are_distinct_and_follow_the_weights() -> None:
    rng = np.random.default_rng(1)
    picks = [pfsp.pick(np.array([1.21, 0.01, 1.0]), 1, rng)[0] for _ in range(4000)]
    shares = np.bincount(picks, minlength=3) / 4000
    assert shares == pytest.approx(np.array([1.21, 0.01, 1.0]) / 2.22, abs=0.03)
    assert sorted(pfsp.pick(np.array([1.0, 2.0, 3.0]), 9, rng)) == [0, 1, 2]


def test_rewards_survive_a_checkpoint() -> None:
    one = measured(1, 2, 3, players=4)
    assert Rewards.from_json(5, one.to_json()) == one
