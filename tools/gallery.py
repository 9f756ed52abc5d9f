"""Take pictures of every page in every size, colour scheme and language, for people to look at.

    python tools/gallery.py [--output build/gallery] [--sizes wide,phone] [--games belote,qwixx]
                            [--schemes dark] [--languages fr] [--pages table,end,tutorial]

Starts a server of its own and plays in Chromium by clicking: the lobby; for each game its table
with a hint open, the last trick and the sum of a deal, the end and the review, and every step of
its tutorial; a table that waits for a friend; the settings; then the pages that need no game.
Errors on the browser's console are printed; the exit code is then 1. The pictures are not part of
the repository.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.clicking import move, play_on, state, wait_after, wait_turn  # noqa: E402
from tests.browser.conftest import CHROMIUM, chromium  # noqa: E402
from tests.browser.server import Server  # noqa: E402

from kibitz.core import registry  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES = {
    "desk": (1280, 800), "wide": (1920, 1080), "phone": (390, 664), "landscape": (844, 390),
}  # fmt: skip
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "fr")
OF_A_GAME = ("table", "hint", "trick", "sum", "end", "review")
PAGES = ("lobby", *OF_A_GAME, "tutorial", "friend", "settings", "others")
OTHERS = {
    "mine": "mine", "daily": "daily/ohhell", "arena": "arena", "explorer": "explore",
    "annonces": "annonces", "advisor": "advisor", "training": "training", "rules": "rules/dubito",
}  # fmt: skip
MOVES = {"qwixx": 6}  # before the picture of the table; elsewhere 3
SETTLE_MS = 400
TRICK_MOVES_MAX = 40
STEPS_MAX = 9  # of a tutorial


class Gallery:
    """One window of one size, scheme and language, and where its pictures go."""

    def __init__(self, browser: Browser, url: str, name: str, folder: Path) -> None:
        size, scheme, language = name.split("-")
        width, height = SIZES[size]
        self.url, self.name, self.folder = url, name, folder
        self.errors: list[str] = []
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            has_touch=size in ("phone", "landscape"),
        )
        context.set_default_timeout(60_000)
        settings = json.dumps({"speed": "off", "name": "Ada", "language": language})
        context.add_init_script(f"localStorage.setItem('kibitz.settings', '{settings}')")
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(f"{name}: {error}"))

    def keep(self, what: str) -> None:
        self.page.wait_for_timeout(SETTLE_MS)
        self.page.screenshot(path=self.folder / f"{what}-{self.name}.png")

    def play(self, game: str, pages: set[str]) -> None:
        """Play the usual game from one tap to its end."""
        page = self.page
        page.goto(f"{self.url}/#/")
        page.reload()
        page.locator(f'[data-play="{game}"]').click()
        for made in range(MOVES.get(game, 3)):
            now = wait_turn(page)
            move(page, made)
            wait_after(page, now)
        wait_turn(page)
        if "table" in pages:
            self.keep(f"{game}-table")
        if "hint" in pages:
            self.hint(game)
        if pages & {"trick", "sum"}:
            self.deal(game)
        if pages & {"end", "review"}:
            play_on(page)
            page.locator(".play-table[data-status=over]").wait_for()
            page.wait_for_timeout(2500)  # the last trick
            self.keep(f"{game}-end")
        if "review" in pages:
            page.locator('a[href^="#/record"]').first.click()
            page.wait_for_timeout(8000)
            self.keep(f"{game}-review")

    def tutorial(self, game: str) -> None:
        """Walk through the steps without answering."""
        page = self.page
        page.goto(f"{self.url}/#/learn/{game}")
        following = page.locator('[data-action="next-step"]')
        for step in range(1, STEPS_MAX + 1):
            drawn = f'.play-table[data-step="{step}"] > :not([role=status])'
            page.locator(drawn).first.wait_for()
            self.keep(f"{game}-tutorial-{step}")
            if not following.count():
                return
            following.click()

    def friend(self, game: str) -> None:
        """Open a table for a friend, which waits with its invitation."""
        self.page.goto(f"{self.url}/#/")
        self.page.locator('input[name="company"]').nth(1).check()
        self.page.locator(f'[data-play="{game}"]').click()
        self.page.locator(".waiting").wait_for()
        self.keep(f"{game}-friend")

    def settings(self) -> None:
        self.page.goto(f"{self.url}/#/")
        self.page.locator('[data-action="settings"]').click()
        self.page.locator("dialog[open]").wait_for()
        self.keep("settings")
        self.page.keyboard.press("Escape")

    def hint(self, game: str) -> None:
        """Ask for a hint; on a phone it is behind a button that opens a sheet."""
        page = self.page
        if not page.locator('[data-action="hint"]').first.is_visible():
            page.locator('[data-action="sheet"]').click()
        page.locator('[data-action="hint"]').first.click()
        page.locator(".advice").first.wait_for()
        self.keep(f"{game}-hint")
        close = page.locator('[data-action="close-sheet"]')
        if close.is_visible():
            close.click()

    def deal(self, game: str) -> None:
        """Play until a trick stays on the felt, then until its deal is summed up."""
        page = self.page
        for made in range(TRICK_MOVES_MAX):
            page.wait_for_function(
                """() => { const t = document.querySelector(".play-table"); return t &&
                (t.dataset.status === "over" || t.dataset.stage || t.dataset.mine === "true"); }"""
            )
            now = state(page)
            if now["stage"] == "trick":
                self.keep(f"{game}-trick")
                page.locator(".deal-sum").wait_for()
                self.keep(f"{game}-sum")
                return
            if now["status"] == "over" or now["stage"] is not None:
                return
            move(page, made)
            wait_after(page, now)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "gallery")
    for name, known in (
        ("sizes", SIZES), ("schemes", SCHEMES), ("languages", LANGUAGES), ("pages", PAGES),
        ("games", registry.games()),
    ):  # fmt: skip
        parser.add_argument(f"--{name}", default=",".join(known), help="separated by commas")
    words = parser.parse_args()
    folder: Path = words.output
    folder.mkdir(parents=True, exist_ok=True)
    pages = set(words.pages.split(","))
    combined = itertools.product(
        words.sizes.split(","), words.schemes.split(","), words.languages.split(",")
    )

    from playwright.sync_api import sync_playwright

    errors: list[str] = []
    with tempfile.TemporaryDirectory() as home, sync_playwright() as driver:
        server = Server(Path(home))
        server.start()
        browser = driver.chromium.launch(executable_path=chromium(), args=CHROMIUM)
        try:
            for parts in combined:
                gallery = Gallery(browser, server.url, "-".join(parts), folder)
                if "lobby" in pages:
                    gallery.page.goto(server.url)
                    gallery.page.locator("[data-play]").first.wait_for()
                    gallery.keep("lobby")
                chosen = words.games.split(",")
                for game in chosen:
                    if pages & set(OF_A_GAME):
                        gallery.play(game, pages)
                    if "tutorial" in pages:
                        gallery.tutorial(game)
                if "friend" in pages:
                    gallery.friend(chosen[0])
                if "settings" in pages:
                    gallery.settings()
                for name, place in OTHERS.items() if "others" in pages else ():
                    gallery.page.goto(f"{server.url}/#/{place}")
                    gallery.page.wait_for_timeout(1000)
                    gallery.keep(name)
                errors += gallery.errors
                gallery.page.context.close()
                print("-".join(parts))
        finally:
            browser.close()
            server.kill()
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
