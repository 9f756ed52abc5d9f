"""No page leads nowhere, and every page can be found from the README."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "src", "benchmarks")
PAGES = [*ROOT.glob("*.md"), *(page for f in FOLDERS for page in (ROOT / f).rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def text_of(page: Path) -> str:
    return FENCED.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, as they are made from their words."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.strip().replace(" ", "-") for heading in plain}


def links(page: Path) -> list[tuple[Path, str]]:
    """(file, anchor) of every link that stays in the repository."""
    found = [link.partition("#") for link in LINK.findall(text_of(page)) if "://" not in link]
    return [((page.parent / path).resolve() if path else page, mark) for path, _, mark in found]


@pytest.mark.parametrize("page", sorted(PAGES), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for file, mark in links(page):
        assert file.exists(), f"{page}: {file} is not there"
        assert not mark or mark in anchors(file), f"{page}: {file} has no heading #{mark}"


def test_every_page_can_be_found_from_the_readme() -> None:
    seen: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        seen.add(page)
        ahead += [file for file, _ in links(page) if file.suffix == ".md" and file not in seen]
    lost = [page for page in PAGES if (ROOT / "docs") in page.parents and page not in seen]
    assert not lost
