"""How smooth the page Training stays with a long run: frames and tasks in a real browser.

    python benchmarks/training_page.py [--points 10000] [--seconds 10]

Writes the metrics of a run of that many updates, opens its tab Live in Chromium, and then appends
an update every second as a training would. Prints how long the charts took to appear, how long each
update kept the page busy, and the longest gap between two frames; then the same while the slider
for smoothing is dragged. Needs a built page, the extra `dev` and a Chromium.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

READY = re.compile(r"Kibitz is running at (http://\S+?)/[; ]")
CHROMIUM = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"]
WATCH = """() => {
    window.gaps = []; window.tasks = [];
    new PerformanceObserver(list => list.getEntries().forEach(e => window.tasks.push(e.duration)))
        .observe({type: "longtask"});
    let last = performance.now();
    const tick = now => { window.gaps.push(now - last); last = now; requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
}"""
POINTS = "n => Number(document.querySelector('.chart')?.dataset.points ?? 0) >= n"


def row(i: int) -> str:
    """One update, as learning/metrics.py writes it."""
    wave = math.sin(i / 300)
    values = {
        "step": 2000 * (i + 1), "stage": "ppo", "seconds": 0.5 * i, "reward": wave,
        "policy_loss": 0.01 * wave, "value_loss": 0.3 + 0.1 * wave, "entropy": 1 - i / 40_000,
        "kl": 0.01 + 0.001 * wave, "clipped": 0.1, "pull": 0.0, "value_explained": 0.5,
        "grad_norm": 0.5, "lr": 4e-4, "steps_per_second": 4000 + 100 * wave,
    }  # fmt: skip
    return json.dumps(values) + "\n"


@contextlib.contextmanager
def server(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "kibitz", "serve", "--no-open", "--port", "0"]
    command += ["--workers", "1", "--store", str(folder / "t.db"), "--runs", str(folder / "runs")]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1", "KIBITZ_HOME": str(folder)},
    )
    assert process.stdout is not None
    try:
        yield next(found.group(1) for line in process.stdout if (found := READY.search(line)))
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        process.stdout.close()


def measure(page: Any, points: int, seconds: int, metrics: Path) -> dict[str, float]:
    page.wait_for_function(POINTS, arg=points, timeout=60_000)
    page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    with metrics.open("a") as file:
        for i in range(seconds):
            file.write(row(points + i))
            file.flush()
            time.sleep(1)
    page.wait_for_function(POINTS, arg=points + seconds, timeout=60_000)
    tasks, gaps = page.evaluate("[tasks, gaps]")
    return {
        "updates": seconds,
        "long_tasks": len(tasks),
        "longest_task_ms": max(tasks, default=0.0),
        "median_frame_ms": statistics.median(gaps),
        "longest_frame_ms": max(gaps),
    }


def drag(page: Any) -> dict[str, float]:
    """Move the slider for smoothing from end to end."""
    page.evaluate("() => { window.gaps = []; window.tasks = []; }")
    slider = page.locator('.training input[type="range"]').first
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 4, box["y"] + box["height"] / 2)
    page.mouse.down()
    for i in range(40):
        page.mouse.move(box["x"] + 4 + i * (box["width"] - 8) / 40, box["y"] + box["height"] / 2)
        page.wait_for_timeout(16)
    page.mouse.up()
    tasks, gaps = page.evaluate("[tasks, gaps]")
    return {
        "longest_task_ms": max(tasks, default=0.0),
        "median_frame_ms": statistics.median(gaps),
        "longest_frame_ms": max(gaps),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--points", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=10)
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run = folder / "runs" / "long"
        run.mkdir(parents=True)
        (run / "about.json").write_text('{"game": "ohhell", "recipe": "ppo", "name": "long"}')
        metrics = run / "metrics.jsonl"
        metrics.write_text("".join(map(row, range(given.points))))
        with server(folder) as url, sync_playwright() as driver:
            chromium = os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium")
            browser = driver.chromium.launch(executable_path=chromium, args=CHROMIUM)
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            begin = time.perf_counter()
            page.goto(f"{url}/#/training/live/long")
            page.wait_for_function(POINTS, arg=given.points, timeout=60_000)
            print(f"{given.points:,} points shown after {time.perf_counter() - begin:.1f} s")
            for what, found in (
                ("live", measure(page, given.points, given.seconds, metrics)),
                ("slider", drag(page)),
            ):
                print(f"{what:7}", "  ".join(f"{k} {v:.0f}" for k, v in found.items()))
            browser.close()


if __name__ == "__main__":
    main()
