"""Gather the pages of the documentation site: python tools/stage_docs.py

Pages live where they are read in the repository: docs/, the root, and beside the games that they
describe. MkDocs wants one folder, so they are copied into build/pages with the same tree, which
keeps every relative link true. The API reference
names the public modules, for mkdocstrings to fill.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "build" / "pages"
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#:]+)(#[^)\s]*)?\)")
# What a user imports, in the order of the reference; the text below each comes from its docstrings.
MODULES = (
    "kibitz",
    "kibitz.core.game",
    "kibitz.core.state",
    "kibitz.core.view",
    "kibitz.bots.bot",
    "kibitz.envs.vector",
    "kibitz.envs.gymnasium",
    "kibitz.envs.pettingzoo",
    "kibitz.search.ismcts",
    "kibitz.search.rollout",
    "kibitz.search.pimc",
    "kibitz.search.double_dummy",
    "kibitz.arena.match",
    "kibitz.advice.hint",
    "kibitz.advice.review",
    "kibitz.nets.net",
    "kibitz.errors",
)


def pages() -> list[Path]:
    """Return every page of the site, by its place in the repository."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    found += [*(ROOT / "src").rglob("README.md"), *(ROOT / "benchmarks").rglob("*.md")]
    return sorted(found + list((ROOT / "examples").glob("*/README.md")))


def outside(text: str, page: Path) -> str:
    """Keep the words of links to files that are not pages, such as code, without the link."""
    known = set(pages()) | {file.resolve() for file in (ROOT / "docs" / "images").iterdir()}

    def place(link: re.Match[str]) -> str:
        target = (page.parent / link[2]).resolve()
        if target in known or not target.is_relative_to(ROOT):
            return link[0]
        if (target / "README.md") in known:
            return f"[{link[1]}]({link[2].rstrip('/')}/README.md{link[3] or ''})"
        return link[1]

    return LINK.sub(place, text)


def reference() -> str:
    head = "# API reference\n\nFrom the docstrings of what a bot author or a researcher imports.\n"
    return "\n".join([head, *(f"## `{name}`\n\n::: {name}\n" for name in MODULES)])


def main() -> int:
    shutil.rmtree(OUTPUT, ignore_errors=True)
    for page in pages():
        target = OUTPUT / page.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(outside(page.read_text("utf-8"), page), "utf-8")
    for folder in ("images", "javascripts"):
        shutil.copytree(ROOT / "docs" / folder, OUTPUT / "docs" / folder)
    (OUTPUT / "docs" / "reference" / "api.md").write_text(reference(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
