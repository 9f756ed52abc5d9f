"""A whole game of each game there is, to the end, by clicking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import assert_accessible
from tests.browser.clicking import create, play_on, state, wait_turn
from tests.browser.conftest import Opened
from tests.browser.layout import assert_uncovered
from tests.browser.server import Server
from tests.browser.short_games import SHORT

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_whole_game_by_clicking(
    game: str, shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    page = opened.page(shared_server.url)
    create(page, game, bot="simple", options=SHORT[game])
    wait_turn(page)
    assert_uncovered(page)
    shot(page, f"{game}-begin")
    play_on(page, 8)
    shot(page, f"{game}-middle")
    play_on(page)
    assert state(page)["status"] == "over"
    page.locator(".result").wait_for()
    assert page.locator(".result .score-table tr").count() >= 2
    if game != "qwixx":
        assert page.locator(".dealt-hand").count() >= 3, "the hidden cards are shown at the end"
    # Every trick shows who took it, the last of each deal too.
    tricks = page.locator('.history li:has(.log-part):not(:has-text("Bidding"))')
    if game in ("belote", "codepiece", "ohhell"):
        won = tricks.locator(".log-part.strong")
        assert won.count() == tricks.count() >= 4
    shot(page, f"{game}-end")
    assert_accessible(page)
    page.locator(".fairness button").click()
    page.get_by_text("the deal was fixed before the first card").wait_for()
