"""Take the screenshots of the README and the training room's guide from the real page.

    python tools/screenshots.py [--output docs/images]

Starts `kibitz serve` on a free port with an empty store, plays a few moves of Oh Hell and Belote in
Chromium by clicking, asks for a hint and saves one picture of each table, reduced to 256 colours.
Then it trains a tiny network for some seconds and takes a picture of the training room.
Needs a built page (`make page`), the extra `dev`, and a Chromium on PATH or in KIBITZ_CHROMIUM. The
deals are random, so the cards differ from run to run.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.clicking import create  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Page

OUTPUT = ROOT / "docs" / "images"
BYTES_MAX = 150_000  # of one picture, so that the repository stays small
READY = re.compile(r"Kibitz is running at (http://\S+?)/[; ]")
SETTINGS = 'localStorage.setItem("kibitz.settings", JSON.stringify({speed: "off", name: "Ada"}))'
CHROMIUM = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"]
WIDTH, HEIGHT = 1200, 760
CARDS_MIN = 3  # playable cards in the picture: a hint about one card shows nothing
MOVES_MAX = 8  # then another deal is tried
DEALS_MAX = 10
CARD_EDGE: Any = {"x": 8, "y": 20}  # the rest of a card may lie under the next one

# True when the page offers a move, or the game is over.
MY_TURN = """() => {
    const table = document.querySelector(".play-table");
    const offered = ".call:not(:disabled), .hand-card.playable";
    return table && (table.dataset.status === "over" ||
        (table.dataset.mine === "true" && table.querySelector(offered) !== null));
}"""
MOVED = """ply => Number(document.querySelector(".play-table").dataset.ply) !== ply"""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The address of a server of our own, stopped at the end."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kibitz", "serve", "--no-open", "--port", "0"]
        command += ["--workers", "1", "--store", str(Path(folder) / "tables.db")]
        command += ["--runs", str(Path(folder) / "runs")]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # so that its workers end with it
            env=os.environ | {"PYTHONUNBUFFERED": "1", "KIBITZ_HOME": folder},
        )
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if found := READY.search(line):
                    yield found.group(1)
                    return
            raise SystemExit(f"{' '.join(command)} ended before it was ready")
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            process.stdout.close()


def move(page: Page, call: str) -> None:
    """Play the first legal card, or make the named call, or the first call there is."""
    ply = int(page.locator(".play-table").get_attribute("data-ply") or 0)
    cards = page.locator(".hand-card.playable")
    wanted = page.locator(f'.call[data-action="{call}"]:not(:disabled)')
    if cards.count():
        cards.first.click(position=CARD_EDGE)
    elif wanted.count():
        wanted.first.click()
    else:
        page.locator(".call[data-action]:not(:disabled)").first.click()
    page.wait_for_function(MOVED, arg=ply, timeout=60_000)
    page.wait_for_function(MY_TURN, timeout=60_000)


def play(page: Page, moves: int, call: str) -> bool:
    """Make at least `moves` moves; return whether several cards can then be played."""
    page.wait_for_function(MY_TURN, timeout=60_000)
    for made in range(MOVES_MAX):
        if page.locator(".play-table").get_attribute("data-status") == "over":
            return False
        if made >= moves and page.locator(".hand-card.playable").count() >= CARDS_MIN:
            return True
        move(page, call)
    return False


def hint(page: Page, bot: str) -> None:
    """Ask a bot what to play, and wait for its answer."""
    page.get_by_label("Bot to ask").select_option(bot)
    page.locator('[data-action="hint"]').click()
    page.locator(".advice").wait_for(timeout=60_000)


def train(page: Page) -> None:
    """Start a run of seconds through the page's own routes, and look at it when it has ended."""
    values = {
        "players": "3,4", "player_weights": "1,1", "hand_sizes": "2,3,4", "trunk": "64",
        "num_envs": "64", "imitate_steps": "40000", "imitate_chunk": "2000", "steps": "100000",
        "rollout": "2000", "batch": "512", "eval_games": "20", "self_play_start": "0",
        "snapshot_interval": "20000", "self_play": "0.3",
    }  # fmt: skip
    asked = {"game": "ohhell", "name": "first", "values": values}
    page.request.post("/api/training/runs", data=asked)
    page.goto(page.url.partition("#")[0] + "#/training/live/first")
    page.locator('.run-bar[data-state="finished"]').wait_for(timeout=600_000)


def save(page: Page, path: Path) -> None:
    """Save what the window shows as a small PNG."""
    from PIL import Image

    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shot.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    size = path.stat().st_size
    print(f"{path}: {size:,} bytes")
    if size > BYTES_MAX:
        raise SystemExit(f"{path} is larger than {BYTES_MAX:,} bytes: make the window smaller")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder of the pictures")
    parser.add_argument("--only-training", action="store_true", help="leave the tables out")
    given = parser.parse_args()
    folder: Path = given.output
    folder.mkdir(parents=True, exist_ok=True)

    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("KIBITZ_CHROMIUM") or shutil.which("chromium")
    with server() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=CHROMIUM)
        for game, bot, adviser, moves, call, scheme in (
            ("ohhell", "smart", "ismcts_normal", 4, "bid 2", "light"),
            ("belote", "rule", "pimc_fast", 2, "pass", "dark"),
        )[: 0 if given.only_training else None]:
            context = browser.new_context(
                viewport={"width": WIDTH, "height": HEIGHT},
                color_scheme="dark" if scheme == "dark" else "light",
                locale="en-GB",
            )
            context.add_init_script(SETTINGS)
            page = context.new_page()
            for _ in range(DEALS_MAX):
                page.goto(url)
                create(page, game, bot=bot)
                if play(page, moves, call):
                    break
            else:
                raise SystemExit(f"no deal of {game} made a picture; try again")
            hint(page, adviser)
            save(page, folder / f"{game}.png")
            context.close()
        context = browser.new_context(
            viewport={"width": WIDTH, "height": 1000}, locale="en-GB", base_url=url
        )
        context.add_init_script(SETTINGS)
        page = context.new_page()
        page.goto(url)
        train(page)
        save(page, folder / "training.png")
        context.close()
        browser.close()


if __name__ == "__main__":
    main()
