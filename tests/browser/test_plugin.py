"""A game from another package in the browser: Kuhn poker, with the generic look."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.axe import assert_accessible
from tests.browser.clicking import create, play_on, state, wait_turn
from tests.browser.conftest import ROOT, Opened, missing
from tests.browser.server import Server

PACKAGE = ROOT / "examples" / "kuhn_poker"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that finds the example as if it were installed."""
    if reason := missing():
        pytest.skip(reason)
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / "site" / f"kuhn_poker-{project['version']}.dist-info"
    info.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {module}" for name, module in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    path = [str(PACKAGE / "src"), str(info.parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))
    made = Server(tmp_path)
    made.start()
    yield made
    made.kill()


def test_a_plugged_in_game_is_played_to_its_end(server: Server, opened: Opened) -> None:
    page = opened.page(server.url)
    create(page, "kuhn", bot="equilibrium")
    wait_turn(page)
    assert page.locator(".play-table .call:not(:disabled)").count() == 2, (
        "check or bet, call or fold"
    )
    play_on(page)
    assert state(page)["status"] == "over"
    page.locator(".result").wait_for()
    assert page.locator(".result .score-table tr").count() >= 2
    assert_accessible(page)
