"""What every test runs under: hypothesis draws the same examples each time, without a clock.

A red run must be red again when it is repeated, and a busy machine must not turn a green one red;
the clock that counts is the time-out of each test. `make fuzz` is where new examples are sought.
"""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from kibitz.bots.registry import VARIABLE

settings.register_profile("kibitz", deadline=None, derandomize=True)
settings.load_profile("kibitz")

# A shell starts background jobs with SIGINT ignored, and children inherit that: the tests of Ctrl-C
# would wait in vain.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def same_bots() -> Iterator[None]:
    """Forget the bot folders that `kibitz serve`, run within a test, sets for its workers."""
    before = os.environ.get(VARIABLE)
    yield
    if before is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = before


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a real PostgreSQL server, where one is installed."""
    from tests.arena import postgres

    if postgres.programs() is None:
        pytest.skip("no PostgreSQL server is installed (apt install postgresql)")
    pytest.importorskip("psycopg")
    with postgres.server() as url:
        yield url


@pytest.fixture
def postgres_place(postgres_server: str) -> str:
    """The server, with an empty database."""
    from sqlalchemy import create_engine, text
    from sqlalchemy.engine import make_url

    engine = create_engine(make_url(postgres_server).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return postgres_server
