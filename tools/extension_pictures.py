"""Take the pictures of the extension's guide, from the packed extension at the stand-in table.

    python tools/extension_pictures.py [--output docs/images]

Starts `kibitz serve --extension` on a free port, loads the extension that `make extension` built
into Chromium, plays a round at the stand-in page and saves the overlay, its settings and the popup.
The deals have a seed, so the pictures change only when the extension does.
"""

from __future__ import annotations

import argparse
import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import chromium, with_extension  # noqa: E402
from tests.browser.server import Server  # noqa: E402
from tests.browser.trickster import Table, route  # noqa: E402

from kibitz.server.extension import ORIGIN  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

OUTPUT = ROOT / "docs" / "images"
BUILT = ROOT / "build" / "extension"
SEED = 11
MOVES = 3  # the bid and two cards: then there is something to choose


def save(page: Page, path: Path, clip: Any = None) -> None:
    """Save what the window shows, or a part of it, as a small PNG."""
    from PIL import Image

    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    shot = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")
    shot.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")


def settings(context: BrowserContext, values: dict[str, Any]) -> None:
    context.service_workers[0].evaluate(
        "values => chrome.storage.local.set({ settings: values })", values
    )


def advice(page: Page) -> int:
    shown = page.locator("kibitz-overlay [data-action-id]")
    shown.wait_for(timeout=60_000)
    return int(shown.get_attribute("data-action-id") or "")


def take(context: BrowserContext, server: Server, folder: Path) -> None:
    chosen_settings: dict[str, Any] = {"server": server.url, "token": server.token, "worlds": 200}
    if not context.service_workers:
        context.wait_for_event("serviceworker")
    settings(context, chosen_settings)
    page = context.new_page()
    table = Table(page, SEED, chairs=(0, 2, 3, 5), me=1)
    table.begin()
    table.others()
    advice(page)
    page.locator("kibitz-overlay [data-action=gear]").click()
    save(page, folder / "extension-settings.png")
    page.locator("kibitz-overlay [data-action=gear]").click()
    for _ in range(MOVES):
        table.act(advice(page))
        table.others()
    advice(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        save(page, folder / f"extension-{scheme}.png")
    popup = context.new_page()
    popup.goto(f"{ORIGIN}/popup.html")
    popup.get_by_text("Connected to Kibitz").wait_for()
    box = popup.locator("body").bounding_box()
    save(popup, folder / "extension-popup.png", clip=box)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder of the pictures")
    folder: Path = parser.parse_args().output.resolve()
    if not (BUILT / "manifest.json").is_file():
        raise SystemExit("the extension is not built: make extension")
    from playwright.sync_api import sync_playwright

    work = Path(tempfile.mkdtemp())
    server = Server(work, extension=True)
    server.start()
    try:
        with sync_playwright() as driver:
            context = driver.chromium.launch_persistent_context(
                work / "profile",
                executable_path=chromium(),
                headless=False,
                args=with_extension(BUILT),
                viewport={"width": 900, "height": 640},
                locale="en-GB",
            )
            route(context)
            take(context, server, folder)
            context.close()
    finally:
        server.kill()
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
