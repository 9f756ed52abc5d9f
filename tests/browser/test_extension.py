"""The packed extension in Chromium, at a stand-in of the site, with a real server behind it."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kibitz.server.extension import ORIGIN
from tests.browser.axe import assert_accessible
from tests.browser.conftest import PLAYWRIGHT, ROOT, chromium, missing, with_extension
from tests.browser.server import Server
from tests.browser.trickster import STAND_IN, Table, route

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Playwright

ZIP = ROOT / "build" / "kibitz-trickster.zip"
FAST = {"bot": "smart", "worlds": 5, "delay": 50}
Shot = Callable[["Page", str], Path]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if reason := missing():
        pytest.skip(reason)
    running = Server(tmp_path_factory.mktemp("server"), extension=True)
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="module")
def context(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A browser with the extension, unpacked from the zip that `make extension` builds."""
    if not ZIP.is_file() or not STAND_IN.is_dir():
        pytest.skip("the extension is not built: make extension")
    unpacked = tmp_path_factory.mktemp("extension")
    zipfile.ZipFile(ZIP).extractall(unpacked)
    PLAYWRIGHT.enter()
    made = playwright.chromium.launch_persistent_context(
        tmp_path_factory.mktemp("profile"),
        executable_path=chromium(),
        headless=False,  # by the flag instead: the usual headless mode loads no extension
        args=with_extension(unpacked),
        viewport={"width": 1000, "height": 700},
        locale="en-GB",
    )
    made.set_default_timeout(20_000)
    route(made)
    PLAYWRIGHT.leave()
    yield made
    PLAYWRIGHT.enter()
    made.close()
    PLAYWRIGHT.leave()


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Iterator[Page]:
    """A page of the site, with the settings of the popup already made."""
    settings(context, server=server.url, token=server.token, autoplay=False, **FAST)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(f"{error}"))
    yield opened
    opened.close()
    worker(context).evaluate("chrome.storage.local.clear()")
    assert not errors


def worker(context: BrowserContext) -> Any:
    return context.service_workers[0] if context.service_workers else (
        context.wait_for_event("serviceworker")
    )  # fmt: skip


def settings(context: BrowserContext, **change: Any) -> None:
    worker(context).evaluate(
        """async change => {
            const { settings } = await chrome.storage.local.get("settings");
            await chrome.storage.local.set({ settings: { ...settings, ...change } });
        }""",
        change,
    )


def shown(page: Page, kind: str) -> str:
    """Wait until the overlay shows advice, trouble or nothing, and return its text."""
    panel = page.locator(f"kibitz-overlay .panel[data-shown={kind}]")
    panel.wait_for()
    return panel.inner_text()


def advised(page: Page) -> int:
    shown(page, "advice")
    return int(
        page.locator("kibitz-overlay [data-action-id]").get_attribute("data-action-id") or ""
    )


def follow(table: Table, deals: int) -> None:
    """Let autoplay act for us in so many deals, from one card on, and the others at random."""
    for _ in range(deals + sum(range(1, deals + 1))):  # a bid for each deal, and each card
        table.others()
        table.click()
    table.others()


def test_three_deals_by_autoplay(
    context: BrowserContext, server: Server, page: Page, shot: Shot
) -> None:
    """From the popup through three deals, at a table with empty chairs."""
    settings(context, server="http://127.0.0.1:1", token="", bot="kibitz")
    popup = context.new_page()
    popup.goto(f"{ORIGIN}/popup.html")
    popup.locator("[data-action=test]").click()
    popup.get_by_text("No Kibitz server answers").wait_for()
    popup.locator("[data-setting=server]").fill(server.url + "/")
    popup.locator("[data-action=test]").click()
    popup.get_by_text("token is missing or wrong").wait_for()
    popup.locator("[data-setting=token]").fill(server.token)
    popup.locator("[data-action=test]").click()
    popup.get_by_text("Connected to Kibitz").wait_for()
    assert_accessible(popup)
    shot(popup, "extension-popup")
    popup.locator("[data-setting=bot]").select_option("smart")

    table = Table(page, seed=3, chairs=(1, 2, 5), me=1, variation="OneToSeven")
    table.begin()
    table.others()
    text = shown(page, "advice")
    assert "Expected score" in text
    assert "tricks that you will take" in text
    assert page.evaluate("standIn.clicks.length") == 0, "autoplay is off by default"
    page.locator("kibitz-overlay [data-action=gear]").click()
    page.get_by_text("terms of use may forbid").wait_for()
    shot(page, "extension-gear")
    page.locator("kibitz-overlay [data-setting=autoplay]").check()
    page.locator("kibitz-overlay .auto").wait_for()
    page.locator("kibitz-overlay [data-action=gear]").click()
    follow(table, 3)
    assert table.at["round"] == 3
    popup.close()


@pytest.mark.soak
def test_a_whole_game_by_autoplay(context: BrowserContext, page: Page) -> None:
    settings(context, autoplay=True, bot="smart")
    table = Table(page, seed=3, chairs=(1, 2, 5), me=1, variation="OneToSeven")
    table.begin()
    follow(table, 7)
    assert table.state.done
    assert "next deal" in shown(page, "idle")


def test_a_refresh_in_the_middle(context: BrowserContext, page: Page) -> None:
    table = Table(page, seed=5, me=2, variation="SevenToOne", hook=False)
    table.begin()
    for _ in range(4):  # a bid and three cards
        table.others()
        table.act(advised(page))
    table.others()
    before = shown(page, "advice")
    table.rejoin()
    assert shown(page, "advice").split("smart:")[0] == before.split("smart:")[0]
    # Without what the last page kept, the round goes on from what the site shows.
    worker(context).evaluate("chrome.storage.local.remove('table')")
    table.rejoin()
    assert "were not seen" in shown(page, "advice")
    while table.at["round"] == 0:
        table.act(advised(page))
        table.others()
    assert "were not seen" not in shown(page, "advice"), "the next round is seen from its deal"


def test_a_restart_of_the_server(server: Server, page: Page) -> None:
    table = Table(page, seed=8, chairs=(0, 3, 4, 6, 7), me=4)
    table.begin()
    table.others()
    table.act(advised(page))
    server.kill()
    table.others()
    assert "Trying again" in shown(page, "trouble")
    server.start()
    table.act(advised(page))
    table.others()
    assert advised(page) in table.state.legal()


BAD: list[tuple[str, Any, str]] = [
    ("cardStolen", {"seat": 1}, '"cardStolen", which is unknown'),
    ("bidMade", {"seat": 1}, "bid nothing, not a whole number"),
    ("bidMade", {"seat": 9, "bid": 0}, "seat 9, where nobody plays"),
    ("bidMade", {"seat": 0, "bid": 1}, "Ada acted, but it was"),
    ("cardPlayed", {"seat": 1, "card": "11H"}, "not a card"),
    ("trickTaken", {"seat": 1}, "not complete"),
    ("joinedGame", {"gameType": "Spades"}, "plays Spades"),
    ("cardsDealt", {"round": 2, "dealerSeat": 0, "hand": "ACKC"}, "Round 2 of SevenToOne has 6"),
]


def test_wrong_data_is_refused_and_never_played(context: BrowserContext, page: Page) -> None:
    settings(context, autoplay=True)
    table = Table(page, seed=3, me=3)
    while table.at["dealer"] != 2:  # the page's player bids first
        table = Table(page, seed=table.rng.randrange(1000), me=3)
    table.open()
    for name, data, words in BAD:
        settings(context, autoplay=False)
        table.say([table.joined(), ("started", table.rules()), table.dealt()], dealing=True)
        shown(page, "advice")
        settings(context, autoplay=True, delay=2000)
        page.evaluate("([name, data]) => standIn.log(name, data)", [name, data])
        assert words in shown(page, "trouble"), name
    page.evaluate("standIn.log('chat', {text: 'hello'})")
    assert shown(page, "trouble"), "an event without meaning changes nothing"
    assert page.evaluate("standIn.clicks.length") == 0
    # The next deal is taken again.
    settings(context, delay=50)
    table.say([table.joined(), ("started", table.rules()), table.dealt()], dealing=True)
    table.click()


def test_the_panel_moves_and_keeps_its_place(page: Page, shot: Shot) -> None:
    table = Table(page, seed=3)
    table.begin()
    table.others()
    shown(page, "advice")
    handle = page.locator("kibitz-overlay h1")
    box = handle.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] - 280, box["y"] + 110, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "x => document.querySelector('kibitz-overlay').getBoundingClientRect().left < x - 200",
        arg=box["x"],
    )
    handle.press("ArrowDown")
    page.locator("kibitz-overlay [data-action=minimise]").click()
    page.locator("kibitz-overlay .advice").wait_for(state="detached")
    place = page.locator("kibitz-overlay").bounding_box()
    table.rejoin()
    page.locator("kibitz-overlay [data-action=minimise]").wait_for()
    again = page.locator("kibitz-overlay").bounding_box()
    assert place is not None
    assert again is not None
    assert (round(place["x"]), round(place["y"])) == (round(again["x"]), round(again["y"]))
    page.locator("kibitz-overlay [data-action=minimise]").click()
    shown(page, "advice")
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        shot(page, f"extension-{'dark' if dark else 'light'}")
    assert_accessible(page)
    page.set_viewport_size({"width": 390, "height": 700})
    page.wait_for_function(
        "document.querySelector('kibitz-overlay').getBoundingClientRect().right <= innerWidth"
    )
    shot(page, "extension-narrow")
