"""Life at a table: two people, a reload, a server that dies, taking back, leaving."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.axe import assert_accessible
from tests.browser.clicking import (
    create,
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

Shot = Callable[["Page", str], Path]


def hand(page: Page) -> list[str]:
    return page.locator(".hand-card").evaluate_all("cards => cards.map(c => c.dataset.card)")


def test_two_browsers_at_one_table(shared_server: Server, opened: Opened, shot: Shot) -> None:
    ada = opened.page(shared_server.url)
    create(ada, "codepiece", bot="simple", seats={2: "open"})
    link = ada.locator("#invite-link").input_value()
    assert re.fullmatch(re.escape(shared_server.url) + r"/#/table/[\w-]+", link)
    assert ada.locator(".invite-warning").count() == 1, "on 127.0.0.1 the link works only here"
    shot(ada, "waiting-room")
    assert_accessible(ada)
    bea = opened.page(link)
    bea.locator('[data-action="join"]').wait_for()
    assert_accessible(bea)
    bea.locator('[data-action="join"]').click()
    for page in (ada, bea):
        page.locator(".play-table").wait_for()
    assert not set(hand(ada)) & set(hand(bea)), "each sees the own cards only"
    pages, moved = (ada, bea), 0
    for _ in range(400):
        states = [state(page) for page in pages]
        if all(now["status"] == "over" for now in states):
            break
        for page, now in zip(pages, states, strict=True):
            if now["mine"] and now["status"] != "over":
                wait_turn(page)
                move(page, moved)
                wait_after(page, now)
                moved += 1
                break
        else:
            ada.wait_for_timeout(20)
    for page in pages:
        page.locator(".result").wait_for()
    texts = [page.locator(".result tbody").inner_text() for page in pages]
    points = [sorted(re.findall(r"[-−]?\d+", text)) for text in texts]
    assert points[0] == points[1] != [], texts
    ada.locator('[data-action="rematch"]').click()
    ada.get_by_text("Waiting for the others").wait_for()
    bea.locator("[data-rematch-wanted]").first.wait_for()
    bea.locator('[data-action="rematch"]').click()
    for page in pages:
        page.locator('.play-table[data-game-number="2"]').wait_for()


def test_plates_keep_their_width(shared_server: Server, opened: Opened) -> None:
    """Cards that were played leave a gap on their plate, so that nothing moves around the felt."""
    page = opened.page(shared_server.url)
    create(page, "ohhell", bot="simple", options={"players": "4", "schedule": "7"})
    wait_turn(page)

    def widths() -> list[int]:
        return [box["width"] for box in boxes(page, ".felt .plate")]

    before = widths()
    play_on(page, 6)  # a bid and five cards
    wait_turn(page)
    assert page.locator(".felt .plate-cards .back").count() <= 9
    assert widths() == before


def test_a_reload_in_the_middle(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    create(page, "belote", bot="simple")
    play_on(page, 3)
    before, held = wait_turn(page), hand(page)
    page.reload()
    after = wait_turn(page)
    assert (after, hand(page)) == (before, held)
    page.locator(".brand").click()
    page.get_by_text("Your games in progress").wait_for()
    page.locator(".table-row").first.click()
    assert wait_turn(page) == before
    move(page, 1)
    wait_after(page, before)


def test_a_server_kill_in_the_middle(own_server: Server, opened: Opened, shot: Shot) -> None:
    page = opened.page(own_server.url)
    create(page, "belote", bot="simple")
    play_on(page, 3)
    before, held = wait_turn(page), hand(page)
    own_server.kill()
    page.locator('[data-line="lost"]').wait_for()
    assert page.locator(".hand-card.playable").count() == 0, "nothing can be clicked meanwhile"
    shot(page, "line-lost")
    assert_accessible(page)
    own_server.start()
    page.locator("[data-line]").wait_for(state="detached")
    assert (wait_turn(page), hand(page)) == (before, held)
    play_on(page)
    assert state(page)["status"] == "over"


def test_take_back_against_bots(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    create(page, "ohhell", bot="simple", options={"players": "2", "schedule": "5"})
    now = wait_turn(page)
    page.locator('.call[data-action="bid 0"], .call[data-action="bid 1"]').first.click()
    wait_after(page, now)
    wait_turn(page)
    undo = page.locator('[data-action="undo"]')
    undo.click()
    page.wait_for_function(
        "ply => Number(document.querySelector('.play-table').dataset.ply) <= ply", arg=now["ply"]
    )
    assert page.locator('.call[data-action^="bid"]').count() == 6
    page.get_by_text("You had seen replies").wait_for()
    play_on(page)
    assert state(page)["status"] == "over"
    assert (
        "undid 1 move after seeing replies" in page.locator(".deal-sum [data-peeks]").inner_text()
    )


def test_an_undo_among_people_needs_consent(shared_server: Server, opened: Opened) -> None:
    """The other person is asked, and declines, then accepts; somebody watches."""
    ada = opened.page(shared_server.url)
    options: dict[str, str | bool] = {"players": "2", "schedule": "5"}
    create(ada, "ohhell", bot="simple", seats={1: "open"}, options=options)
    bea = opened.page(ada.locator("#invite-link").input_value())
    bea.locator('[data-action="join"]').click()
    pages = (ada, bea)
    for page in pages:
        page.locator(".play-table").wait_for()
    opened.page(ada.url).locator(".play-table").wait_for()
    ada.get_by_text("1 watching").wait_for()
    mover, other = pages if state(ada)["mine"] else pages[::-1]
    before = wait_turn(mover)
    move(mover)
    wait_after(mover, before)
    for answer in ("Decline", "Accept"):
        mover.locator('[data-action="undo"]').click()
        mover.get_by_text("You asked to undo a move").wait_for()
        other.get_by_text("asks to undo their last move").wait_for()
        other.get_by_role("button", name=answer).click()
        mover.get_by_text("You asked to undo a move").wait_for(state="detached")
        ply = wait_turn(mover)["ply"] if answer == "Accept" else state(mover)["ply"]
        assert (ply == before["ply"]) == (answer == "Accept")


# Every text that was shown for a moment.
NOTICES = """() => {
    window.notices = [];
    new MutationObserver(() => window.notices.push(
        document.querySelector(".toasts")?.textContent ?? ""
    )).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def test_leaving_bots_pauses_the_game(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    open_advanced(page)
    page.locator('[data-choice="speed"]').select_option("slow")  # not over before the return
    create(page, "dubito", bot="simple", options={"players": "3", "max_turns": "400"})
    wait_turn(page)
    table = page.url
    page.evaluate(NOTICES)  # one is shown for four seconds, which a busy machine may sleep through
    page.locator('[data-action="leave"]').click()
    page.wait_for_function("() => window.notices.some(each => /The game waits for you/.test(each))")
    page.goto(table)
    now = wait_turn(page)
    assert now["mine"], "no bot played meanwhile"
    assert now["status"] == "playing"
    move(page)
    wait_after(page, now)
    assert state(page)["ply"] > now["ply"]


def test_leaving_people_asks_and_a_bot_plays_on(shared_server: Server, opened: Opened) -> None:
    ada = opened.page(shared_server.url)
    create(ada, "dubito", bot="simple", seats={1: "open"}, options={"players": "3"})
    bea = opened.page(ada.locator("#invite-link").input_value())
    bea.locator('[data-action="join"]').click()
    bea.locator(".play-table").wait_for()
    assert bea.locator('[data-action="give-up"]').count() == 0, "not while others play"
    bea.locator('[data-action="leave"]').click()
    assert_accessible(bea)
    bea.locator('[data-action="confirm"]').click()
    bea.locator(".game-tiles").wait_for()
    bea.go_back()
    bea.locator('[data-action="come_back"]').click()
    bea.locator('[data-action="come_back"]').wait_for(state="detached")


def test_resigning_loses_and_deleting_leaves_nothing(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    create(page, "codepiece", bot="simple")
    wait_turn(page)
    table = page.url.rpartition("/")[2]
    page.locator('[data-action="give-up"]').click()
    page.locator('[data-action="confirm"]').click()  # resign
    page.get_by_text("You resigned.").wait_for()
    page.locator('[data-action="rematch"]').click()
    page.locator('.play-table[data-game-number="2"]').wait_for()
    page.locator('[data-action="give-up"]').click()
    page.locator('[data-action="confirm-other"]').click()  # delete
    page.locator(".game-tiles").wait_for()
    page.wait_for_function(
        """async table => !(await (await fetch("/api/tables")).json())
            .some(each => each.table === table)""",
        arg=table,
    )


def test_a_table_that_is_not_there(shared_server: Server, opened: Opened) -> None:
    page = opened.page(f"{shared_server.url}/#/table/nosuchtable1")
    page.get_by_text("There is no such table").wait_for()
    page.goto(f"{shared_server.url}/#/nowhere")
    page.get_by_text("There is no such page").wait_for()
