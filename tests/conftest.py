"""What every test runs under: hypothesis draws the same examples each time, without a clock.

A red run must be red again when it is repeated, and a busy machine must not turn a green one red;
the clock that counts is the time-out of each test. `make fuzz` is where new examples are sought.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from kibitz.bots.registry import VARIABLE

settings.register_profile("kibitz", deadline=None, derandomize=True)
settings.load_profile("kibitz")


@pytest.fixture(autouse=True)
def same_bots() -> Iterator[None]:
    """Forget the bot folders that `kibitz serve`, run within a test, sets for its workers."""
    before = os.environ.get(VARIABLE)
    yield
    if before is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = before
