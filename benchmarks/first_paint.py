"""How long a first visit waits: paint times of cold loads, and what they transfer.

    python benchmarks/first_paint.py                       7 loads
    python benchmarks/first_paint.py --loads 15 --json

Starts `kibitz serve` and Chromium. Every load is a new browser context with an empty cache: the
time from the navigation to the first contentful paint, as the browser reports it, and until the
tiles of the games can be tapped. Compressed bytes are counted up to the paint. The goal is a median
under half a second for the paint, and 120 kB of scripts. On a busy machine the times are those of
the queue for the CPU: the shortest is then closer to the page's own.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.cold_load import cold_load  # noqa: E402
from tests.browser.conftest import CHROMIUM, chromium  # noqa: E402
from tests.browser.server import Server  # noqa: E402

GOAL_PAINT_MS, GOAL_SCRIPT_BYTES = 500.0, 120_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--loads", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print JSON")
    words = parser.parse_args()

    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as home, sync_playwright() as driver:
        server = Server(Path(home))
        server.start()
        browser = driver.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        try:
            cold_load(browser, server.url)  # the browser and the server warm up
            loads = [cold_load(browser, server.url) for _ in range(words.loads)]
        finally:
            browser.close()
            server.kill()
    if words.json:
        print(json.dumps([asdict(load) for load in loads]))
        return 0
    for name, times in (
        ("first contentful paint", [load.paint_ms for load in loads]),
        ("a game can be started", [load.usable_ms for load in loads]),
    ):
        middle = statistics.median(times)
        print(f"{name}: median {middle:.0f} ms, from {min(times):.0f} to {max(times):.0f}")
    scripts = max(load.script_bytes for load in loads)
    sent = max(load.all_bytes for load in loads)
    print(f"before the paint: {sent / 1000:.1f} kB, {scripts / 1000:.1f} kB of them scripts")
    print(f"goal: a median of {GOAL_PAINT_MS:.0f} ms, {GOAL_SCRIPT_BYTES / 1000:.0f} kB of scripts")
    reached = statistics.median(load.paint_ms for load in loads) <= GOAL_PAINT_MS
    return 0 if reached and scripts <= GOAL_SCRIPT_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
