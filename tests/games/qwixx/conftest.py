"""Every test of Qwixx that asks for an engine runs on both."""

import pytest


@pytest.fixture(params=["python", "native"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)
