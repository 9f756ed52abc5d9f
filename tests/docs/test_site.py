"""The site's structure, checked without MkDocs: `make site` builds it with `--strict`."""

import importlib.util
import re
import runpy
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CONFIG = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
STAGE = runpy.run_path(str(ROOT / "tools" / "stage_docs.py"))
API = "docs/reference/api.md"  # written by tools/stage_docs.py
PLAY = "play/index.html"  # the page itself, built by `make site`


def pages(part: Any) -> list[str]:
    if isinstance(part, str):
        return [part]
    if isinstance(part, dict):
        part = list(part.values())
    return [page for inner in part for page in pages(inner)]


def test_every_page_of_the_navigation_exists_once() -> None:
    named = pages(CONFIG["nav"])
    assert len(named) == len(set(named))
    known = {page.relative_to(ROOT).as_posix() for page in STAGE["pages"]()}
    assert set(named) - {API, PLAY} <= known


def test_every_how_to_is_in_the_navigation() -> None:
    named = set(pages(CONFIG["nav"]))
    for page in (ROOT / "docs" / "how-to").glob("*.md"):
        assert page.relative_to(ROOT).as_posix() in named


def test_the_five_tutorials_and_the_other_parts() -> None:
    parts = {name: part for entry in CONFIG["nav"] for name, part in entry.items()}
    assert len(parts["Tutorials"]) == 5
    assert {"How-to", "Reference", "Explanations", "Decisions"} <= parts.keys()


def test_search_works_offline_and_nothing_comes_from_elsewhere() -> None:
    plugins = [name if isinstance(name, str) else next(iter(name)) for name in CONFIG["plugins"]]
    assert {"search", "offline", "mkdocstrings"} <= set(plugins)
    assert CONFIG["theme"]["font"] is False
    assert CONFIG["use_directory_urls"] is False
    # Without a script of this name, the plugin `offline` would load one from another site.
    (script,) = CONFIG["extra"]["polyfills"]
    assert "iframe-worker" in script
    assert (ROOT / script).is_file()


def test_the_reference_names_modules_that_exist() -> None:
    names = re.findall(r"^::: (\S+)$", STAGE["reference"](), re.MULTILINE)
    assert "kibitz" in names
    for name in names:
        assert importlib.util.find_spec(name) is not None, name


def test_links_to_files_that_are_not_pages_become_words() -> None:
    page = ROOT / "README.md"
    text = "[a](LICENSE) [b](docs/README.md) ![c](docs/images/ohhell.png) [d](benchmarks)"
    kept = "a [b](docs/README.md) ![c](docs/images/ohhell.png) [d](benchmarks/README.md)"
    assert STAGE["outside"](text, page) == kept


class Links(HTMLParser):
    """The files of the site that a page refers to, and the addresses elsewhere that it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.files: set[str] = set()
        self.loaded: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name not in ("href", "src") or not value:
                continue
            address = urlsplit(value)
            if not address.scheme and not address.netloc and address.path:
                self.files.add(unquote(address.path))
            elif tag in ("script", "img", "link") and address.scheme in ("http", "https"):
                self.loaded.add(value)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_the_site_builds_and_every_link_leads_somewhere() -> None:
    subprocess.run(["make", "site"], cwd=ROOT, check=True)
    site = ROOT / "build" / "site"
    pages_found = [file for file in site.rglob("*.html") if file.name != "404.html"]
    assert len(pages_found) > len(pages(CONFIG["nav"]))
    missing = []
    for page in pages_found:
        links = Links()
        links.feed(page.read_text("utf-8"))
        assert not links.loaded, f"{page} loads {links.loaded}"
        missing += [(page, file) for file in links.files if not (page.parent / file).exists()]
    assert not missing
    assert (site / "search" / "search_index.json").is_file()
    assert (site / PLAY).is_file()
