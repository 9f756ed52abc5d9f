"""A first visit paints at once: few bytes, one round trip for scripts and styles, no long wait.

The goal is half a second, which `benchmarks/first_paint.py` measures on an idle machine. Here a
machine busy with other tests has several tries; bytes and round trips do not depend on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.cold_load import cold_load
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCRIPT_BYTES_MAX = 120_000
ALL_BYTES_MAX = 140_000
PAINT_MS_MAX = 2_500.0  # of the best of the tries
TRIES = 6


def test_a_cold_load_paints_soon(shared_server: Server, browser: Browser) -> None:
    loads = [cold_load(browser, shared_server.url)]
    while min(load.paint_ms for load in loads) > PAINT_MS_MAX and len(loads) < TRIES:
        loads.append(cold_load(browser, shared_server.url))
    load = loads[0]
    assert 50_000 < load.script_bytes <= SCRIPT_BYTES_MAX, load
    assert load.all_bytes <= ALL_BYTES_MAX, load
    assert load.is_flat, "a script that another one asks for delays the paint"
    assert min(load.paint_ms for load in loads) <= PAINT_MS_MAX, loads
