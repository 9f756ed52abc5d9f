"""Accessibility, judged by axe: the lobby and a table of each game, light and dark.

And the whole of a game by keyboard alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.axe import assert_accessible, violations
from tests.browser.clicking import READY, create, move, play_on, state, wait_after, wait_turn
from tests.browser.conftest import Opened
from tests.browser.layout import assert_fits
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_lobby(
    dark: bool, shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    page = opened.page(shared_server.url, dark=dark)
    page.locator(".game-tiles").wait_for()
    page.wait_for_timeout(200)
    shot(page, f"lobby-{'dark' if dark else 'light'}")
    assert violations(page) == []
    page.locator('[data-action="settings"]').click()
    page.locator("dialog").wait_for()
    assert violations(page) == []
    page.locator('[data-choice="language"]').select_option("fr")
    page.get_by_role("heading", name="Réglages").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Jouer").wait_for()
    shot(page, f"lobby-french-{'dark' if dark else 'light'}")


def test_the_theme_is_the_system_s_until_one_is_chosen(
    shared_server: Server, opened: Opened
) -> None:
    page = opened.page(shared_server.url)
    colour = "() => getComputedStyle(document.body).backgroundColor"
    light, dark = "rgb(243, 239, 230)", "rgb(20, 23, 26)"
    page.locator('[data-action="settings"]').click()
    systems: tuple[tuple[Literal["light", "dark"], str], ...] = (("light", light), ("dark", dark))
    for system, automatic in systems:
        page.emulate_media(color_scheme=system)
        for theme, expected in (("auto", automatic), ("light", light), ("dark", dark)):
            page.locator('[data-choice="theme"]').select_option(theme)
            assert page.evaluate(colour) == expected, (system, theme)


@pytest.mark.parametrize("game", ["belote", "codepiece", "dubito", "ohhell", "qwixx"])
def test_table(
    game: str, shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    page = opened.page(shared_server.url)
    create(page, game, bot="simple")
    wait_turn(page)
    assert violations(page) == []
    play_on(page, 5)
    wait_turn(page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    shot(page, f"{game}-dark")
    assert violations(page) == []


# Each page, and what is there when it is ready.
PAGES = {
    "advisor": ".entry",
    "annonces": ".picker",
    "arena": ".panel",
    "explore": ".hand-card",
    "mine": ".panel",
    "nowhere": ".notice",
    "rules/belote": ".rules-text h1",
}


@pytest.mark.parametrize("name", sorted(PAGES))
def test_page(
    name: str, shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    page = opened.page(f"{shared_server.url}/#/{name}")
    page.locator(PAGES[name]).first.wait_for()
    page.evaluate("() => document.querySelectorAll('details').forEach(each => each.open = true)")
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="dark")
    shot(page, f"{name.replace('/', '-')}-phone-dark")
    assert violations(page) == []
    assert_fits(page)


def test_the_rules_of_each_game(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    page.get_by_role("link", name="How to play").click()
    for title in ("Belote Contrée", "Codepiece", "Dubito", "Oh Hell", "Qwixx"):
        page.get_by_role("link", name=title).click()
        page.locator(".rules-text h1", has_text=title).wait_for()
        assert page.locator(".rules-text li").count() >= 6
        assert "observation" not in page.locator(".rules-text").inner_text(), "that is for programs"
    page.goto(f"{shared_server.url}/#/rules/nogame")
    page.get_by_role("alert").wait_for()
    opened.errors.clear()  # the browser logs the refusal too


def test_the_door(closed_server: Server, opened: Opened) -> None:
    """A server with a passphrase: asked for, refused, let in."""
    page = opened.page(closed_server.url)
    phrase = page.locator('.door input[type="password"]')
    phrase.wait_for()
    assert_accessible(page)
    phrase.fill("open barley")
    page.keyboard.press("Enter")
    page.get_by_text("Wrong passphrase").wait_for()
    assert_accessible(page)
    phrase.fill("open sesame")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Play").wait_for()
    opened.errors.clear()  # the browser logs the refusal too


FOCUSED = """() => document.activeElement.matches(
    ".call:not(:disabled), .hand-card.playable") && document.activeElement.ariaLabel"""


# Presses Enter when the last trick lies on the felt, and tells what is shown when that was handled:
# no timer of two seconds can have run in between.
ENTER_AT_THE_TRICK = """() => new MutationObserver(async () => {
    const table = document.querySelector(".play-table");
    if (table?.dataset.stage !== "trick" || window.shown) return;
    window.shown = "nothing yet";
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
    for (let i = 0; i < 3; i++) await new Promise(done => setTimeout(done, 0));
    window.shown = table.dataset.stage;
}).observe(document.body, {subtree: true, childList: true, attributes: true})"""


AT_HAND = "() => document.activeElement.closest('.hand, .bidding') !== null"


def test_a_deal_by_keyboard(shared_server: Server, opened: Opened) -> None:
    """A whole deal of Oh Hell: the focus waits on the hand; digits, arrows and Enter play."""
    page = opened.page(shared_server.url)
    create(page, "ohhell", bot="simple", options={"players": "2", "schedule": "12 1"})
    page.evaluate(ENTER_AT_THE_TRICK)
    pressed = 0
    while True:
        page.wait_for_function(READY)
        now = state(page)
        if now["stage"] is not None:
            break
        page.wait_for_function(FOCUSED)  # the page moves the focus once it has drawn the hand
        if pressed == 0:
            page.keyboard.press("3")
            assert page.evaluate("() => document.activeElement.dataset.action") == "bid 3"
            pressed += 1
        page.keyboard.press("Enter")
        pressed += 1
        wait_after(page, now)
        if state(page)["stage"] is None:
            page.wait_for_function(AT_HAND)  # also while the others play
    page.locator(".deal-sum").wait_for()
    assert page.evaluate("() => window.shown") == "sum", (
        "Enter shortens the last trick's two seconds"
    )
    assert pressed < 39, pressed
    page.keyboard.press("Enter")
    page.locator(".deal-sum").wait_for(state="detached")


def test_arrows_and_digits_choose(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    create(page, "codepiece", bot="simple")
    wait_turn(page)
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert page.evaluate("() => document.activeElement.dataset.action") == "bid_12"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.dataset.action") == "bid_13"
    now = state(page)
    page.keyboard.press("p")
    wait_after(page, now)


LISTEN = """() => {
    window.heard = [];
    const note = () => {
        const text = document.querySelector(".play-table > [role=status]")?.textContent;
        if (text && window.heard.at(-1) !== text) window.heard.push(text);
    };
    note();
    const how = {subtree: true, childList: true, characterData: true};
    new MutationObserver(note).observe(document.body, how);
}"""


def test_what_is_spoken(shared_server: Server, opened: Opened) -> None:
    """The live region has names of players and cards, and no identifiers."""
    page = opened.page(shared_server.url)
    create(page, "ohhell", bot="simple", options={"players": "3", "schedule": "5"})
    page.evaluate(LISTEN)  # also between two turns: the others' bids may be replaced by then
    for made in range(30):
        now = wait_turn(page)
        if now["status"] == "over":
            break
        move(page, made)
        wait_after(page, now)
    reply = " ".join(page.evaluate("window.heard"))
    assert re.search(r"[A-Z][a-z]+: Bid \d", reply), reply
    assert re.search(r": (\d+|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)", reply), reply
    assert not re.search(r"\b(\d+|[TJQKA])[CDHS]\b|simple|Seat", reply), reply
