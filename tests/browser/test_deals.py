"""The same deal for several people: the deal of the day, and a challenge to a friend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.browser.axe import assert_accessible
from tests.browser.clicking import create, play_on, state, wait_turn
from tests.browser.conftest import Opened
from tests.browser.layout import assert_fits
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


# Whether the solver has played the deal, too.
SOLVED = """async () => (await (await fetch("/api/daily")).json())
    .find(each => each.game === "dubito").results.some(each => each.solver)"""
SOLVE_SECONDS_MAX = 60


def hand(page: Page) -> list[Any]:
    cards: list[Any] = page.locator(".hand-card").evaluate_all(
        "all => all.map(c => c.dataset.card)"
    )
    return sorted(cards)


def test_the_deal_of_the_day(shared_server: Server, opened: Opened) -> None:
    """Two people get the same cards; whoever has finished sees the results."""
    first = opened.page(shared_server.url)
    first.locator('[data-daily="dubito"]').click()
    wait_turn(first)
    cards = hand(first)
    second = opened.page(shared_server.url)
    second.locator('[data-daily="dubito"]').click()
    wait_turn(second)
    assert hand(second) == cards
    second.locator('[data-action="give-up"]').click()
    second.locator('[data-action="confirm"]').click()
    second.get_by_text("You resigned.").wait_for()
    second.goto(f"{shared_server.url}/#/daily/dubito")
    own = second.locator(".daily-page tr.winner")
    own.wait_for()
    assert second.locator(".daily-page tbody tr").count() >= 1
    assert own.get_by_text("resigned").is_visible()
    for _ in range(SOLVE_SECONDS_MAX):
        if second.evaluate(SOLVED):
            break
        second.wait_for_timeout(1000)
    second.reload()
    second.get_by_role("rowheader", name="Solver, all cards visible").wait_for()
    assert_accessible(second)
    second.set_viewport_size({"width": 360, "height": 640})
    assert_fits(second)
    second.evaluate("() => document.querySelector('tbody th').append(' toutes cartes visibles')")
    assert_fits(second)  # in French, too
    first.goto(f"{shared_server.url}/#/daily/dubito")
    first.locator(".daily-page").wait_for()
    assert first.locator(".daily-page tbody tr").count() == 0, "no results before the own one"


def test_a_challenge(shared_server: Server, opened: Opened) -> None:
    """A friend opens the link, sees what was scored, and plays the same cards."""
    page = opened.page(shared_server.url)
    create(page, "ohhell", bot="simple", options={"players": "2", "schedule": "3"})
    wait_turn(page)
    cards = hand(page)
    play_on(page)
    assert state(page)["status"] == "over"
    page.locator('.deal-sum [data-action="review-game"]').click()
    page.locator('[data-action="challenge"]').wait_for()
    page.evaluate("() => { navigator.clipboard.writeText = text => { window.copied = text; }; }")
    page.locator('[data-action="challenge"]').click()
    link = page.evaluate("() => window.copied")
    friend = opened.page(link)
    friend.get_by_text("Ada").first.wait_for()
    assert_accessible(friend)
    friend.locator('[data-action="take-challenge"]').click()
    wait_turn(friend)
    assert hand(friend) == cards
    play_on(friend)
    friend.get_by_text("same deal").first.wait_for()
