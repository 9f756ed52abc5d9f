"""A hint: the bars of the whole distribution, how sure the bot is, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import assert_accessible
from tests.browser.clicking import create, play_on, wait_turn
from tests.browser.conftest import Opened
from tests.browser.layout import boxes
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

ASKED = {
    "belote": "pimc_fast",
    "codepiece": "ismcts_fast",
    "ohhell": "ismcts_fast",
    "qwixx": "ismcts_fast",
    "dubito": "reader_fast",
}


@pytest.mark.parametrize("game", sorted(ASKED))
def test_hint(
    game: str, shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    page = opened.page(shared_server.url)
    create(page, game, bot="simple")
    play_on(page, 2)
    wait_turn(page)
    page.get_by_label("Bot to ask").select_option(ASKED[game])
    around = boxes(page, ".play-score, .hint, .history, .felt, .hand")
    page.locator('[data-action="hint"]').click()
    page.locator(".advice").wait_for(timeout=60_000)
    assert ASKED[game] in page.locator(".advice-best").inner_text()
    assert boxes(page, ".play-score, .hint, .history, .felt, .hand") == around, "nothing jumps"
    rows = page.locator(".bars tbody tr").count()
    if rows == 0:  # by the deal: nothing to be compared with, because it is certain or forced
        said = page.locator(".advice").inner_text()
        forced = "There is only one legal move." in said
        assert (page.locator(".sure").count() == 0) == forced
        assert forced or "100" in page.locator(".sure").inner_text()
    else:
        assert rows > 1
    assert page.locator(".bars tr.best").count() <= 1
    assert page.locator(".hinted").count() >= 1, "the advice is marked on the table"
    page.locator(".why summary").click()
    page.get_by_text("Seconds").first.wait_for()
    shot(page, f"{game}-hint")
    assert_accessible(page)


def test_levels_are_asked_by_name(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    create(page, "ohhell", bot="simple", options={"players": "2", "schedule": "3"})
    wait_turn(page)
    page.locator('optgroup[label="Levels"] option').nth(7).wait_for(state="attached")
    page.get_by_label("Bot to ask").select_option(label="Leo (level 2)")
    page.locator('[data-action="hint"]').click()
    page.locator(".advice").wait_for(timeout=60_000)
    assert page.locator(".advice-best b").inner_text() == "Leo (level 2)"
    assert "_" not in page.locator(".advice-best").inner_text()
