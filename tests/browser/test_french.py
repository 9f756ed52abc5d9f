"""French everywhere: no text of a French page equals that of the English one, names apart."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kibitz import bots
from kibitz.bots.levels import levels
from kibitz.games import find, names
from tests.browser.clicking import create, move, play_on, wait_after, wait_turn
from tests.browser.conftest import ROOT, Opened
from tests.browser.server import Server
from tests.browser.short_games import SHORT

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
    *("Kibitz", "Ada", "English", "Français", "Annonces", "Animation", "Capot", "Coinche", "Pages"),
    *("Elo", "Points", "point", "points", "Score", "Table", "Total", "joker"),
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
SLOW_MS = 120_000
DECISIONS_MAX = 8  # of a review that are opened
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


def unspoken(texts: set[str]) -> list[str]:
    """Return the texts with a word that should be another one in French."""
    known = proper_names() | SAME

    def is_known(text: str) -> bool:
        parts = text.split(" · ")  # who sits at a table
        return all(re.sub(r"^[−+\d.,\s]+", "", part).strip("()") in known for part in parts)

    return sorted(text for text in texts if not is_known(text))


def speak(page: Page, language: str, *, reviews: bool = False) -> None:
    settings = {"speed": "off", "name": "Ada", "reviews": reviews, "language": language}
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
    spoken = {
        language: dict(screens(opened.page(shared_server.url), shared_server.url, language))
        for language in ("en", "fr")
    }
    for name, english in spoken["en"].items():
        assert len(english) > 5, f"{name} shows hardly anything"
        assert not (same := unspoken(english & spoken["fr"][name])), f"{name}: {same}"


def played(page: Page, url: str, language: str, game: str) -> Iterator[tuple[str, set[str]]]:
    """A short game to its end: a hint, the sum of a deal, the end, the review, My games."""
    speak(page, language, reviews=True)
    page.goto(f"{url}/#/")
    create(page, game, bot="simple", options=SHORT[game])
    play_on(page, 3)
    if wait_turn(page)["status"] != "over":
        page.locator('[data-action="hint"]').first.click()
        page.locator(".advice").first.wait_for(timeout=SLOW_MS)
        page.evaluate(UNFOLD)
        yield "hint", set(page.evaluate(TEXTS))
    play_on(page)
    page.locator(".deal-sum").wait_for(timeout=SLOW_MS)
    page.evaluate(UNFOLD)
    yield "end", set(page.evaluate(TEXTS))
    page.locator('.deal-sum [data-action="review-game"]').click()
    page.locator('.review[data-review="still"] .verdict').wait_for(timeout=SLOW_MS)
    page.locator(".verdict .tabs .tool").last.click()
    rows = page.locator(".judged-head")
    for place in range(min(rows.count(), DECISIONS_MAX)):
        rows.nth(place).click()
        page.locator(".judged li.current .said").wait_for()
        page.evaluate(UNFOLD)
        yield "review", set(page.evaluate(TEXTS))
    page.goto(f"{url}/#/mine")
    page.locator(".statistics td").first.wait_for()
    yield "my games", set(page.evaluate(TEXTS))


@pytest.mark.timeout(300)  # a review in each language, where others need the CPU
@pytest.mark.parametrize("game", names())
def test_no_english_in_a_french_game(game: str, shared_server: Server, opened: Opened) -> None:
    spoken: dict[str, dict[str, set[str]]] = {"en": {}, "fr": {}}
    for language, screens_of in spoken.items():
        page = opened.page(shared_server.url)
        for name, texts in played(page, shared_server.url, language, game):
            screens_of[name] = screens_of.get(name, set()) | texts
    assert spoken["en"].keys() == spoken["fr"].keys() >= {"end", "review", "my games"}
    for name, english in spoken["en"].items():
        assert not (same := unspoken(english & spoken["fr"][name])), f"{name}: {same}"
