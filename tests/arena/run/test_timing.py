"""How long players take."""

from kibitz import bots
from kibitz.arena.run.timing import milliseconds_a_move
from kibitz.bots import times


def test_more_simulations_take_more_time() -> None:
    few = milliseconds_a_move(bots.spec("ohhell", "ismcts", simulations=10), games_played=1)
    many = milliseconds_a_move(bots.spec("ohhell", "ismcts", simulations=5000), games_played=1)
    assert 0 < few < many


def test_a_changed_spec_has_no_time() -> None:
    spec = bots.spec("belote", "ismcts_fast")
    assert times.milliseconds(spec) is not None
    assert times.milliseconds(bots.spec("belote", "ismcts_fast", simulations=77)) is None
