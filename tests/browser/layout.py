"""Assertions about the layout of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def assert_fits(page: Page) -> None:
    wide = page.evaluate(
        """() => [document.documentElement.scrollWidth, document.documentElement.clientWidth,
        [...document.querySelectorAll("main *")].filter(e => !e.closest(".visually-hidden") &&
            e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".felt, .history"))
            .map(e => e.className).slice(0, 5)]"""
    )
    assert wide[0] <= wide[1], f"wider than the screen: {wide}"
