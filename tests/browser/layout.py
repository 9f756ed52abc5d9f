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
            .filter(([, r]) => r.width > 0 && (r.top < -1 || r.bottom > innerHeight + 8 ||
                r.left < -1 || r.left + 24 > innerWidth))
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


def assert_uncovered(page: Page) -> None:
    """Nothing lies over the corner of a card in the hand, over a call, or over the own plate."""
    covered: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(
            ".hand-card, .call, .ring-seat.home .plate-who")].filter(e => {
                const {left, top, width, height} = e.getBoundingClientRect();
                if (!width || !height) return false;
                const x = Math.min(left + 8, left + width / 2);
                const hit = document.elementFromPoint(x, Math.min(top + 12, top + height / 2));
                return hit === null || !(e.contains(hit) || hit.contains(e) ||
                    hit.closest(".hand-card")?.contains(e));
            }).map(e => [e.className, e.textContent])"""
    )
    assert covered == [], covered


def assert_calls_seen(page: Page) -> None:
    """While one bids, the box lies over nobody's call."""
    covered: list[Any] = page.evaluate(
        """() => !document.querySelector(".bidding") ? [] :
            [...document.querySelectorAll(".ring-seat .badge")].filter(e => {
                const {left, top, width, height} = e.getBoundingClientRect();
                const hit = document.elementFromPoint(left + width / 2, top + height - 2);
                return hit === null || !(e.contains(hit) || hit.contains(e));
            }).map(e => [e.closest(".ring-seat").textContent])"""
    )
    assert covered == [], covered


def assert_told(page: Page) -> None:
    """What to do next is in words on the screen, with nothing over it."""
    told: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".prompt-text, .moves-title")].filter(e => {
            const {left, top, width, height} = e.getBoundingClientRect();
            if (!e.textContent || !width || top < 0) return false;
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return hit && (e.contains(hit) || hit.contains(e));
        }).map(e => e.textContent)"""
    )
    assert told, "nothing says what to do"


def assert_ranks_clear(page: Page) -> None:
    """No card of the trick covers the rank in the corner of another one."""
    covered: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".trick-card")].filter(e => {
            const {left, top, width} = e.getBoundingClientRect();
            const over = [...document.querySelectorAll(".trick-card")].filter(each => {
                if (Number(each.style.zIndex) <= Number(e.style.zIndex)) return false;
                const r = each.getBoundingClientRect();
                const x = left + width * 0.15, y = top + width * 0.15;
                return r.left < x && x < r.right && r.top < y && y < r.bottom;
            });
            return over.length > 0;
        }).map(e => e.dataset.card)"""
    )
    assert covered == [], covered


def assert_names_clear(page: Page) -> None:
    """No card of the trick and no dealer's sign lies on a name."""
    covered: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".plate-who")].filter(name => {
            const who = name.getBoundingClientRect();
            return [...document.querySelectorAll(".trick-card, .dealer")].some(each => {
                const over = each.getBoundingClientRect();
                return over.left < who.right - 1 && over.right > who.left + 1 &&
                    over.top < who.bottom - 1 && over.bottom > who.top + 1;
            });
        }).map(name => name.textContent)"""
    )
    assert covered == [], (covered, page.viewport_size)


def boxes(page: Page, selector: str) -> list[dict[str, int]]:
    """Where these elements are, to compare with later."""
    found: list[dict[str, int]] = page.locator(selector).evaluate_all(
        """all => all.map(e => e.getBoundingClientRect()).map(r => ({x: Math.round(r.x),
            y: Math.round(r.y), width: Math.round(r.width), height: Math.round(r.height)}))"""
    )
    return found
