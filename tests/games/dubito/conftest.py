"""Both engines, for every test here that asks for one."""

import pytest


@pytest.fixture(params=["python", "native"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)
