"""The page on a phone of 360 pixels, light and dark: nothing sticks out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.clicking import create, play_on, wait_turn
from tests.browser.conftest import Opened
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page
from tests.browser.layout import assert_fits

OPTIONS: dict[str, dict[str, str | bool]] = {
    "belote": {},
    "codepiece": {},
    "ohhell": {"players": "5"},
    "qwixx": {"players": "3"},
    "dubito": {"players": "8"},
}


@pytest.mark.parametrize("game", sorted(OPTIONS))
def test_phone(
    game: str, shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    dark = game in ("ohhell", "dubito")
    page = opened.page(shared_server.url, width=360, height=740, dark=dark, touch=True)
    page.locator(".game-form").wait_for()
    assert_fits(page)
    create(page, game, bot="simple", options=OPTIONS[game])
    wait_turn(page)
    assert_fits(page)
    shot(page, f"{game}-phone-begin")
    play_on(page, 4)
    wait_turn(page)
    assert_fits(page)
    shot(page, f"{game}-phone-middle")
