"""A visit to a server, then no network at all: every game is played to its end on the device.

The record that the page keeps must be what the Python engine replays.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from kibitz.advice.explorer import Scene, write_link
from kibitz.games.qwixx.rules import PASS
from kibitz.games.recorded import game_of
from tests.browser.clicking import create, play_on, state, wait_turn
from tests.browser.conftest import STATIC, Opened
from tests.browser.server import Server
from tests.browser.short_games import SHORT

if TYPE_CHECKING:
    from playwright.sync_api import Page

OFFLINE = STATIC / "offline"
NO_ENGINE = "the page is built without its offline engine: make wasm needs clang-19"
pytestmark = pytest.mark.skipif(not (OFFLINE / "index.json").is_file(), reason=NO_ENGINE)

# Everything that a visit keeps: the page, the engines, and the networks of levels after them.
KEPT = """async (files) => {
    const found = await Promise.all(files.map((file) =>
        caches.match(`/offline/${file}`, {ignoreSearch: true})));
    return navigator.serviceWorker.controller !== null && found.every(Boolean);
}"""
HIGHEST = """() => {
    const settings = JSON.parse(localStorage.getItem("kibitz.settings"));
    localStorage.setItem("kibitz.settings", JSON.stringify({...settings, level: 8}));
}"""
KEPT_SECONDS_MAX = 60
RECORDS = """() => new Promise((resolve) => {
    const asked = indexedDB.open("kibitz", 1);
    asked.onsuccess = () => {
        const all = asked.result.transaction("records").objectStore("records").getAll();
        all.onsuccess = () => resolve(all.result.map((row) => row.record));
    };
})"""


def wait_kept(page: Page, files: list[str]) -> None:
    """Wait for an asynchronous answer, which wait_for_function would take for a yes at once."""
    end = time.monotonic() + KEPT_SECONDS_MAX
    while not page.evaluate(KEPT, files):
        assert time.monotonic() < end, f"not kept: {files}"
        page.wait_for_timeout(100)


def visit_then_cut(opened: Opened, server: Server) -> Page:
    """Visit once, wait until all is kept, and come back without a network."""
    page = opened.page(server.url)
    page.locator('[data-action="advanced"]').wait_for()
    files = json.loads((OFFLINE / "index.json").read_text())["files"]
    page.evaluate("() => navigator.serviceWorker.ready.then((r) => r.active.postMessage('keep'))")
    wait_kept(page, files)
    page.evaluate(HIGHEST)  # the lobby shows the highest level that there is offline
    page.context.set_offline(True)
    page.reload()
    page.locator("[data-local]").wait_for()
    return page


def test_a_network_that_no_level_uses_is_kept_once_it_has_been_needed(
    shared_server: Server, opened: Opened
) -> None:
    page = visit_then_cut(opened, shared_server)
    create(page, "dubito", bot="net")
    page.get_by_text("network is not on this device yet").wait_for()
    page.context.set_offline(False)
    page.locator('[data-action="create"]').click()
    wait_turn(page)
    on_demand = json.loads((OFFLINE / "index.json").read_text())["on_demand"]
    assert "dubito_net.f32.gz" in on_demand
    wait_kept(page, ["dubito_net.f32.gz"])


@pytest.mark.parametrize("game", sorted(SHORT))
def test_a_whole_game_without_a_network(game: str, shared_server: Server, opened: Opened) -> None:
    page = visit_then_cut(opened, shared_server)
    create(page, game, bot="simple", options=SHORT[game])
    play_on(page, 3)
    wait_turn(page)
    page.locator('[data-action="hint"]').click()
    page.locator(".advice, .hint .error").first.wait_for(timeout=60_000)
    assert page.locator("section.hint .error").all_inner_texts() == []
    assert page.locator(".hinted").count() >= 1, "the advice is marked on the table"
    page.reload()  # the table is kept on the device
    wait_turn(page)
    play_on(page)
    assert state(page)["status"] == "over"
    page.locator(".result").wait_for()
    page.evaluate("() => (document.querySelector('.fairness').open = true)")
    page.locator(".fairness button").click()
    page.get_by_text("the deal was fixed before the first card").wait_for()
    (line,) = page.evaluate(RECORDS)
    replayed = game_of(json.loads(line)).replay(line)
    assert replayed.done
    assert str(replayed.record()) == line
    page.goto(f"{shared_server.url}/#/mine")
    with page.expect_download() as asked:
        page.locator('[data-action="export"]').click()
    saved = asked.value.path()
    assert [row["record"] for row in json.loads(saved.read_text())["records"]] == [line]
    page.locator('[data-action="import"]').set_input_files(saved)
    page.get_by_text("1 game loaded").wait_for()
    page.locator("a[href^='#/record/']").first.click()
    page.locator("[data-action='step-back'], .stepper").first.wait_for()
    page.locator('[data-action="review"]').click()
    page.locator('.review[data-review="still"] .grade-counts').wait_for(timeout=60_000)


def test_explorer_and_advisor_without_a_network(shared_server: Server, opened: Opened) -> None:
    page = visit_then_cut(opened, shared_server)
    page.locator('nav a[href="#/explore"]').click()
    page.locator('[data-choice="game"]').select_option("qwixx")
    page.locator('.game-qwixx .play-table[data-actions="0"]').wait_for()
    page.locator('.play-table [data-action="pass"]').first.click()
    page.locator('.play-table[data-actions="1"]').wait_for()
    page.locator('[data-action="explore"]').click()
    page.locator(".advice").first.wait_for(timeout=60_000)
    between_rolls = write_link(Scene("qwixx", deal=0, actions=[PASS, PASS, PASS]))
    page.goto(f"{shared_server.url}/#/explore/{between_rolls}")
    page.locator('[data-figure="value-sigma"]').wait_for()
    assert page.locator('[data-figure^="ga-"]').count() == 5, "gene times weight, and their sum"
    page.locator('nav a[href="#/advisor"]').click()
    page.locator('[data-choice="game"]').select_option("belote")
    page.locator(".at-once summary").click()
    page.locator('[data-field="position"]').fill("AS KS 10S 9S JS 7D 8D 9C dealer E")
    page.locator('[data-action="enter-position"]').click()
    page.locator('.entry[data-yours="true"]').wait_for()
    page.locator('.hint [data-action="hint"]').click()
    page.locator(".advice").wait_for(timeout=60_000)
    assert page.locator(".error").all_inner_texts() == []


def test_annonces_without_a_network(shared_server: Server, opened: Opened) -> None:
    """The solver values calls, and the page says why; a network does once it has been loaded."""
    page = visit_then_cut(opened, shared_server)

    def compute() -> str | None:
        page.goto(f"{shared_server.url}/#/annonces")
        page.locator('[data-action="random-hand"]').click()
        page.get_by_label("Deals solved").fill("5")
        page.get_by_label("Deals played").fill("3")
        page.locator('[data-action="annonces"]').click()
        page.locator("section[data-by]").wait_for(timeout=60_000)
        page.locator(".job").wait_for(state="detached", timeout=60_000)
        assert page.locator(".error").all_inner_texts() == []
        assert page.locator(".annonces").count() == 3
        assert page.locator(".wilson-red, .wilson-gold, .wilson-green").count() >= 4
        return page.locator("section[data-by]").get_attribute("data-by")

    assert compute() == "solver"
    page.get_by_text("No bidding network is installed here, or stored on this device").wait_for()
    page.context.set_offline(False)
    assert compute() == "bid_max"
    wait_kept(page, ["belote_bid_max.f32.gz"])
    page.context.set_offline(True)
    page.reload()
    page.locator("[data-local]").wait_for()
    assert compute() == "bid_max"
