"""Assertions about the layout of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOUCH_PX = 44


def assert_fits(page: Page) -> None:
    wide = page.evaluate(
        """() => [document.documentElement.scrollWidth, document.documentElement.clientWidth,
        [...document.querySelectorAll("main *")].filter(e => !e.closest(".visually-hidden") &&
            e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".felt, .history"))
            .map(e => e.className).slice(0, 5)]"""
    )
    assert wide[0] <= wide[1], f"wider than the screen: {wide}"


def assert_in_sight(page: Page) -> None:
    """The felt or the dice, every card of the hand and every move are on the screen at once."""
    hidden: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(
            ".felt .trick, .felt .auction, .dice, .hand-card, .call, .sheet.own, .prompt-text")]
            .map(e => [e.className, e.getBoundingClientRect()])
            .filter(([, r]) => r.width > 0 && (r.top < -1 || r.bottom > innerHeight + 8))
            .map(([name, r]) => [name, Math.round(r.top), Math.round(r.bottom), innerHeight])"""
    )
    assert hidden == [], hidden


def assert_touchable(page: Page) -> None:
    """What a finger must hit is 44 pixels wide and high, as far as it shows.

    The cells of a sheet are narrower, so each of them has a button of its own beside the dice.
    """
    small: list[Any] = page.evaluate(
        """least => [...document.querySelectorAll(
            ".call:not(:disabled), .hand-slot:has(.playable), .toolbar button")]
            .map(e => [e.className, e.getBoundingClientRect()])
            .filter(([, r]) => r.width > 0 && (r.width < least || r.height < least))
            .map(([name, r]) => [name, Math.round(r.width), Math.round(r.height)])""",
        TOUCH_PX - 1,
    )
    assert small == [], small
