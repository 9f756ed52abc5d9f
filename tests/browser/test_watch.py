"""Watching bots: all hands or one seat's, pause, steps back and forward, a jump to a trick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.axe import assert_accessible
from tests.browser.clicking import create, open_advanced, state, wait_turn
from tests.browser.conftest import Opened
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def wait_over(page: Page) -> None:
    """Until the bots have played their game; on a busy machine that takes a while."""
    over = "() => document.querySelector('.play-table')?.dataset.status === 'over'"
    page.wait_for_function(over, timeout=90_000)


def shown_ply(page: Page) -> int:
    return int(page.locator(".step-count").inner_text().split("/")[0])


def test_watching_bots(
    shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    page = opened.page(shared_server.url)
    create(page, "belote", only_bots=True, bot="rule")
    wait_over(page)
    last = state(page)["ply"]
    page.get_by_label("One move back").click()
    assert shown_ply(page) <= last - 1
    page.get_by_label("To the start").click()
    page.wait_for_function("() => document.querySelectorAll('.hand-card').length === 8")
    assert shown_ply(page) == 0
    faces = page.locator(".plate-cards .suit-H, .plate-cards .suit-S")
    assert faces.count() > 0, "all hands are open"
    shot(page, "watch-all-hands")
    assert_accessible(page)
    page.get_by_label("View as").select_option("1")
    page.wait_for_function("() => !document.querySelector('.plate-cards .suit-H')")
    assert page.locator(".plate-cards .back").count() == 24, "one seat's eyes see three backs"
    shot(page, "watch-one-seat")
    page.get_by_label("One move forward").click()
    assert shown_ply(page) == 1
    trick = page.get_by_role("button", name="Trick 3")
    if trick.count():  # a deal that all passed has none
        trick.click()
        page.wait_for_function("() => document.querySelectorAll('.hand-card').length === 5")
        page.locator(".trick-card").first.wait_for()
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_function(
        "last => document.querySelector('.step-count').innerText === `${last}/${last}`", arg=last
    )


def test_pause_and_speed(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    open_advanced(page)
    page.locator('[data-choice="speed"]').select_option("slow")
    create(page, "qwixx", only_bots=True)
    page.get_by_label("Pause").click()
    page.get_by_label("Continue").wait_for()
    ply = state(page)["ply"]
    page.wait_for_timeout(1800)
    assert state(page)["ply"] - ply <= 1, "one that was under way may still come"
    page.get_by_label("Speed").select_option("0")
    page.get_by_label("Continue").click()
    wait_over(page)


def test_a_stranger_sees_no_cards(
    shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    """Who watches people play sees backs; open cards are for who sits there too."""
    ada = opened.page(shared_server.url)
    create(ada, "codepiece", bot="simple")
    wait_turn(ada)
    stranger = opened.page(ada.url)
    stranger.locator(".plate-cards .back").nth(51).wait_for()
    assert stranger.locator(".hand-card").count() == 0
    assert stranger.locator(".call").count() == 0, "nothing to click"
    below = ".ring-seat.home .plate"
    own = ada.locator(below).get_attribute("data-seat")
    assert stranger.locator(below).get_attribute("data-seat") == own, "South is below for both"
    ada.goto(shared_server.url)
    create(ada, "codepiece", bot="simple", open_cards=True)
    wait_turn(ada)
    assert ada.locator(".plate-cards .back").count() == 0, "all hands are face up"
    shot(ada, "open-cards")
