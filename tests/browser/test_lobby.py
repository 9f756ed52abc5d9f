"""From the lobby to a game in one tap, back to it, and rid of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.axe import assert_accessible
from tests.browser.clicking import (
    create,
    go_on,
    move,
    open_advanced,
    play_on,
    state,
    wait_after,
    wait_turn,
)
from tests.browser.conftest import Opened
from tests.browser.layout import boxes
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

# What moves after it is drawn, without anybody's doing.
SHIFTS = """window.shifts = [];
    new PerformanceObserver(list => list.getEntries().forEach(entry =>
        entry.sources.forEach(({node}) => {
            if (node?.closest?.(".lobby")) window.shifts.push(node.className);
        }))).observe({type: "layout-shift", buffered: true});"""
GAMES = ("belote", "codepiece", "dubito", "ohhell", "qwixx")


def choose_company(page: Page, who: str) -> None:
    page.locator(f'input[name="company"][value="{who}"]').check()


def test_one_tap_for_each_game(
    shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    page = opened.page(shared_server.url)
    page.locator('.level input[value="2"]').check(force=True)
    for game in GAMES:
        page.locator(f'[data-play="{game}"]').click()
        page.locator(f".game-{game} .play-table").wait_for()
        wait_turn(page)
        names = page.locator(".plate-who").all_inner_texts()
        assert "You" in names
        assert len(set(names)) == len(names), "everybody has a name of their own"
        assert not any(re.search(r"level|Seat|_", name) for name in names), names
        assert "Leo" in names, "the opponent of level 2"
        page.locator('[data-action="leave"]').click()
        page.locator('[data-action="delete"]').first.wait_for()
    page.add_init_script(SHIFTS)
    page.reload()
    page.locator('[data-action="delete"]').first.wait_for()
    page.locator("[data-daily]:enabled").first.wait_for()
    assert page.evaluate("window.shifts") == []
    assert_accessible(page)
    shot(page, "lobby-continue")
    before = page.locator(".table-row").count()
    continued = page.locator(".lobby section").first
    assert "games in progress" in continued.inner_text(), "unfinished games come first"
    continued.locator('[data-action="delete"]').first.click()
    page.locator('[data-action="confirm"]').click()
    page.wait_for_function(
        "before => document.querySelectorAll('.table-row').length < before", arg=before
    )


def test_west_plays_after_you(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    page.locator('[data-play="belote"]').click()
    now = wait_turn(page)
    move(page, 1)
    wait_after(page, now)
    history = page.locator(".history").inner_text()
    you = page.locator('.plate[data-seat="2"]')
    assert "You" in you.inner_text(), "South"
    left = page.locator('.plate[data-seat="3"]')
    left_box, own_box = left.bounding_box(), you.bounding_box()
    assert left_box is not None
    assert own_box is not None
    assert left_box["x"] < own_box["x"], "West is to the left"
    assert history


def test_a_partner_is_as_good_as_you(shared_server: Server, opened: Opened) -> None:
    """After nine defeats against level 4 with a partner of level 4, a lower level sits opposite."""
    page = opened.page(shared_server.url)
    lost = {
        "game": "belote",
        "outcome": [0.5, 0, 0.5, 0],
        "bots": ["level_4", None, "level_4", "level_4"],
        "your_seat": 1,
        "origin": None,
    }
    page.route("**/api/records?*", lambda route: route.fulfill(json=[lost] * 9))
    page.locator('[data-play="belote"]').click()
    wait_turn(page)
    levels = [
        int(page.locator(f'.plate[data-seat="{seat}"] .bot-name').inner_text()[-1])
        for seat in (0, 1, 3)
    ]
    assert levels[0] < levels[1] == levels[2] == 4


def test_the_last_trick_stays_and_the_sum_is_spelled_out(
    shared_server: Server, opened: Opened, shot: Callable[[Page, str], Path]
) -> None:
    page = opened.page(shared_server.url)
    page.locator('[data-play="ohhell"]').click()
    while True:
        now = wait_turn(page)
        last = page.locator(".hand-card").count() == 1 and page.locator(".call").count() == 0
        move(page, 0)
        wait_after(page, now)
        if last:
            break
    page.locator('.play-table[data-stage="trick"]').wait_for()
    assert page.locator(".trick-card").count() == 4, "the last trick lies on the felt"
    assert page.locator(".deal-sum").count() == 0
    page.locator(".deal-sum").wait_for()  # by itself, after two seconds
    shot(page, "deal-sum")
    rows = page.locator(".sum-table tbody tr")
    assert rows.count() == 4
    for row in rows.all():
        bid, tricks, *parts, deal, total = [
            int(text.replace("−", "-")) for text in row.locator("td").all_inner_texts()
        ]
        assert sum(parts) == deal == total, "the first round: the sum is the total"
        assert (deal >= 10) == (bid == tricks)
    assert_accessible(page)
    go_on(page)
    wait_turn(page)
    play_on(page)
    assert state(page)["status"] == "over"
    page.locator('.deal-sum [data-action="rematch"]').wait_for()
    assert re.search(r"win|tie|Shared", page.locator(".deal-sum h2").inner_text())


# Presses nothing: what is shown while the last trick lies there, with the motion that people see.
def test_between_two_deals_nothing_runs_ahead(shared_server: Server, opened: Opened) -> None:
    """The last trick is counted and stays spread; the next deal is shown and spoken afterwards."""
    page = opened.page(shared_server.url)
    page.evaluate(
        '() => localStorage.setItem(\'kibitz.settings\', \'{"speed": "fast", "reviews": false}\')'
    )
    page.reload()
    create(page, "ohhell", bot="simple", options={"players": "3", "schedule": "1 1"})
    for _ in range(2):
        now = wait_turn(page)
        move(page, 0)
        wait_after(page, now)
    page.locator('.play-table[data-stage="trick"]').wait_for()
    spread = boxes(page, ".trick-card")
    page.wait_for_timeout(1200)  # longer than a trick takes to be gathered up
    assert boxes(page, ".trick-card") == spread
    assert len({(box["x"], box["y"]) for box in spread}) == 3
    taken = page.locator(".play-score tbody tr td:nth-child(3)").all_inner_texts()
    assert sorted(taken) == ["0", "0", "1"], "the last trick counts"
    assert "Round 2" not in page.locator(".history").inner_text()
    assert (
        "wins"
        in page.locator(".history li").last.locator("xpath=preceding-sibling::li[1]").inner_text()
    )
    page.locator(".deal-sum").wait_for()
    assert page.locator(".play-table > [role=status]").inner_text().endswith("The deal is over")
    go_on(page)
    page.get_by_text("Round 2").first.wait_for()


def test_the_turned_cards_of_oh_hell_can_be_chosen(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    options: dict[str, str | bool] = {"players": "2", "schedule": "1 1", "turned": "10♥ 5x"}
    create(page, "ohhell", bot="simple", options=options)
    field = page.locator('[data-option="turned"]')
    assert "5H" in field.evaluate("field => field.validationMessage"), "the form is not sent"
    field.fill("10♥ 5S")
    page.locator('[data-action="create"]').click()
    for card in ("10 of hearts", "5 of spades"):
        wait_turn(page)
        page.locator(f'.turned[aria-label$="{card}"]').wait_for()
        for _ in ("bid", "card"):
            now = wait_turn(page)
            move(page, 0)
            wait_after(page, now)


def test_two_people_share_a_device(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    choose_company(page, "device")
    page.locator('[data-choice="names"]').fill("Bob")
    page.locator('[data-play="ohhell"]').click()
    hands = []
    for _ in range(3):  # the device changes hands: nobody sees the cards of the other
        page.locator('[data-action="take-device"], .play-table[data-mine="true"]').first.wait_for()
        curtain = page.locator('[data-action="take-device"]')
        if curtain.count():
            assert page.locator(".hand-card").count() == 0
            curtain.click()
        before = wait_turn(page)
        hands.append(page.locator(".hand-card").evaluate_all("all => all.map(c => c.dataset.card)"))
        move(page, 1)
        wait_next(page, before)
    assert set(hands[0]).isdisjoint(hands[1])
    page.goto(shared_server.url)
    page.locator(".table-row").first.click()
    page.locator('[data-action="take-device"], .play-table[data-mine="true"]').first.wait_for()


def wait_next(page: Page, before: dict[str, Any]) -> None:
    """Wait until the move is made: the next person must take the device, or the ply is another."""
    page.wait_for_function(
        """ply => document.querySelector('[data-action="take-device"]') ||
            Number(document.querySelector(".play-table")?.dataset.ply ?? ply) !== ply""",
        arg=before["ply"],
    )


def test_a_friend_gets_a_link_and_is_the_partner(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    choose_company(page, "friend")
    page.locator('[data-play="belote"]').click()
    link = page.locator("#invite-link").input_value()
    friend = opened.page(link)
    friend.locator('[data-action="join"]').click()
    friend.locator(".at-table").wait_for()
    page.locator('.plate[data-seat="0"]').get_by_text("North").wait_for()
    friend.locator('[data-action="emotes"]').click()
    friend.locator('[data-emote="well_played"]').click()
    page.locator('.plate[data-seat="0"] .emote-bubble').wait_for()


# The hand and every call are on the screen, from top to bottom, and nothing lies over them.
HAND_IN_SIGHT = """() => {
    const needed = [...document.querySelectorAll(".hand-card, .bidding .call")];
    return needed.length > 8 && needed.every(element => {
        const {top, left, bottom} = element.getBoundingClientRect();
        return top > 0 && bottom <= innerHeight &&
            document.elementFromPoint(left + 6, top + 10)?.closest(".hand-card, .call") !== null;
    });
}"""


def test_tutorial(shared_server: Server, opened: Opened) -> None:
    page = opened.page(f"{shared_server.url}/#/learn/belote")
    for width, height in ((390, 664), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(HAND_IN_SIGHT)
    page.locator('.play-table [data-action="pass"]').first.click()
    page.locator('[data-verdict="wrong"]').wait_for()
    page.locator('.play-table [data-action="80H"]').click()
    page.locator('[data-verdict="right"]').wait_for()
    assert_accessible(page)
    for step in range(2, 6):
        page.locator('[data-action="next-step"]').click()
        page.locator(f'.play-table[data-step="{step}"] .hand-card').first.wait_for()


def test_a_friend_has_a_seat_in_the_form_too(shared_server: Server, opened: Opened) -> None:
    """The company that is chosen above holds below: otherwise the table has no link."""
    page = opened.page(shared_server.url)
    page.locator('[data-play="belote"]').wait_for()
    open_advanced(page)
    page.locator('.pick input[value="belote"]').check(force=True)
    partner = page.locator("details.advanced label.field select").first
    choose_company(page, "friend")
    page.wait_for_function("e => e.value === 'open'", arg=partner.element_handle())
    assert page.locator('[data-action="create"]').inner_text() == "Open the table"
    choose_company(page, "bots")
    page.wait_for_function("e => e.value.startsWith('bot:')", arg=partner.element_handle())
    choose_company(page, "friend")
    page.locator('[data-action="create"]').click()
    page.get_by_text("Share this link").wait_for()
