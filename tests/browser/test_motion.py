"""What moves and what sounds: cards, dice and doubts move unless a player wants stillness, and
nothing sounds unless a player wants it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.browser.clicking import create, move, play_on, state, wait_after, wait_turn
from tests.browser.conftest import Opened
from tests.browser.layout import boxes
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The names of all animations that begin, and how often a sound device is opened.
WATCH = """
    window.moved = [];
    window.audible = 0;
    document.addEventListener("animationstart", event => {
        const {animationName, target} = event;
        const {animationDuration} = getComputedStyle(target);
        if (animationDuration.split(",").some(each => parseFloat(each) > 0))
            window.moved.push(animationName);
    });
    window.AudioContext = class extends AudioContext {
        constructor() { super(); window.audible++; }
    };"""
# What the hand, the trick, the dice and the plays of a pile do.
MOTION = {
    "ohhell": {"dealt", "fly", "collect"},
    "qwixx": {"roll"},
    "dubito": {"dealt", "laid", "appear"},
}
OPTIONS: dict[str, dict[str, str | bool]] = {
    "ohhell": {"players": "2", "schedule": "3"},
    "qwixx": {"players": "2"},
    "dubito": {"players": "3"},
}


def watched(page: Page, **settings: str | bool) -> None:
    page.add_init_script(WATCH)
    chosen = json.dumps({"reviews": False, "name": "Ada"} | settings)
    page.evaluate("text => localStorage.setItem('kibitz.settings', text)", chosen)
    page.reload()


def test_a_finished_trick_shows_the_card_that_won(shared_server: Server, opened: Opened) -> None:
    """Gathered up, it lies on top; in a replay, where nothing goes on, the trick stays spread."""
    page = opened.page(shared_server.url)
    watched(page, speed="fast")
    create(page, "ohhell", bot="simple", options={"players": "2", "schedule": "12"})
    led = 0
    for made in range(40):
        now = wait_turn(page)
        if now["status"] == "over":
            break
        if page.locator(".trick.resting:not(.stays)").count():
            page.wait_for_function(
                """() => document.querySelector(".trick.resting").getAnimations({subtree: true})
                    .every(each => each.playState === "finished")"""
            )
            order = page.locator(".trick.resting .trick-card").evaluate_all(
                """all => all.map(e => ({best: e.classList.contains("best"),
                    z: Number(getComputedStyle(e).zIndex), opacity: getComputedStyle(e).opacity}))
                    .sort((a, b) => b.z - a.z)"""
            )
            assert [each["best"] for each in order] == [True] + [False] * (len(order) - 1)
            assert order[0]["opacity"] == "1"
            assert order[0]["z"] > order[1]["z"]
            led += 1
        move(page, made)
        wait_after(page, now)
    assert led > 0
    page.locator('.deal-sum [data-action="review-game"]').click()
    page.locator(".replay .play-table").wait_for()
    for _ in range(12):
        page.locator(".stepper-row button").nth(2).click()
        if page.locator(".trick.resting").count():
            break
    names = page.locator(".trick.resting .trick-card").evaluate_all(
        "all => all.map(e => getComputedStyle(e).animationName)"
    )
    assert set(names) == {"none"}


@pytest.mark.parametrize("game", sorted(MOTION))
def test_what_happens_is_seen_to_move(game: str, shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    watched(page, speed="fast")
    create(page, game, bot="simple", options=OPTIONS[game])
    for made in range(12):
        now = wait_turn(page)
        if page.locator(".trick.resting:not(.stays)").count():
            page.wait_for_function("() => window.moved.includes('collect')")
        if MOTION[game] <= set(page.evaluate("window.moved")) or now["status"] == "over":
            break
        doubt = page.locator('.call[data-action="doubt"]:not(:disabled)')
        if doubt.count():
            doubt.click()
        else:
            move(page, made)
        wait_after(page, now)
    assert MOTION[game] <= set(page.evaluate("window.moved"))
    assert page.evaluate("window.audible") == 0, "sounds are off by default"


@pytest.mark.parametrize("game", sorted(MOTION))
def test_nothing_moves_where_stillness_is_wanted(
    game: str, shared_server: Server, opened: Opened
) -> None:
    """By the setting, or by that of the system."""
    for speed, system in (("off", "no-preference"), ("normal", "reduce")):
        page = opened.page(shared_server.url)
        page.emulate_media(reduced_motion="reduce" if system == "reduce" else "no-preference")
        watched(page, speed=speed)
        create(page, game, bot="simple", options=OPTIONS[game])
        play_on(page, 4)
        assert page.evaluate("window.moved") == [], (speed, system)


def test_sounds_on_request(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    watched(page, speed="off", sounds=True)
    create(page, "ohhell", bot="simple", options=OPTIONS["ohhell"])
    wait_turn(page)
    play_on(page, 1)
    assert state(page)["ply"] > 0
    assert page.evaluate("window.audible") == 1


def test_a_bid_of_zero_is_shown(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    create(page, "ohhell", bot="simple", options={"players": "2", "schedule": "3 1"})
    now = wait_turn(page)
    page.locator('.call[data-action="bid 0"]').click()
    wait_after(page, now)
    wait_turn(page)
    own = page.locator(".ring-seat.home .badge")
    assert own.inner_text() in ("0", "0 of 0")
    row = page.locator(".play-score tbody tr", has_text="You")
    assert row.locator("td").first.inner_text() == "0"


def test_a_wide_screen_is_used(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url, width=1920, height=1080)
    create(page, "belote", bot="simple")
    wait_turn(page)
    felt, side = (page.locator(name).bounding_box() for name in (".felt", ".play-side"))
    assert felt is not None
    assert side is not None
    assert felt["width"] + side["width"] > 0.95 * 1920
    card = page.locator(".hand-card").first.bounding_box()
    assert card is not None
    assert card["height"] > 150
    heights = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert heights[0] <= heights[1], "nothing is below the fold"


def test_a_wide_screen_shows_both_sheets(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url, width=1920, height=1080)
    create(page, "qwixx", bot="simple")
    wait_turn(page)
    bottoms = [box["y"] + box["height"] for box in boxes(page, ".sheet")]
    assert len(bottoms) == 2
    assert max(bottoms) <= 1080
