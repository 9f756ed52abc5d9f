"""The page from a plain file server: it plays, can be installed, and changes versions when asked.

This is what `make site` puts under play/. Nothing answers the API here.
"""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import struct
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.browser.clicking import create, play_on, state, wait_turn
from tests.browser.conftest import CHROMIUM, STATIC, Opened, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

VERSIONS = "() => caches.keys()"
INSTALLED = "() => navigator.serviceWorker.ready.then(() => true)"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
LOOK_FOR_UPDATES = "() => navigator.serviceWorker.getRegistration().then((one) => one.update())"
KEEP = "() => navigator.serviceWorker.ready.then((one) => one.active.postMessage('keep'))"
KEPT = """async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const kept = await Promise.all(stores.map((store) => store.keys()));
    return kept.flat().map((request) => new URL(request.url).pathname.split("/").pop());
}"""
NETWORK = "belote_play_net.f32.gz"  # the last one that is fetched
SECONDS_MAX = 60  # until a version is kept
built = pytest.mark.skipif(
    not (STATIC / "offline" / "index.json").is_file(),
    reason="the page is built without its offline engine: make wasm needs clang-19",
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # a change is seen at once
        super().end_headers()


class Site(NamedTuple):
    """A copy of the page, and where it is served."""

    folder: Path
    url: str


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "play"
    shutil.copytree(STATIC, folder)
    serve = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Site(folder, f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()


@pytest.fixture
def expects_no_server(opened: Opened) -> Iterator[None]:
    """The browser logs that nothing answers the API; the page shows it."""
    yield
    opened.errors[:] = [error for error in opened.errors if "404" not in error]


def test_it_can_be_installed() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text("utf-8"))
    assert manifest["display"] == "standalone"
    assert {"name", "short_name", "start_url", "theme_color", "background_color"} <= manifest.keys()
    assert "id" not in manifest, "by its start_url: a site may hold other apps beside play/"
    sizes = {}
    for icon in manifest["icons"]:
        data = (STATIC / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes[width] = icon
    assert {192, 512} <= sizes.keys(), "what Chromium asks for before it offers to install"
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])


def test_chromium_offers_to_install_it(site: Site, playwright: Playwright, tmp_path: Path) -> None:
    browser = playwright.chromium.launch_persistent_context(  # private windows install nothing
        str(tmp_path / "profile"), executable_path=chromium(), args=CHROMIUM
    )
    try:
        page = browser.new_page()
        page.goto(site.url)
        asked = browser.new_cdp_session(page)
        assert asked.send("Page.getAppManifest")["errors"] == []
        assert asked.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
    finally:
        browser.close()


@built
@pytest.mark.usefixtures("expects_no_server")
def test_it_plays_with_the_strongest_level(site: Site, opened: Opened) -> None:
    page = opened.page(site.url)
    page.locator("[data-local]").wait_for()
    create(page, "belote", bot="level_8")
    play_on(page, 6)
    assert state(page)["ply"] >= 6
    assert page.locator(".error").all_inner_texts() == []


@built
@pytest.mark.usefixtures("expects_no_server")
def test_a_new_version_waits_until_the_person_asks_for_it(site: Site, opened: Opened) -> None:
    page = opened.page(site.url)
    page.evaluate(INSTALLED)
    page.wait_for_function(CONTROLLED)
    page.evaluate(KEEP)
    wait_for_network(page)
    page.reload()
    create(page, "ohhell", bot="simple")
    wait_turn(page)
    before = state(page)
    (old,) = page.evaluate(VERSIONS)
    worker = site.folder / "service_worker.js"
    new = "kibitz-0123456789abcdef"
    worker.write_text(worker.read_text("utf-8").replace(old.removeprefix("kibitz-"), new[7:]))
    page.evaluate(LOOK_FOR_UPDATES)
    wait_for_versions(page, {old, new})
    assert page.locator("[data-newer]").count() == 0, "not in the middle of a game"
    assert state(page) == before
    table = page.url
    page.goto(f"{site.url}#/")
    with page.expect_navigation():
        page.locator("[data-newer] button").click()
    wait_for_versions(page, {new})
    assert NETWORK in page.evaluate(KEPT), "the same engine's networks are not loaded twice"
    page.locator("[data-local]").wait_for()
    assert page.locator("[data-newer]").count() == 0
    page.goto(table)
    wait_turn(page)
    assert state(page)["ply"] == before["ply"], "the game goes on in the new version"


@built
@pytest.mark.usefixtures("expects_no_server")
def test_an_open_page_goes_on_with_its_own_engine(site: Site, opened: Opened) -> None:
    """The site has a newer version by now, whose files the page would not understand."""
    page = opened.page(site.url)
    page.evaluate(INSTALLED)
    page.wait_for_function(CONTROLLED)
    page.locator("[data-local]").wait_for()
    for file in (site.folder / "offline").iterdir():
        file.write_bytes(b"of another version")
    create(page, "ohhell", bot="simple")
    wait_turn(page)


@built
@pytest.mark.usefixtures("expects_no_server")
def test_the_browser_is_asked_to_keep_games_once_somebody_plays(site: Site, opened: Opened) -> None:
    page = opened.page(site.url)
    page.add_init_script(
        """window.asked = 0;
        navigator.storage.persisted = async () => false;
        navigator.storage.persist = async () => (window.asked++, true);"""
    )
    page.reload()
    page.locator("[data-local]").wait_for()
    assert page.evaluate("window.asked") == 0
    create(page, "qwixx", bot="simple")
    wait_turn(page)
    assert page.evaluate("window.asked") == 1


@built
@pytest.mark.usefixtures("expects_no_server")
def test_a_browser_that_cannot_run_the_engine_is_told(site: Site, opened: Opened) -> None:
    page = opened.page(site.url)
    page.locator("[data-local]").wait_for()
    page.add_init_script("WebAssembly.validate = () => false")
    page.reload()
    page.get_by_text("it lacks WebAssembly with SIMD").wait_for()
    page.locator('[role="alert"]').wait_for()
    page.add_init_script("delete window.WebAssembly")  # as on iOS in Lockdown Mode
    page.reload()
    page.get_by_text("it lacks WebAssembly with SIMD").wait_for()


def wait_for_network(page: Page) -> None:
    end = time.monotonic() + SECONDS_MAX
    while NETWORK not in page.evaluate(KEPT):
        assert time.monotonic() < end, page.evaluate(KEPT)
        page.wait_for_timeout(100)


def wait_for_versions(page: Page, wanted: set[str]) -> None:
    end = time.monotonic() + SECONDS_MAX
    while set(page.evaluate(VERSIONS)) != wanted:
        assert time.monotonic() < end, page.evaluate(VERSIONS)
        page.wait_for_timeout(100)


@pytest.mark.usefixtures("expects_no_server")
def test_a_page_without_its_engine_says_so(site: Site, opened: Opened) -> None:
    shutil.rmtree(site.folder / "offline", ignore_errors=True)
    (site.folder / "service_worker.js").unlink(missing_ok=True)
    page = opened.page(site.url)
    page.get_by_text("built without its offline engine").wait_for()
    page.locator('[role="alert"]').wait_for()
