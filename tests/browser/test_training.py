"""The training room, by clicking: a real run of seconds from start to a game against it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kibitz.core.files import write_atomic
from tests.browser.axe import assert_accessible
from tests.browser.conftest import Opened
from tests.browser.layout import assert_fits
from tests.browser.server import Server
from tests.learning.tiny import OHHELL

if TYPE_CHECKING:
    from playwright.sync_api import Page

Shot = Callable[["Page", str], Path]
SLOW = 90_000  # ms: a process that loads torch on a busy machine
MORE = {"eval_bots": "random,smart", "eval_games": "4", "imitate_steps": "2000", "steps": "1000M"}


def preset(server: Server) -> None:
    """Settings of a training of seconds, as the page itself would save them."""
    values = dict(text.split("=", 1) for text in OHHELL) | MORE
    lists = ("players", "player_weights", "hand_sizes", "trunk", "eval_bots")
    lines = []
    for key, text in values.items():
        parts = [json.dumps(p) if key == "eval_bots" else p for p in text.split(",")]
        value = f"[{', '.join(parts)}]" if key in lists else text.replace("M", "_000_000")
        lines.append(f"{key} = {value}")
    write_atomic(server.folder / "runs" / "presets" / "ohhell.ppo.tiny.toml", "\n".join(lines))


def tab(page: Page, name: str) -> None:
    page.locator(f'[data-tab="{name}"]').click()


def state(page: Page, name: str) -> None:
    page.locator(f'.run-bar[data-state="{name}"]').wait_for(timeout=SLOW)


def points(page: Page, least: int) -> None:
    page.wait_for_function(
        "least => Number(document.querySelector('.chart')?.dataset.points ?? 0) >= least",
        arg=least,
        timeout=SLOW,
    )


@pytest.fixture
def room(own_server: Server) -> Iterator[Server]:
    """A server whose runs end with the test."""
    yield own_server
    runs = own_server.folder / "runs"
    for file in [*runs.glob("*/*process.json"), *runs.glob("*/*/process.json")]:  # of leagues, too
        with contextlib.suppress(ProcessLookupError):
            os.kill(json.loads(file.read_text())["pid"], signal.SIGKILL)


def test_a_run_from_the_form_to_a_game(room: Server, opened: Opened) -> None:
    preset(room)
    page = opened.page(f"{room.url}/#/training")
    page.locator('[data-choice="train-game"]').select_option("ohhell")
    page.get_by_label("Preset").select_option("tiny")
    page.locator('[data-field="name"]').fill("tiny")
    page.get_by_text("kibitz train ohhell ppo --name tiny --set").wait_for()
    page.locator('[data-setting="seed"]').fill("-1")
    page.get_by_text("seed must be at least 0").wait_for()
    assert page.locator('[data-action="start-run"]').is_disabled()
    page.locator('[data-setting="seed"]').fill("5")
    page.locator('[data-action="start-run"]:not(:disabled)').wait_for()

    # Watch it, pause it; the server dies, the run does not.
    page.locator('[data-action="start-run"]').click()
    points(page, 5)
    state(page, "running")
    page.locator('[data-action="run-pause"]').click()
    state(page, "paused")
    room.kill()
    room.start()
    page.locator('[data-action="run-continue"]').click()
    state(page, "running")
    before = int(page.locator(".chart").first.get_attribute("data-points") or 0)
    points(page, before + 2)

    # Evaluate it, change its pool.
    tab(page, "evaluation")
    page.locator('[data-action="evaluate-now"]').click()
    page.locator('[data-chart="Win rate against smart"]').wait_for(timeout=SLOW)
    tab(page, "pool")
    page.locator('[data-opponent="smart"] [data-action="pool-retire"]').click()
    page.locator('[data-opponent="smart"].retired').wait_for(timeout=SLOW)
    page.locator('[data-action="run-stop"]').click()
    state(page, "stopped")

    # Sit down against it.
    tab(page, "evaluation")
    page.locator('[data-action="play-against"]').first.click()
    page.locator('.play-table[data-mine="true"]').wait_for(timeout=SLOW)
    assert page.get_by_text("tiny_").count() >= 2, "it has every other seat"


@pytest.fixture(scope="module")
def finished(shared_server: Server) -> str:
    """The address of a server with a run that was started in a terminal, and has ended."""
    sets = [*OHHELL, "imitate_steps=2000", "eval_games=4", "eval_bots=random,smart"]
    words = [word for one in sets for word in ("--set", one)]
    words += ["--name", "done", "--output", str(shared_server.folder / "runs")]
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "train", "ohhell", *words], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return shared_server.url


def test_a_snapshot_for_the_leaderboard(finished: str, opened: Opened) -> None:
    page = opened.page(f"{finished}/#/training/evaluation/done")
    page.locator('[data-action="leaderboard"]').first.click()
    job = page.locator(".job-result").first
    page.locator('.job-result[data-job="running"]').wait_for(timeout=SLOW)
    assert "Leaderboard" in job.inner_text()
    job.get_by_role("button", name="Stop").click()
    page.locator('.job-result[data-job="stopped"]').wait_for(timeout=SLOW)


def test_a_league_starts_and_stops_as_one(room: Server, opened: Opened) -> None:
    page = opened.page(f"{room.url}/#/training/league")
    values = dict(text.split("=", 1) for text in OHHELL) | {"eval_games": "0", "steps": "100000000"}
    agents = [
        {"name": "main", "role": "main", "values": values},
        {"name": "rival", "role": "exploiter", "values": {"minutes": "1"}},
    ]
    league = {"name": "cup", "game": "ohhell", "agents": agents}
    assert page.request.post(f"{room.url}/api/training/leagues", data=league).status == 201
    page.locator('[data-league="cup"] [data-action="start-league"]').click(timeout=SLOW)
    page.locator('[data-agent="main"][data-state="running"]').wait_for(timeout=SLOW)
    page.locator('[data-league="cup"] [data-action="stop-league"]').click()
    page.locator('[data-agent="main"][data-state="stopped"]').wait_for(timeout=SLOW)
    page.locator('[data-league="cup"] [data-action="start-league"]').wait_for(timeout=SLOW)


@pytest.mark.parametrize("name", ["train", "live", "evaluation", "pool", "league", "settings"])
def test_every_tab(name: str, finished: str, opened: Opened, shot: Shot) -> None:
    """In light and dark, on a desk and on a phone."""
    page = opened.page(f"{finished}/#/training/{name}/done")
    page.locator(f'[data-tab="{name}"][aria-current]').wait_for()
    page.locator(".training .panel h2, .training .chart").first.wait_for()
    if name == "settings":
        page.get_by_text("started in a terminal").wait_for()
    assert_accessible(page)
    shot(page, f"training-{name}")
    page.set_viewport_size({"width": 390, "height": 844})
    assert_fits(page)
    page.wait_for_function(
        """() => [...document.querySelectorAll("nav [aria-current]")].every(each => {
            const { left, right } = each.getBoundingClientRect();
            return left >= 0 && right <= innerWidth;
        })"""
    )
    shot(page, f"training-{name}-phone")
