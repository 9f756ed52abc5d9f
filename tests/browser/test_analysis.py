"""Review, explorer, advisor and annonces, by clicking."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.advice.explorer import Scene, write_link
from kibitz.games.belote.cards import parse_card
from tests.browser.axe import assert_accessible
from tests.browser.clicking import EDGE, create, play_on
from tests.browser.conftest import Opened
from tests.browser.layout import assert_names_clear
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

Shot = Callable[["Page", str], Path]
SLOW = 60_000  # ms: thinking on a busy machine


# How much of the graph has the accent's green.
PIXELS = """() => {
    const canvas = document.querySelector(".chance-graph canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let i = 0; i < data.length; i += 4) {
        const [red, green, blue, opacity] = data.slice(i, i + 4);
        if (opacity > 150 && green > red + 40 && green > blue + 10) found++;
    }
    return found;
}"""


GRAPH_IN_SIGHT = """() => {
    const graph = document.querySelector(".chance-graph canvas")?.getBoundingClientRect();
    return graph && graph.top > 0 && graph.bottom <= innerHeight;
}"""


def copies_the_hands(page: Page) -> None:
    """Check that the hands of a position from a game can be copied as text."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = page.locator('[data-choice="hands-text"]')
    field = page.locator("details", has=text)
    field.locator("summary").click()
    lines = text.input_value().splitlines()
    assert len(lines) == 4
    assert all(re.fullmatch(r"[^:]+: ([0-9AKQJT]+[SHDC] ?)+", line) for line in lines), lines
    field.get_by_role("button").click()
    field.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == lines


SEAT_STICKS_OUT = """() => {
    const [choice, panel] = [".stepper select", ".stepper"].map(each =>
        document.querySelector(each).getBoundingClientRect().right);
    return choice - panel;
}"""


def test_review_of_a_finished_game(shared_server: Server, opened: Opened, shot: Shot) -> None:
    page = opened.page(shared_server.url)
    page.locator('[data-action="settings"]').click()
    page.locator('[data-choice="reviews"]').check()
    page.keyboard.press("Escape")
    create(page, "belote", bot="rule")
    play_on(page)
    # The review begins by itself, and goes on from the result to the replay.
    page.locator('[data-action="see-review"]').first.click(timeout=SLOW)
    page.locator(".verdict").wait_for(timeout=SLOW)
    page.locator('.review[data-review="still"]').wait_for(timeout=SLOW)
    assert int(page.locator(".chance-graph").get_attribute("data-points") or 0) >= 2
    assert page.evaluate(PIXELS) > 100, "the line is drawn"
    page.evaluate("() => { location.hash = '#/mine'; }")
    page.locator(".chance-graph").wait_for(state="detached")
    page.go_back()  # the whole review is there before the graph is
    page.locator(".chance-graph canvas").wait_for(timeout=SLOW)
    page.wait_for_function(f"() => ({PIXELS})() > 100", timeout=SLOW)
    assert page.locator(".grade-counts li").count() == 5
    for width, height in ((390, 664), (844, 390), (1280, 800)):  # on phones, without scrolling
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(GRAPH_IN_SIGHT)
        assert page.evaluate(SEAT_STICKS_OUT) <= 0, "whose eyes is chosen within the panel"
    page.get_by_role("button", name="All decisions").click()
    rows = page.locator(".judged li")
    assert rows.count() >= 1
    first = page.locator(".judged-head").first
    ply = first.get_attribute("data-ply")
    first.click()
    page.locator(f'.play-table[data-ply="{ply}"]').wait_for()
    page.locator(".judged li.current .said").wait_for()
    # A longer review, when asked for, has the double-dummy tables, too.
    page.locator('[data-action="review"]').click()
    page.locator(".double-dummy summary").first.click(timeout=SLOW)
    page.get_by_role("button", name="All decisions").click()
    assert page.locator(".double-dummy td").count() >= 4, "each trump"
    shot(page, "review")
    assert_accessible(page)
    # "Try it from here": in the explorer, then against the same bots with the same cards.
    page.locator('[data-action="try-explorer"]').click()
    page.locator(f'.explorer .play-table[data-actions="{ply}"]').wait_for()
    copies_the_hands(page)
    page.go_back()
    page.locator(f'.judged-head[data-ply="{ply}"], [data-action="review"]').first.wait_for()
    page.get_by_role("button", name="All decisions").click()
    page.locator(f'.judged-head[data-ply="{ply}"]').click()
    page.locator('[data-action="try-bots"]').click()
    page.locator(f'.at-table .play-table[data-ply="{ply}"]').wait_for()


@pytest.mark.timeout(300)  # axe looks at every cell of all sheets: slow where others need the CPU
@pytest.mark.parametrize("game", ["belote", "qwixx"])
def test_explorer(game: str, shared_server: Server, opened: Opened, shot: Shot) -> None:
    page = opened.page(f"{shared_server.url}/#/explore")
    page.locator('[data-choice="game"]').select_option(game)
    page.locator(
        f".game-{game} .play-table [data-action], .game-{game} .cell.legal"
    ).first.wait_for()
    page.locator('.play-table[data-actions="0"]').wait_for()
    page.locator('.play-table [data-action="pass"]').first.click()
    page.locator('.play-table[data-actions="1"]').wait_for()
    page.locator('[data-action="explore"]').click()
    page.locator(".advice").first.wait_for(timeout=SLOW)
    shot(page, f"explorer-{game}")
    assert_accessible(page)
    # The address holds the position: another browser sees the same.
    other = opened.page(page.url)
    other.locator('.play-table[data-actions="1"]').wait_for()
    page.locator('[data-action="undo-action"]').click()
    page.locator('.play-table[data-actions="0"]').wait_for()


@pytest.mark.parametrize("game", ["dubito", "qwixx"])
def test_the_explorer_keeps_its_orientation(
    game: str, shared_server: Server, opened: Opened
) -> None:
    """Every seat stays where it is when the next one is to decide, and can be played for."""
    page = opened.page(f"{shared_server.url}/#/explore")
    page.locator('[data-choice="game"]').select_option(game)
    page.locator(f'.game-{game} .play-table[data-actions="0"] .call').first.wait_for()

    def seats() -> list[str]:
        return page.locator(".plate").evaluate_all("all => all.map(each => each.dataset.seat)")

    before = seats()
    assert page.locator(".plate.turn").get_attribute("data-seat") == "0"
    if game == "dubito":
        page.locator('.play-table [data-action^="declare"]').first.click()
        page.locator('.play-table[data-actions="1"] .hand-card').first.click(position=EDGE)
        page.locator('.play-table [data-action="lay"]').click()
        page.locator('.play-table[data-actions="2"]').wait_for()
        offered = page.locator('.play-table [data-action="doubt"]')
    else:
        page.locator('.play-table [data-action="pass"]').click()
        page.locator('.play-table[data-actions="1"]').wait_for()
        offered = page.locator('.play-table [data-action="pass"]')
    assert page.locator(".plate.turn").get_attribute("data-seat") == "1"
    assert seats() == before
    page.get_by_text("Seat 2").nth(1).wait_for()  # on the plate, and who is to decide
    made = page.locator(".play-table").get_attribute("data-actions")
    offered.click()
    page.locator(f'.play-table[data-actions="{int(made or 0) + 1}"]').wait_for()


def test_the_explorer_s_trick_lies_between_open_hands(
    shared_server: Server, opened: Opened
) -> None:
    seed = 14
    assert kibitz.game("belote").new(seed).player == 2, "South leads, and holds all four suits"
    link = write_link(Scene("belote", seed=seed))
    page = opened.page(f"{shared_server.url}/#/explore/{link}")
    bids = ".play-table .call[data-action]:not(:disabled)"
    for made in range(7):  # a bid, three passes, three cards
        page.locator(f'.play-table[data-actions="{made}"]').wait_for()
        if made < 4:
            call = page.locator(bids if made == 0 else '.play-table [data-action="pass"]').first
            call.click()
        else:
            page.locator(".hand-card.playable").first.click(position={"x": 8, "y": 14})
    page.locator('.play-table[data-actions="7"]').wait_for()
    for width, height in ((1280, 900), (1280, 720), (844, 390), (390, 664)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".trick-card").count() == 3
        assert_names_clear(page)


def test_a_slow_answer_does_not_change_the_explorer_s_game(
    shared_server: Server, opened: Opened
) -> None:
    """The deal of the first game arrives after the one that was chosen meanwhile."""
    page = opened.page(shared_server.url)
    held: list[Route] = []
    page.route("**/analysis/scenes/belote", lambda route: held.append(route))
    page.evaluate("() => { location.hash = '#/explore'; }")
    page.locator('[data-choice="game"]').select_option("qwixx")
    page.locator(".game-qwixx .cell.legal").first.wait_for()
    assert len(held) == 1
    with page.expect_response("**/analysis/scenes/belote"):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert page.locator(".game-qwixx .cell.legal").count() > 0
    assert page.locator('[data-choice="game"]').input_value() == "qwixx"


def test_explorer_changes_a_deal(shared_server: Server, opened: Opened) -> None:
    page = opened.page(f"{shared_server.url}/#/explore")
    page.locator(".deal-editor summary").click()
    piles = page.locator(".editor-pile")
    first = piles.nth(0).locator(".editor-card").first.get_attribute("aria-label")
    second = piles.nth(1).locator(".editor-card").first.get_attribute("aria-label")
    piles.nth(0).locator(".editor-card").first.click()
    piles.nth(1).locator(".editor-card").first.click()
    assert first is not None
    assert second is not None
    piles.nth(1).get_by_label(first, exact=True).wait_for()
    piles.nth(0).get_by_label(second, exact=True).wait_for()


def test_the_explorer_copies_hands_deal_and_link(shared_server: Server, opened: Opened) -> None:
    """Of a game's own deal, which is in its record and so cannot be changed."""
    link = write_link(Scene("belote", seed=5))
    page = opened.page(f"{shared_server.url}/#/explore/{link}")
    page.evaluate("() => { navigator.clipboard.writeText = text => { window.copied = text; }; }")
    page.locator(".as-text summary").first.wait_for()
    page.evaluate("() => document.querySelectorAll('.as-text').forEach((one) => (one.open = true))")

    def copied(action: str) -> str:
        button = page.locator(f'[data-action="{action}"]')
        button.click()
        button.get_by_text("Copied").wait_for()
        text: str = page.evaluate("() => window.copied")
        return text

    hands = kibitz.game("belote").new(5).position()["hands"]
    lines = copied("copy-hands").splitlines()
    assert len(lines) == 4
    for line, hand in zip(lines, hands, strict=True):
        assert sorted(map(parse_card, line.split(": ")[1].split())) == sorted(hand)
    assert copied("copy-text").startswith("cfn")
    assert copied("copy-link") == page.url


@pytest.mark.timeout(300)  # three tables of many cells for axe
def test_annonces(shared_server: Server, opened: Opened, shot: Shot) -> None:
    page = opened.page(f"{shared_server.url}/#/annonces")
    page.get_by_text("Choose 8 cards first").wait_for()
    bots = page.get_by_label("Bot that plays them")
    bots.locator("option", has_text="heuristic").first.wait_for(state="attached")
    assert bots.locator("option", has_text="Kibitz").count() == 0, "it judges, and plays no deals"
    page.locator('[data-action="random-hand"]').click()
    page.get_by_label("Deals solved").fill("10")
    page.get_by_label("Deals played").fill("10")
    page.locator('[data-action="annonces"]').click()
    page.locator(".annonces").first.wait_for(timeout=SLOW)
    page.locator(".job").wait_for(state="detached", timeout=SLOW)
    assert page.locator(".annonces").count() == 3
    assert page.locator('[data-by="bid_max"] .best-call').count() == 1
    assert page.locator(".wilson-red, .wilson-gold, .wilson-green").count() >= 4
    shot(page, "annonces")
    assert_accessible(page)


def test_annonces_of_a_hand_that_passes(shared_server: Server, opened: Opened) -> None:
    """The best call then stands in the row below the table, in colours of its own."""
    page = opened.page(f"{shared_server.url}/#/annonces")
    for card in ("7S", "8S", "7D", "8D", "7H", "8H", "7C", "8C"):
        page.locator(f'[data-pick="{card}"]').click()
    page.get_by_label("Deals solved").fill("10")
    page.get_by_label("Deals played").fill("10")
    page.locator('[data-action="annonces"]').click()
    page.locator(".calls-made .best-call").wait_for(timeout=SLOW)
    page.locator(".job").wait_for(state="detached", timeout=SLOW)
    assert_accessible(page)


def test_annonces_after_an_auction(shared_server: Server, opened: Opened, shot: Shot) -> None:
    page = opened.page(f"{shared_server.url}/#/annonces")
    for card in ("JS", "9S", "AS", "7D", "8D", "7H", "8H", "7C"):
        page.locator(f'[data-pick="{card}"]').click()
    page.locator('[data-choice="dealer"]').select_option("1")  # the partner speaks first
    form = page.locator('.auction-form[data-turn="2"]')
    form.locator('[data-choice="bid-value"]').select_option("90")
    form.locator('[data-action="90H"]').click()
    page.locator('.auction-form[data-turn="3"] [data-action="coinche"]').click()
    page.locator(".calls-made li").nth(1).wait_for()
    assert page.locator('.auction-form [data-action="100H"]').count() == 0, "coinched"
    page.locator('[data-action="undo-call"]').click()
    page.locator('.auction-form[data-turn="3"] [data-action="pass"]').click()
    page.locator('.auction-form[data-turn="0"]').wait_for()
    made = page.locator(".calls-made li").all_inner_texts()
    assert made == ["Partner 90", "Right opponent Pass"], "the suit is a drawing"
    page.get_by_label("Deals solved").fill("20")
    page.get_by_label("Deals played").fill("5")
    page.locator('[data-action="annonces"]').click()
    page.locator(".annonces").nth(2).wait_for(timeout=SLOW)
    page.locator(".job").wait_for(state="detached", timeout=SLOW)
    page.get_by_text("still allowed: 100").wait_for()
    assert page.locator(".annonces td.closed").count() == 24, "80 and 90, in all three tables"
    shot(page, "annonces-auction")
    assert_accessible(page)
    for turn in (
        0,
        1,
    ):  # all is unfolded now; to the end of the auction: nothing is left to announce
        page.locator(f'.auction-form[data-turn="{turn}"] [data-action="pass"]').click()
    page.get_by_text("The auction is over").wait_for()
    assert page.locator('[data-action="annonces"]').is_disabled()


def enter_deal(page: Page, cards: list[str], dealer: str | None = None) -> None:
    for card in cards:
        page.locator(f'.entry [data-pick="{card}"]').first.click()
    if dealer is not None:
        page.locator('[data-choice="dealer"]').select_option(dealer)


def test_advisor_belote(shared_server: Server, opened: Opened, shot: Shot) -> None:
    page = opened.page(f"{shared_server.url}/#/advisor")
    page.locator('[data-expects="deal"]').wait_for()
    seat = page.locator('[data-choice="my-seat"]')
    assert seat.evaluate("box => box.selectedOptions[0].text") == "South"
    enter_deal(page, ["JS", "9S", "AS", "10S", "AH", "KH", "7D", "8C"], "1")
    page.locator('[data-action="enter"]').click()
    page.locator('[data-yours="true"]').wait_for()
    page.locator('.hint [data-action="hint"]').click()
    page.locator(".advice").wait_for(timeout=SLOW)
    shot(page, "advisor-belote")
    assert_accessible(page)
    page.locator('.bidding [data-action="80S"]').click()
    entries = page.locator(".entries li")
    for _ in range(3):
        page.locator('.entry[data-yours="false"]').wait_for()
        before = entries.count()
        page.locator('.entry[data-yours="false"] [data-action="pass"]').click()
        entries.nth(before).wait_for()  # a click while the entry is being sent is lost
    page.locator('.hand-card.playable[data-card="JS"]').click(position=EDGE)
    other = page.locator('.entry[data-yours="false"]')
    other.wait_for()
    assert other.locator('[data-pick="9S"]').count() == 0, "that card is in the own hand"
    for width, height in ((390, 664), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".trick-card").count() == 1
        assert_names_clear(page)
    before = page.locator(".entries li").count()
    page.locator('[data-action="undo-entry"]').click()
    page.locator('.entry[data-yours="true"]').wait_for()
    assert page.locator(".entries li").count() == before - 1


@pytest.mark.parametrize("game", ["codepiece", "dubito", "ohhell", "qwixx"])
def test_advisor_of_the_other_games(
    game: str, shared_server: Server, opened: Opened, shot: Shot
) -> None:
    page = opened.page(f"{shared_server.url}/#/advisor")
    page.locator('[data-choice="game"]').select_option(game)
    form = page.locator(f".game-{game} .entry")
    form.wait_for()
    if game == "qwixx":
        page.locator('.entry [data-die="0"]').select_option("3")
        page.locator('.entry [data-action="enter"]').click()
    else:
        picks = form.locator(".picker").first.locator(".picker-card")
        wanted = int(form.locator(".picker-label b").first.inner_text().split()[-1])
        for place in range(wanted):
            picks.nth(place).click()
        if game == "ohhell":
            form.locator(".picker").nth(1).locator(".picker-card:not(:disabled)").last.click()
        if game != "dubito":
            page.locator('[data-choice="dealer"]').select_option("3")
        page.locator('.entry [data-action="enter"]').click()
    page.locator('.entry[data-yours="true"]').wait_for()
    page.locator('.hint [data-action="hint"]').click()
    page.locator(".advice").wait_for(timeout=SLOW)
    shot(page, f"advisor-{game}")
    assert_accessible(page)
    page.locator(".play-table .call:not(:disabled), .cell.legal").last.click()
    page.locator(".entries li").nth(1).wait_for()


def test_a_position_at_once(shared_server: Server, opened: Opened) -> None:
    """The text of `kibitz advise --position`, in the form of the page."""
    page = opened.page(f"{shared_server.url}/#/advisor")
    page.locator('[data-choice="game"]').select_option("belote")
    page.locator(".at-once summary").click()
    field, enter = (
        page.locator('[data-field="position"]'),
        page.locator('[data-action="enter-position"]'),
    )
    assert enter.is_disabled()
    field.fill("AS KS 10S 9S JS 7D 8D 9C dealer E; 80S; pas")
    enter.click()
    page.locator(".at-once [role=alert]").get_by_text("entry 3 (pas)").wait_for()
    opened.errors.clear()  # the browser logs the refusal too
    assert page.locator(".entries li").count() == 0, "nothing is entered by halves"
    field.fill("AS KS 10S 9S JS 7D 8D 9C dealer E; 80S; pass; pass; pass")
    enter.click()
    page.locator('.entry[data-yours="true"]').wait_for()
    assert page.locator(".entries li").count() == 5
    page.locator('.hand-card.playable[data-card="JS"]').wait_for()


def test_arena(shared_server: Server, opened: Opened, shot: Shot) -> None:
    """Empty at first; then a match, its leaderboard, its games and a replay."""
    page = opened.page(f"{shared_server.url}/#/arena")
    page.get_by_text("No match has been played").wait_for()
    words = ["arena", "round-robin", "rule", "simple", "highest_card", "--game", "codepiece"]
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", *words, "-n", "4", "--store", str(shared_server.arena)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    page.reload()
    page.locator(".board tbody tr").nth(2).wait_for()
    assert page.locator(".interval").count() == 3
    shot(page, "arena")
    assert_accessible(page)
    page.locator('a[href="#/arena/1"]').click()
    page.locator('a[href="#/arena/1/0"]').wait_for()
    assert_accessible(page)
    page.locator('a[href="#/arena/1/0"]').click()
    page.get_by_label("To the end").click()
    page.locator(".play-table .trick-card").first.wait_for()
    shot(page, "arena-replay")
    assert_accessible(page)
