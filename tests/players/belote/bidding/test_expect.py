"""Expected marks of a contract: what is certain is marked by rule 9, the rest lies between."""

import numpy as np
import pytest

from kibitz.players.belote.bidding import expect


def test_a_hopeless_contract_costs_its_value_and_all_points() -> None:
    table = expect.marks(exact=False)
    assert table[0, 0, 2, 0, 0] == pytest.approx(-260, abs=2)  # 100: 160 + 100
    assert table[0, 0, 2, 1, 0] == pytest.approx(-360, abs=2)  # coinched: 160 + 200
    assert table[0, 0, 2, 1, expect.BELOTE_DEFENCE] == pytest.approx(-380, abs=3)
    assert expect.marks(exact=True)[0, 0, 2, 0, 0] == pytest.approx(-262, abs=2)


def test_more_solved_points_are_never_worse() -> None:
    table = expect.marks(exact=False)[:, :163]
    assert (np.diff(table, axis=1) > -1e-9).all()


def test_the_lead_costs_and_belote_helps() -> None:
    """Around what a contract asks for; far from it the marks are the same."""
    table = expect.marks(exact=False)
    for level in range(9):
        near = slice(60 + 10 * level, min(100 + 10 * level, expect.CAPOT_TAKER))
        plain = table[0, near, level, 0, 0]
        assert (table[1, near, level, 0, 0] < plain).all()
        assert (table[0, near, level, 0, expect.BELOTE_TAKER] > plain).all()
        assert (table[0, near, level, 0, expect.BELOTE_DEFENCE] < plain).all()


def test_an_even_contract_is_nearly_even() -> None:
    assert 0.3 < expect.make_chance(0, leads=1) < expect.make_chance(0, leads=0) < 0.7
    assert expect.make_chance(60, leads=1) > 0.95


def test_capot_is_bid_only_where_it_is_seen() -> None:
    table = expect.marks(exact=False)
    capot = expect.LEVELS - 1
    assert table[0, expect.CAPOT_TAKER, capot, 0, 0] > table[0, 162, capot, 0, 0]
    assert table[0, 100, capot, 0, 0] == -410
