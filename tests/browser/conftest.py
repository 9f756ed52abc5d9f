"""Chromium and a real server for the tests of the page.

Where there is no Chromium, no playwright, no built page or no server extra, the tests are skipped
with that reason. `make test` installs and builds all of them where it can.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "screenshots"
STATIC = Path(kibitz.__file__).parent / "server" / "static"
# Reviews begin by themselves unless a person turns that off, as most tests do.
QUIET = "{speed: 'off', name: 'Ada', reviews: false}"
SPEED_OFF = f'localStorage.setItem("kibitz.settings", JSON.stringify({QUIET}))'
CHROMIUM = [
    "--no-sandbox",  # tests may run as root, in a container
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def with_extension(folder: Path) -> list[str]:
    """Return the arguments of a Chromium that has this extension and no other, without a window."""
    named = (f"--disable-extensions-except={folder}", f"--load-extension={folder}")
    return [*CHROMIUM, "--headless=new", *named]


def missing() -> str | None:
    for name in ("playwright", "fastapi", "uvicorn", "sqlalchemy"):
        if importlib.util.find_spec(name) is None:
            return f"{name} is not installed: pip install 'kibitz[dev]'"
    if chromium() is None:
        return "there is no Chromium: apt install chromium, or set KIBITZ_CHROMIUM to one"
    if not (STATIC / "index.html").is_file():
        return "the page is not built: make page"
    return None


def chromium() -> str | None:
    named = os.environ.get("KIBITZ_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


class PlaywrightLoop:
    """Playwright's event loop, which its synchronous API leaves marked as running in the thread.

    While it is marked, no other test of the process can run a loop. So it is marked only while a
    test of the page, or the end of the session, calls Playwright.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def enter(self) -> None:
        if self._loop is not None:
            asyncio._set_running_loop(self._loop)

    def leave(self) -> None:
        self._loop = asyncio._get_running_loop()
        asyncio._set_running_loop(None)


PLAYWRIGHT = PlaywrightLoop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if reason := missing():
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        PLAYWRIGHT.leave()
        yield play
        PLAYWRIGHT.enter()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    PLAYWRIGHT.enter()
    made = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM)
    PLAYWRIGHT.leave()
    yield made
    PLAYWRIGHT.enter()
    made.close()
    PLAYWRIGHT.leave()


@pytest.fixture(autouse=True)
def playwright_loop() -> Iterator[None]:
    PLAYWRIGHT.enter()
    yield
    PLAYWRIGHT.leave()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a file that leave it alone.

    For all of them it would refuse tables in the end: an address may have fifty unfinished ones.
    """
    if reason := missing():
        pytest.skip(reason)
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    if reason := missing():
        pytest.skip(reason)
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def closed_server(tmp_path: Path) -> Iterator[Server]:
    """A server that asks for a passphrase."""
    if reason := missing():
        pytest.skip(reason)
    server = Server(tmp_path, passphrase="open sesame")
    server.start()
    yield server
    server.kill()


class Opened:
    """Pages opened by one test, each a browser of its own: other cookies, another person."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.errors: list[str] = []
        self._contexts: list[object] = []

    def page(
        self,
        url: str,
        *,
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        touch: bool = False,
    ) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            locale="en-GB",
        )
        context.set_default_timeout(30_000)
        context.add_init_script(f"if (!localStorage.getItem('kibitz.settings')) {SPEED_OFF}")
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{error}"))
        page.on("console", self._console)
        page.goto(url)
        return page

    def _console(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        # The page shows a lost connection; the browser logs it too.
        if kind == "error" and "WebSocket" not in text and "ERR_" not in text:
            self.errors.append(text)

    def close(self) -> None:
        for context in self._contexts:
            context.close()  # type: ignore[attr-defined]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    pages = Opened(browser)
    yield pages
    pages.close()
    assert not pages.errors, f"the browser's console shows: {pages.errors}"


@pytest.fixture
def shot() -> Callable[[Page, str], Path]:
    """Keeps a picture under build/screenshots, for people to look at."""
    SHOTS.mkdir(parents=True, exist_ok=True)

    def keep(page: Page, name: str) -> Path:
        path = SHOTS / f"{name}.png"
        page.screenshot(path=path, full_page=True)
        return path

    return keep
