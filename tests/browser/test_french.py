"""French everywhere: no text of a French page equals that of the English one, names apart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz import bots
from kibitz.bots.levels import levels
from kibitz.games import find, names
from tests.browser.clicking import move, wait_after, wait_turn
from tests.browser.conftest import ROOT, Opened
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

PERSONAS = ROOT / "frontend" / "src" / "table" / "personas.ts"
# Each page, and what is there when it is ready.
PAGES = {
    "": ".game-tiles",
    "explore": ".explorer .play-table .call",
    "advisor": ".entry",
    "annonces": ".picker",
    "mine": ".panel",
    "arena": ".panel",
    "daily/ohhell": ".daily-page",
    "learn/belote": ".play-table .call",
    "learn/qwixx": ".play-table .call",
    "nowhere": ".notice",
}
# The same word in both languages.
SAME = {
    *("Kibitz", "Ada", "English", "Français", "Annonces", "Animation", "Capot", "Pages"),
    *("Elo", "Points", "points", "Score", "Table", "Total", "joker"),
}
# All that is shown or spoken and has a word in it: texts, names and hints of elements.
TEXTS = r"""() => {
    const found = new Set();
    const add = text => /[A-Za-z]{3}/.test(text ?? "") && found.add(text.trim());
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!parent.closest("script, style, noscript")) add(walker.currentNode.data);
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"])
        for (const each of document.querySelectorAll(`[${name}]`)) add(each.getAttribute(name));
    return [...found];
}"""
UNFOLD = "() => document.querySelectorAll('details').forEach(each => each.open = true)"


def proper_names() -> set[str]:
    """Games, bots, the names of levels and those at the table; a level with its Elo."""
    found = {find(game).title for game in names()}
    found |= set(re.findall(r"\b[A-Z][a-z]+\b", PERSONAS.read_text()))
    for game in names():
        found |= {*bots.names(game)}
        for level in levels(game):
            found |= {level.name, level.bot}
            if level.elo is not None:
                found.add(f"Elo {level.elo.value:.0f}")
    return found


def speak(page: Page, language: str) -> None:
    settings = {"speed": "off", "name": "Ada", "reviews": False, "language": language}
    page.evaluate("text => localStorage.setItem('kibitz.settings', text)", json.dumps(settings))
    page.reload()


def screens(page: Page, url: str, language: str) -> Iterator[tuple[str, set[str]]]:
    """Each screen's name and texts; a table last, with a hint and what it expects."""
    speak(page, language)
    for name, ready in PAGES.items():
        page.goto(f"{url}/#/{name}")
        page.locator(ready).first.wait_for()
        page.evaluate(UNFOLD)
        page.wait_for_timeout(300)  # what unfolds is drawn
        yield name or "lobby", set(page.evaluate(TEXTS))
    page.goto(f"{url}/#/")
    page.locator('[data-action="settings"]').click()
    page.locator("dialog[open]").wait_for()
    yield "settings", set(page.evaluate(TEXTS))
    page.keyboard.press("Escape")
    page.locator('[data-play="ohhell"]').click()
    for made in range(2):
        now = wait_turn(page)
        move(page, made)
        wait_after(page, now)
    wait_turn(page)
    page.locator('[data-action="hint"]').first.click()
    page.locator(".advice").first.wait_for()
    page.evaluate(UNFOLD)
    yield "table", set(page.evaluate(TEXTS))


def test_no_english_on_french_pages(shared_server: Server, opened: Opened) -> None:
    known = proper_names() | SAME
    spoken = {
        language: dict(screens(opened.page(shared_server.url), shared_server.url, language))
        for language in ("en", "fr")
    }
    for name, english in spoken["en"].items():
        assert len(english) > 5, f"{name} shows hardly anything"
        same = {
            text
            for text in english & spoken["fr"][name]
            if not all(part in known for part in text.split(" · "))  # who sits at a table
        }
        assert not same, f"{name}: {sorted(same)}"
