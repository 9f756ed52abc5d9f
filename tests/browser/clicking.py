"""Plays games by clicking on what the page offers, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOVES_MAX = 600
EDGE: Any = {"x": 8, "y": 20}  # of a card in a fan: the rest may lie under the next one

# What the page shows, for a test that waits: whose move, after how many, in which game.
STATE = """() => {
    const table = document.querySelector(".play-table");
    return table && {mine: table.dataset.mine === "true", ply: Number(table.dataset.ply),
                     status: table.dataset.status, game: Number(table.dataset.gameNumber),
                     stage: table.dataset.stage ?? null};
}"""
READY = """() => {
    const table = document.querySelector(".play-table");
    const offered = ".call:not(:disabled), .hand-card.playable, .cell.legal";
    return table && (table.dataset.status === "over" || table.dataset.stage ||
        (table.dataset.mine === "true" && table.querySelector(offered) !== null));
}"""


def state(page: Page) -> dict[str, Any]:
    found: dict[str, Any] | None = page.evaluate(STATE)
    assert found is not None, "no table is shown"
    return found


def open_advanced(page: Page) -> None:
    """Unfold the lobby's form."""
    page.locator('[data-action="advanced"]').wait_for()
    page.evaluate("() => (document.querySelector('details.advanced').open = true)")


def create(
    page: Page,
    game: str,
    *,
    bot: str | None = None,
    seats: dict[int, str] | None = None,
    options: dict[str, str | bool] | None = None,
    open_cards: bool = False,
    only_bots: bool = False,
) -> None:
    """Fill in the lobby's form and deal."""
    open_advanced(page)
    page.locator(f'.pick:has(input[value="{game}"])').click()  # waits until nothing moves
    page.locator(f'.pick input[value="{game}"]:checked').wait_for(state="attached")
    for name, value in (options or {}).items():
        field = page.locator(f'[data-option="{name}"]')
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    if open_cards:
        page.locator('[data-choice="open-cards"]').check()
    if only_bots:
        page.locator('[data-action="only-bots"]').click()
    if bot is not None:
        page.locator('[data-choice="all-bots"]').select_option(bot)
    for seat, who in (seats or {}).items():
        page.locator(f'[data-seat-choice="{seat}"]').select_option(who)
    page.locator('[data-action="create"]').click()


def wait_turn(page: Page) -> dict[str, Any]:
    """Wait until something can be clicked, or the game is over; continue after a finished deal."""
    while True:
        page.wait_for_function(READY, timeout=60_000)
        now = state(page)
        if now["stage"] is None or now["status"] == "over":
            return now
        go_on(page)


def go_on(page: Page) -> None:
    """From the last trick of a deal to its sum, and from there to the next deal."""
    page.evaluate(
        """() => {
            const table = document.querySelector(".play-table");
            if (table?.dataset.stage === "trick") table.click();
            else document.querySelector('[data-action="next-deal"]')?.click();
        }"""
    )


def move(page: Page, turn: int = 0) -> None:
    """One click, or the clicks of one move. `turn` varies what is chosen."""
    calls = page.locator(".call:not(:disabled)")
    declare = page.locator('.call[data-action^="declare"]:not(:disabled)')
    doubt = page.locator('.call[data-action="doubt"]:not(:disabled)')
    cards = page.locator(".hand-card.playable")
    cells = page.locator(".cell.legal")
    if declare.count():
        declare.nth(turn % declare.count()).click()
    elif doubt.count() and turn % 3 == 2:
        doubt.click()
    elif page.locator('.call[data-action="lay"]').count():
        for place in range(min(cards.count(), 1 + turn % 3)):
            cards.nth(place).click(position=EDGE)
        page.locator('.call[data-action="lay"]:not(:disabled)').click()
    elif cells.count():
        cells.first.click()
    elif cards.count():
        cards.nth(turn % cards.count()).click(position=EDGE)
    else:
        bids = page.locator(".call[data-action]:not(:disabled)")
        assert calls.count() > 0
        bids.nth(0 if turn == 0 else bids.count() - 1).click()


def wait_after(page: Page, before: dict[str, Any]) -> None:
    """Wait until the move is on the table."""
    page.wait_for_function(
        """([game, ply]) => {
            const table = document.querySelector(".play-table");
            return table && (table.dataset.status === "over" || Number(table.dataset.ply) !== ply ||
                Number(table.dataset.gameNumber) !== game);
        }""",
        arg=[before["game"], before["ply"]],
        timeout=60_000,
    )


def play_on(page: Page, moves_max: int = MOVES_MAX) -> int:
    """Click until the game is over, or so many moves were made; return how many."""
    for made in range(moves_max):
        now = wait_turn(page)
        if now["status"] == "over":
            return made
        move(page, made)
        wait_after(page, now)
    return moves_max
