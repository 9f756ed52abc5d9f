"""What stopped or misled somebody who had never seen a game, and no longer does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.clicking import create, move, play_on, wait_after, wait_turn
from tests.browser.conftest import Opened
from tests.browser.layout import assert_uncovered
from tests.browser.server import Server

GAMES = Path(__file__).parents[2] / "frontend" / "src" / "games"

SHORT: dict[str, str | bool] = {"players": "3", "schedule": "3 1"}


def test_a_tutorial_ends_in_a_game(shared_server: Server, opened: Opened) -> None:
    page = opened.page(f"{shared_server.url}/#/learn/dubito")
    for step in range(1, 5):
        page.locator(f'.play-table[data-step="{step}"] .hand-card').first.wait_for()
        pile = page.locator(".pile-card")
        assert pile.count() == page.locator(".pile-card .back").count(), "others play face down"
        assert step < 3 or pile.count() > 0
        page.locator('[data-action="next-step"]').click()
    page.locator('[data-action="play-now"]').click()
    page.locator(".at-table.game-dubito").wait_for()


@pytest.mark.parametrize("game", ["codepiece", "ohhell"])
def test_a_tutorial_shows_the_hand_that_its_answer_speaks_of(
    game: str, shared_server: Server, opened: Opened
) -> None:
    page = opened.page(f"{shared_server.url}/#/learn/{game}", width=390, height=664, touch=True)
    steps = json.loads((GAMES / game / "tutorial.json").read_text())["steps"]
    for number, step in enumerate(steps, 1):
        shown = f'.play-table[data-step="{number}"]'
        page.locator(f"{shown} .hand-card").first.wait_for()
        name = step["good"][0]
        cards = page.locator(".hand-card").evaluate_all("all => all.map(e => e.dataset.card)")
        card = page.locator(f'.hand-card[data-card="{name}"]')
        call = page.locator(f'.call[data-action="{name}"]')
        (call if call.count() else card).click(position={"x": 8, "y": 20})
        page.locator('[data-verdict="right"]').wait_for()
        page.wait_for_function(
            """left => JSON.stringify([...document.querySelectorAll(".hand-card")]
                .map(each => each.dataset.card)) === JSON.stringify(left)""",
            arg=[each for each in cards if each != name],
        )
        page.wait_for_timeout(600)  # the card lands
        assert_uncovered(page)
        if number < len(steps):
            page.locator('[data-action="next-step"]').click()


def test_a_deal_begins_with_an_empty_felt(shared_server: Server, opened: Opened) -> None:
    """The last trick of the deal before would be taken for one of this deal."""
    page = opened.page(shared_server.url)
    create(page, "ohhell", bot="simple", options={"players": "2", "schedule": "2 2 2 2"})
    leads, follows = 0, 0
    for made in range(40):
        now = wait_turn(page)
        if now["status"] == "over":
            break
        if page.locator(".hand-card.playable").count() and page.locator(".hand-card").count() == 2:
            led = page.locator(".trick:not(.resting) .trick-card").count()
            assert page.locator(".trick.resting, .last-trick").count() == 0
            leads, follows = leads + (led == 0), follows + (led > 0)
        move(page, made)
        wait_after(page, now)
    assert leads > 1, "one of them after another deal"
    assert follows > 0


def test_plates_keep_their_width_while_a_bot_thinks(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url, width=390, height=664, touch=True)
    create(page, "ohhell", bot="level_1", options={"players": "4", "schedule": "1"})
    wait_turn(page)
    plate = page.locator(".felt .plate[data-seat='1']")
    widths = """e => { const sub = e.querySelector(".plate-sub");
        const before = e.getBoundingClientRect().width;
        const dots = document.createElement("span");
        dots.className = "thinking";
        dots.innerHTML = "<i></i><i></i><i></i>";
        sub.append(dots);
        const shown = dots.getBoundingClientRect();
        const after = e.getBoundingClientRect().width;
        dots.remove();
        return [after - before, shown.width > 0]; }"""
    assert plate.evaluate(widths) == [0, True]


def test_a_replay_on_a_phone_shows_trick_and_plates(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url, width=390, height=664, touch=True)
    create(page, "ohhell", bot="simple", options={"players": "4", "schedule": "2"})
    play_on(page)
    page.locator('.deal-sum [data-action="review-game"]').click()
    page.locator(".replay .play-table").wait_for()
    overlap = """() => {
        const box = e => e.getBoundingClientRect();
        const plates = [...document.querySelectorAll(".plate")].map(box);
        return [...document.querySelectorAll(".trick-card")].map(box).some(card =>
            plates.some(plate => card.left < plate.right - 2 && plate.left < card.right - 2 &&
                card.top < plate.bottom - 2 && plate.top < card.bottom - 2));
    }"""
    tricks = 0
    for _ in range(12):
        page.locator(".stepper-row button").nth(2).click()
        page.wait_for_timeout(50)
        assert not page.evaluate(overlap)
        tricks += page.locator(".trick-card").count() == 4
    assert tricks > 0


def test_a_match_says_which_deal_it_is_and_why_it_ends(
    shared_server: Server, opened: Opened
) -> None:
    page = opened.page(shared_server.url)
    create(page, "codepiece", bot="simple", options={"match": True, "deals": "2"})
    wait_turn(page)
    assert page.locator(".play-score .fact").first.inner_text().split() == ["Deal", "1/2"]
    seen = set()
    for made in range(80):
        now = wait_turn(page)
        if now["status"] == "over":
            break
        seen.add(page.locator(".play-score .fact-value").first.inner_text())
        move(page, made)
        wait_after(page, now)
    assert seen == {"1/2", "2/2"}
    said = page.locator(".deal-sum").inner_text()
    assert "All 2 deals are played." in said or "reached 50 points." in said


def test_the_end_mentions_a_move_undone_after_replies(
    shared_server: Server, opened: Opened
) -> None:
    """A phone shows the result in this dialog alone."""
    page = opened.page(shared_server.url, width=390, height=664, touch=True)
    create(page, "ohhell", bot="simple", options={"players": "3", "schedule": "2"})
    wait_turn(page)
    play_on(page, 1)
    wait_turn(page)
    page.locator('[data-action="undo"]').first.click()
    page.locator(".bidding").wait_for()
    play_on(page)
    assert "after seeing replies" in page.locator(".deal-sum [data-peeks]").inner_text()


def test_a_tutorial_goes_on_after_the_rules(shared_server: Server, opened: Opened) -> None:
    page = opened.page(f"{shared_server.url}/#/learn/qwixx")
    for step in (1, 2):
        page.locator(f'.play-table[data-step="{step}"] .call').first.wait_for()
        page.locator('[data-action="next-step"]').click()
    page.locator('.play-table[data-step="3"]').wait_for()
    page.locator('.tutorial a[href="#/rules/qwixx"]').click()
    page.wait_for_url("**/#/rules/qwixx")
    page.go_back()
    page.locator('.play-table[data-step="3"]').wait_for()
    page.locator(".tutorial .toolbar a").click()
    page.locator(".tutorial").wait_for(state="detached")
    page.go_back()
    page.locator('.play-table[data-step="1"]').wait_for()


def test_a_cross_appears_in_the_tutorial(shared_server: Server, opened: Opened) -> None:
    """The others decide too: the learner is not left waiting, and a hand stays in sight."""
    page = opened.page(f"{shared_server.url}/#/learn/qwixx")
    page.locator('.sheet.own [data-action="white red"]').click()
    page.locator(".sheet.own .row-red .cell.marked").wait_for()
    page.goto(f"{shared_server.url}/#/learn/dubito")
    held = page.locator(".hand-card")
    held.first.wait_for()
    before = held.count()
    page.locator('.call[data-action="declare 5"]').click()
    page.locator('[data-verdict="right"]').wait_for()
    page.locator(".call").first.wait_for(state="detached")
    assert held.count() == before


def test_a_bid_starts_from_the_lowest_value_in_every_call(
    shared_server: Server, opened: Opened
) -> None:
    """A value left over from the deal before would be bid by mistake."""
    page = opened.page(shared_server.url)
    create(page, "belote", bot="simple", options={"match": True, "target": "5000"})
    wait_turn(page)
    page.locator('.call[data-key="140"]').click()
    page.locator('.call[data-key="140"][aria-pressed="true"]').wait_for()
    before = page.locator(".play-table").get_attribute("data-ply")
    page.locator('.call[data-action="pass"]').click()
    page.wait_for_function(
        "ply => document.querySelector('.play-table').dataset.ply !== ply", arg=before
    )
    for _ in range(12):  # until there is another call to make
        wait_turn(page)
        if page.locator(".call[data-key]").count():
            break
        play_on(page, 1)
    values = page.locator(".call[data-key]")
    assert values.first.get_attribute("aria-pressed") == "true"


def test_a_card_that_may_not_be_played_says_why(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url)
    create(page, "belote", bot="simple", options={"match": True, "target": "5000"})
    barred = page.locator(".hand-card.dimmed")
    for _ in range(40):
        wait_turn(page)
        if barred.count():
            break
        play_on(page, 1)
    barred.first.click(force=True, position={"x": 8, "y": 20})
    said = page.locator('.prompt-text[role="alert"]').inner_text()
    assert said.startswith("You must")
    play_on(page, 1)
    wait_turn(page)
    assert not page.locator(".prompt-text").inner_text().startswith("You must")


def test_a_phone_offers_the_next_game_below_the_table(
    shared_server: Server, opened: Opened
) -> None:
    page = opened.page(shared_server.url, width=390, height=664, touch=True)
    create(page, "ohhell", bot="simple", options=SHORT)
    play_on(page)
    page.locator('.deal-sum [data-action="next-deal"]').click()
    page.locator('[data-action="sheet"]').click()
    page.locator('.play-side [data-action="rematch"]').click()
    page.locator('.play-table[data-game-number="2"]').wait_for()
    assert page.locator(".play-side.open").count() == 0, "the sheet would hide the new hand"


def test_a_game_that_was_given_up_asks_for_no_move(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url, width=390, height=664, touch=True)
    create(page, "ohhell", bot="simple", options=SHORT)
    wait_turn(page)
    page.locator('[data-action="sheet"]').click()
    page.locator('[data-action="give-up-phone"]').click()
    page.locator('[data-action="confirm"]').click()  # resign
    page.locator('.play-side.open [data-action="rematch"]').wait_for()
    page.locator('[data-action="close-sheet"]').click()
    assert page.locator(".prompt-text").inner_text() == "The game is over"
    assert page.locator(".hand-card.playable, .call:not(:disabled)").count() == 0
    page.locator('.end-bar [data-action="rematch"]').click()
    page.locator('.play-table[data-game-number="2"]').wait_for()


def test_qwixx_asks_for_a_cross_only_where_one_fits(shared_server: Server, opened: Opened) -> None:
    page = opened.page(shared_server.url, width=390, height=664, touch=True)
    create(page, "qwixx", bot="simple")
    asked: set[tuple[bool, str]] = set()
    for _ in range(60):
        if wait_turn(page)["status"] == "over":
            break
        fits = page.locator(".mark-call").count() > 0
        asked.add((fits, page.locator(".moves-title").inner_text()))
        play_on(page, 1)
    step = page.locator(".qwixx-step")
    assert step.inner_text().startswith("Roller: "), "the felt keeps its height to the end"
    assert {fits for fits, _ in asked} == {False, True}
    assert all(("fits in" in title) == (not fits) for fits, title in asked), asked
