"""A run of seconds for tests of the training room, and waiting until it is as wanted."""

import time
from collections.abc import Callable
from typing import Any

import httpx

from tests.learning.tiny import OHHELL

SECONDS_MAX = 90.0  # for a process to start on a busy machine
TINY = dict(text.split("=", 1) for text in OHHELL) | {"eval_bots": "random", "steps": "100000000"}


def wait(http: httpx.Client, run: str, found: Callable[[Any], bool]) -> Any:
    """Wait until the run is as wanted."""
    until = time.monotonic() + SECONDS_MAX
    while True:
        shown = http.get(f"/runs/{run}").json()
        assert "summary" in shown, shown
        if found(shown):
            return shown
        assert time.monotonic() < until, shown["summary"] | {"lines": shown["lines"]}
        time.sleep(0.1)


def state(*names: str) -> Callable[[Any], bool]:
    return lambda shown: shown["summary"]["state"] in names
