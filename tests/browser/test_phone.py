"""The page on phones, upright and sideways: every game to the end, with all that a move needs in
sight at every turn, and nothing that sticks out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.clicking import create, move, wait_after, wait_turn
from tests.browser.conftest import Opened
from tests.browser.layout import (
    TOUCH_PX,
    assert_calls_seen,
    assert_fits,
    assert_in_sight,
    assert_names_clear,
    assert_ranks_clear,
    assert_told,
    assert_touchable,
    assert_uncovered,
)
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPTIONS: dict[str, dict[str, str | bool]] = {
    "belote": {},
    "codepiece": {},
    "ohhell": {"players": "3", "schedule": "9 1"},
    "qwixx": {"players": "3"},
    "dubito": {"players": "4", "max_turns": "40"},
}
# How far what a doubt revealed lies below the edge of the felt, with at most two plays on the pile.
REVEAL_BELOW = """() => {
    const reveal = document.querySelector(".reveal");
    if (!reveal || document.querySelectorAll(".pile-play").length > 2) return 0;
    const felt = reveal.closest(".felt").getBoundingClientRect();
    return reveal.getBoundingClientRect().bottom - felt.bottom;
}"""
OUTSIDE = ".head :is(a, button), main :is(.button, .tool, .tile, select, .learn-line a, .check)"
SIZES = {"upright": (390, 664), "sideways": (844, 390)}


@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("game", sorted(OPTIONS))
def test_a_whole_game(
    game: str,
    size: str,
    shared_server: Server,
    opened: Opened,
    shot: Callable[[Page, str], Path],
) -> None:
    width, height = SIZES[size]
    dark = game in ("ohhell", "dubito")
    page = opened.page(shared_server.url, width=width, height=height, dark=dark, touch=True)
    page.locator(".game-tiles").wait_for()
    assert_fits(page)
    create(page, game, bot="simple", options=OPTIONS[game])
    for made in range(200):
        now = wait_turn(page)
        if now["status"] == "over":
            break
        assert_fits(page)
        assert_in_sight(page)
        assert_told(page)
        assert_touchable(page)
        assert_uncovered(page)
        assert_calls_seen(page)
        assert_ranks_clear(page)
        assert_names_clear(page)
        assert page.evaluate(REVEAL_BELOW) <= 1, "what a doubt revealed is cut off"
        if made in (0, 5):
            shot(page, f"{game}-{size}-{made}")
        move(page, made)
        wait_after(page, now)
    else:
        raise AssertionError("the game does not end")
    page.locator('[data-stage="sum"] .sum-table').wait_for()
    shot(page, f"{game}-{size}-end")
    assert_fits(page)
    page.locator('[data-action="next-deal"]').click()
    page.locator('[data-action="sheet"]').click()
    page.locator(".play-side .result").wait_for()
    assert_fits(page)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", sorted(OPTIONS))
def test_a_tutorial(game: str, language: str, shared_server: Server, opened: Opened) -> None:
    """Every step shows its text, the position and all moves without scrolling."""
    page = opened.page(f"{shared_server.url}/#/learn/{game}", width=390, height=664, touch=True)
    settings = json.dumps({"speed": "off", "language": language})
    page.evaluate("text => localStorage.setItem('kibitz.settings', text)", settings)
    page.reload()
    for step in range(1, 6):
        shown = f'.play-table[data-step="{step}"]'
        page.locator(f"{shown} .call, {shown} .hand-card").first.wait_for()
        for size in SIZES.values():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_timeout(50)
            assert_fits(page)
            assert_in_sight(page)
            assert_uncovered(page)
            assert_names_clear(page)
        if step < 5:
            page.locator('[data-action="next-step"]').click()


@pytest.mark.parametrize("name", ["advisor", "annonces"])
def test_cards_to_pick_are_wide_enough_for_a_finger(
    name: str, shared_server: Server, opened: Opened
) -> None:
    page = opened.page(f"{shared_server.url}/#/{name}", width=390, height=664, touch=True)
    page.locator(".picker-card").first.wait_for()
    small = page.locator(".picker-card").evaluate_all(
        """(all, least) => all.map(e => e.getBoundingClientRect())
            .filter(r => r.width < least || r.height < least).map(r => [r.width, r.height])""",
        TOUCH_PX - 0.5,
    )
    assert small == []
    assert_fits(page)


@pytest.mark.parametrize("size", sorted(SIZES))
@pytest.mark.parametrize("name", ["", "mine", "daily/qwixx", "explore"])
def test_targets_outside_the_table(
    name: str, size: str, shared_server: Server, opened: Opened
) -> None:
    width, height = SIZES[size]
    page = opened.page(f"{shared_server.url}/#/{name}", width=width, height=height, touch=True)
    page.locator("main :is(h1, h2)").first.wait_for()
    small = page.locator(OUTSIDE).evaluate_all(
        """(all, least) => all.map(e => [e.textContent, e.getBoundingClientRect()])
            .filter(([, r]) => r.width > 0 && (r.width < least || r.height < least))
            .map(([text, r]) => [text, r.width, r.height])""",
        TOUCH_PX - 0.5,
    )
    assert small == []
    assert_fits(page)


def test_the_score_makes_way(shared_server: Server, opened: Opened) -> None:
    """Unfolded over the felt, it folds by itself before the next decision and at the end."""
    page = opened.page(shared_server.url, width=390, height=664, touch=True)
    create(page, "ohhell", bot="simple", options={"players": "3", "schedule": "2 1"})
    now = wait_turn(page)
    page.locator('[data-action="score"]').click()
    page.locator(".play-score.open").wait_for()
    move(page, 0)
    wait_after(page, now)
    wait_turn(page)
    page.locator(".play-score.open").wait_for(state="detached")


def test_a_small_phone(shared_server: Server, opened: Opened) -> None:
    """360 pixels, five players, a large hand: still nothing sticks out."""
    page = opened.page(shared_server.url, width=360, height=640, touch=True)
    create(page, "ohhell", bot="simple", options={"players": "5"})
    for made in range(3):
        now = wait_turn(page)
        assert_fits(page)
        assert_in_sight(page)
        move(page, made)
        wait_after(page, now)


def test_the_page_can_be_installed(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    link = page.locator('link[rel="manifest"]').get_attribute("href")
    reply = page.evaluate(
        """async link => {
            const answer = await fetch(link);
            const manifest = await answer.json();
            const icons = await Promise.all(
                manifest.icons.map(async icon => (await fetch(icon.src)).ok));
            return [answer.headers.get("content-type"), manifest.display, icons];
        }""",
        link,
    )
    assert reply == ["application/manifest+json", "standalone", [True] * 4]


def test_the_menu_fits_on_a_phone_held_sideways(shared_server: Server, opened: Opened) -> None:
    """In either language, no page of the menu has to be looked for."""
    page = opened.page(shared_server.url, width=844, height=390, touch=True)
    menu = "nav => nav.scrollWidth - nav.clientWidth"
    for language in ("en", "fr"):
        settings = json.dumps({"speed": "off", "language": language})
        page.evaluate("text => localStorage.setItem('kibitz.settings', text)", settings)
        page.reload()
        page.locator(f"html[lang={language}] .head nav a").first.wait_for()
        assert page.locator(".head nav").evaluate(menu) <= 0, language


def test_every_sheet_can_be_seen_on_a_phone_held_sideways(
    shared_server: Server, opened: Opened
) -> None:
    page = opened.page(shared_server.url, width=844, height=390, touch=True)
    create(page, "qwixx", bot="simple", options=OPTIONS["qwixx"])
    wait_turn(page)
    last = page.locator(".sheet").last
    last.scroll_into_view_if_needed()
    hidden = last.evaluate(
        """sheet => [...sheet.querySelectorAll(".plate-who, .cell")].filter(e => {
            const {left, top, width, height} = e.getBoundingClientRect();
            return !sheet.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }).length"""
    )
    assert hidden == 0
