"""Accessibility of a page as axe judges it, in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]


def violations(page: Page) -> list[str]:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: make page")
    # Evaluated, not added as a script: the page's policy forbids foreign scripts, and it stands.
    page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("rules => axe.run(document, {runOnly: rules})", RULES)
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes'][:4]]}"
        for each in found["violations"]
    ]


def assert_accessible(page: Page) -> None:
    """Everything that is on the page now, also what is folded; the page is light afterwards."""
    page.evaluate("() => document.querySelectorAll('details').forEach(each => each.open = true)")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = violations(page)
        assert not found, f"{scheme}: {found}"
