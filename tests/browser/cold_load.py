"""A first visit, measured: when the page paints, and what was transferred for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null"""
# What was asked for before the first paint: the document, then its resources.
LOADED = """paint => [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource").filter(each => each.startTime < paint),
].map(each => ({path: new URL(each.name).pathname, bytes: each.transferSize,
                start: each.startTime, end: each.responseEnd}))"""


@dataclass(frozen=True)
class ColdLoad:
    """One load with an empty cache. Bytes are those on the wire, compressed."""

    paint_ms: float  # from the navigation to the first contentful paint
    usable_ms: float  # until a game can be started
    script_bytes: int  # asked for before the paint
    all_bytes: int
    requests: int
    is_flat: bool  # no script or style waited for another one


def cold_load(browser: Browser, url: str) -> ColdLoad:
    """Open the lobby as a new visitor."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    try:
        page = context.new_page()
        page.goto(url, wait_until="commit")
        page.locator("[data-play]").first.wait_for()
        usable: float = page.evaluate("performance.now()")
        page.wait_for_function(PAINT)
        paint: float = page.evaluate(PAINT)
        loaded: list[dict[str, Any]] = page.evaluate(LOADED, paint)
    finally:
        context.close()
    assets = [each for each in loaded if each["path"].startswith("/assets/")]
    scripts = [each for each in assets if each["path"].endswith(".js")]
    return ColdLoad(
        paint,
        usable,
        sum(each["bytes"] for each in scripts),
        sum(each["bytes"] for each in loaded),
        len(loaded),
        max(each["start"] for each in assets) <= min(each["end"] for each in assets),
    )
