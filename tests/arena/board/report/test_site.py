"""The report as a whole: complete, closed in itself, safe against what bots are called."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kibitz import games
from kibitz.arena.board.report import plots, site
from kibitz.arena.errors import NothingPlayed
from kibitz.arena.plan import plan as plans
from kibitz.arena.plan.entry import enter
from kibitz.arena.run import run
from kibitz.arena.store import Store, open_store
from kibitz.arena.store.import_csv import read

HOSTILE = '<script>alert("x")</script>'


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Something of everything: a round-robin, a field, a solo game, an import with a bad name."""
    folder = tmp_path_factory.mktemp("report")
    kept = open_store(folder / "arena.db")
    qwixx = enter("qwixx", ["ga", "marker", "random"])
    run.run(plans.round_robin(games.game("qwixx"), qwixx, 8, 1), kept, workers=1)
    run.run(plans.solo(games.game("qwixx", players=1), qwixx, 5, 1), kept, workers=1)
    dubito = enter("dubito", ["honest", "claude", "random", "tracker"])
    run.run(plans.drawn("dubito", {}, dubito, [3, 4], 12, 1, rotate=True), kept, workers=1)
    ohhell = enter("ohhell", ["smart", "random"])
    rules = games.game("ohhell", players=3, schedule=(3, 2))
    run.run(plans.two(rules, ohhell, 4, 1), kept, workers=1)
    file = folder / "matches.csv"
    name = HOSTILE.replace('"', '""')
    file.write_text(f'bot_a,bot_b,score_a,score_b\n"{name}",b,2000,10\n"{name}",b,10,2000\n')
    found = read(file)
    kept.add(kept.begin(found.match).id, found.results)
    return kept


@pytest.fixture(scope="module")
def written(store: Store, tmp_path_factory: pytest.TempPathFactory) -> site.Written:
    return site.write(store, tmp_path_factory.mktemp("site"))


class Links(HTMLParser):
    """All addresses of a page, and whether its elements are closed."""

    VOID = ("meta", "br", "input", "link", "img")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [given[k] or "" for k in ("href", "src") if k in given]
        self.ids += [given["id"] or ""] if "id" in given else []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def pages(written: site.Written) -> list[Path]:
    return [path for path in written.files if path.suffix == ".html"]


def test_every_link_is_there_and_none_leads_outside(written: site.Written) -> None:
    assert len(pages(written)) == 6
    for path in pages(written):
        parser = Links()
        parser.feed(path.read_text(encoding="utf-8"))
        assert not parser.open, path
        for link in parser.found:
            assert not re.match(r"[a-z]+:|//", link), f"{path}: {link}"
            name, _, anchor = link.partition("#")
            assert not name or (path.parent / name).is_file(), f"{path}: {link}"
            assert not anchor or anchor in parser.ids, f"{path}: {link}"
        assert len(set(parser.ids)) == len(parser.ids)


def test_a_name_is_only_a_name(written: site.Written) -> None:
    page = (written.index.parent / "belote-match-true.html").read_text(encoding="utf-8")
    assert HOSTILE not in page
    assert "&lt;script&gt;alert" in page


def test_replays_are_scripts_with_all_steps(written: site.Written) -> None:
    scripts = [path for path in written.files if path.parent.name == "replays"]
    assert {path.name.split("-")[0] for path in scripts} == {"qwixx", "dubito", "ohhell"}
    for path in scripts:
        found = re.fullmatch(r'kibitzReplay\("([^"]+)",(.*)\);\n', path.read_text(), re.DOTALL)
        assert found is not None
        assert found[1] == path.stem
        replay = json.loads(found[2].replace("<\\/", "</"))
        assert replay["steps"]
        assert all(line < len(replay["lines"]) for _, lines in replay["steps"] for line in lines)
        buttons = [
            page for page in pages(written) if f'data-replay="{path.stem}"' in page.read_text()
        ]
        assert len(buttons) == 1


def test_the_tables_are_the_same_in_both_formats(written: site.Written) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name, least in (("leaderboard", 14), ("matrix", 20), ("curve", 10), ("style", 40)):
        folder = written.index.parent / "data"
        with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        table = parquet.read_table(folder / f"{name}.parquet").to_pylist()
        assert len(rows) == len(table) >= least, name
        assert list(rows[0]) == list(table[0])
        for row, other in zip(rows, table, strict=True):
            for key, value in other.items():
                assert row[key] == ("" if value is None else str(value)), (name, key)


def test_plots_have_both_forms_and_replay(store: Store, written: site.Written) -> None:
    if not plots.available():
        assert written.missing
        return
    drawn = [path for path in written.files if path.parent.name == "plots"]
    assert {path.suffix for path in drawn} == {".png", ".svg"}
    assert {"qwixx-ratings.png", "qwixx-matrix.svg", "dubito-curve.svg", "qwixx-time.png"} <= {
        path.name for path in drawn
    }
    for path in drawn:
        begin = path.read_bytes()[:5]
        assert begin == (b"\x89PNG\r" if path.suffix == ".png" else b"<?xml")


def test_only_the_games_that_were_asked_for(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "available", lambda: False)
    found = site.write(store, tmp_path, ["dubito"], sampled=3)
    assert found.boards == 1
    assert (tmp_path / "dubito.html").is_file()
    assert not (tmp_path / "qwixx.html").exists()


def test_without_extras_it_says_what_is_missing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "available", lambda: False)
    monkeypatch.setattr("kibitz.arena.board.report.data_tables._parquet", lambda: None)
    found = site.write(store, tmp_path, ["ohhell"], sampled=3)
    assert len(found.missing) == 2
    assert {path.suffix for path in found.files} == {".html", ".csv", ".js"}


def test_games_by_older_rules_count_but_do_not_replay(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "available", lambda: False)
    monkeypatch.setattr(games.find("qwixx"), "version", 99)
    found = site.write(store, tmp_path, ["qwixx"])
    assert found.boards == 2
    assert not [path for path in found.files if path.suffix == ".js"]


def test_an_empty_store(tmp_path: Path) -> None:
    with (
        open_store(tmp_path / "empty.db") as kept,
        pytest.raises(NothingPlayed, match="kibitz arena h2h"),
    ):
        site.write(kept, tmp_path / "site")
    assert not (tmp_path / "site").exists()
