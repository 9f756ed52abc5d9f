"""Match files of other arenas: old and new ones, and what is wrong with bad ones."""

from pathlib import Path

import pytest

from kibitz.arena.errors import BadImport
from kibitz.arena.statistics.scoring import scores_of, units_of
from kibitz.arena.store import open_store
from kibitz.arena.store.import_csv import read
from kibitz.core.files import BadFile

OLD = """timestamp,bot_a,bot_b,seed,direction,score_a,score_b,deals,time_a,time_b,version
2025-01-01,smart,roro,42,0,2010,1500,14,1.5,1.5,3
2025-01-01,roro,smart,42,1,1200,2100,15,1.5,1.5,3
2025-01-01,smart,roro,43,0,1900,2050,12,1.5,1.5,3
2025-01-01,roro,smart,43,1,2000,1100,11,1.5,1.5,3
"""
NEW = """time,bot_a,bid_a,play_a,bot_b,bid_b,play_b,seed,way,score_a,score_b,deals,ms_a,ms_b,version
2025-01-01,x,nn,dmc,y,smart,is_dd,42,0,2010,1500,14,1.5,1.5,3
2025-01-01,y,smart,is_dd,x,nn,dmc,42,1,1200,2100,15,1.5,1.5,3
2025-01-02,x,other,dmc,y,smart,is_dd,43,0,2010,1500,14,1.5,1.5,3
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "matches.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_old_file(tmp_path: Path) -> None:
    found = read(write(tmp_path, OLD))
    assert len(OLD.splitlines()[0].split(",")) == 11
    assert [r.seats for r in found.results[:2]] == [
        ("smart", "roro", "smart", "roro"),
        ("roro", "smart", "roro", "smart"),
    ]
    assert [r.unit for r in found.results] == [0, 0, 1, 1]
    units = units_of(found.results, "belote", "smart", "roro")
    assert scores_of(units).tolist() == [1, 0]
    assert [unit.points for unit in units] == [705, -525]
    assert found.match.planned == 2
    assert found.match.kind == "import"


def test_a_new_file_has_how_they_bid_and_play(tmp_path: Path) -> None:
    found = read(write(tmp_path, NEW))
    assert len(NEW.splitlines()[0].split(",")) == 15
    content = {e.label: (e.content["bid"], e.content["play"]) for e in found.match.entrants}
    assert content == {"x": ("nn", "dmc"), "y": ("smart", "is_dd"), "x#2": ("other", "dmc")}
    assert len({e.hash for e in found.match.entrants}) == 3


def test_an_old_row_in_a_new_file(tmp_path: Path) -> None:
    text = NEW + OLD.splitlines()[1] + "\n"
    last = read(write(tmp_path, text)).results[-1]
    assert last.seats == ("smart", "roro", "smart", "roro")
    assert last.returns == (2010, 1500, 2010, 1500)


def test_old_and_new_rows_are_about_one_bot(tmp_path: Path) -> None:
    """Labels came later: without them a name still means the bot of that name."""
    old = "2025-01-01,x,y,44,0,2010,1500,14,1.5,1.5,3\n"
    mixed = read(write(tmp_path, NEW + old))
    assert [e.label for e in mixed.match.entrants] == ["x", "y", "x#2"]
    assert mixed.results[-1].seats == ("x", "y", "x", "y")
    alone = read(write(tmp_path, OLD.splitlines()[0] + "\n" + old))
    assert {e.hash for e in alone.match.entrants} < {e.hash for e in mixed.match.entrants}


def test_the_seed_of_a_run_pairs_nothing(tmp_path: Path) -> None:
    """Rows that all have the seed of their run were played with different cards."""
    same = OLD.replace(",43,", ",42,")
    assert [r.unit for r in read(write(tmp_path, same)).results] == [0, 1, 2, 3]
    one_way = "bot_a,bot_b,seed,score_a,score_b\nx,y,7,2000,100\nx,y,7,100,2000\n"
    assert [r.unit for r in read(write(tmp_path, one_way)).results] == [0, 1]
    dealt = one_way.replace("seed", "deal")
    assert [r.unit for r in read(write(tmp_path, dealt)).results] == [0, 0]


def test_a_series_keeps_its_margin(tmp_path: Path) -> None:
    head = "bot_a,bot_b,seed,wins_a,wins_b,avg_margin\n"
    found = read(write(tmp_path, head + "x,y,42,3,1,210.5\ny,x,42,2,2,-30\n"))
    assert [r.unit for r in found.results] == list(range(8))  # in no order, so nothing is paired
    margins = [r.returns[0] - r.returns[1] for r in found.results]
    assert sum(margins[:4]) / 4 == pytest.approx(210.5)
    assert sum(margins[4:]) / 4 == pytest.approx(-30)
    assert [m > 0 for m in margins] == [True] * 3 + [False] + [True] * 2 + [False] * 2


def test_series_and_winners(tmp_path: Path) -> None:
    found = read(write(tmp_path, "Bot A,Bot B,wins a,wins b,draws\nx,y,3,1,1\n"))
    assert [r.returns[0] for r in found.results] == [1, 1, 1, 0, 0.5]
    assert [r.unit for r in found.results] == [0, 1, 2, 3, 4]
    found = read(write(tmp_path, "bot_a,bot_b,winner\nx,y,a\nx,y,Y\nx,y,draw\n"))
    assert [r.returns[0] for r in found.results] == [1, 0, 0.5]
    assert [sum(r.outcome) for r in found.results] == [1, 1, 1]


@pytest.mark.parametrize("text", [OLD, NEW])
def test_a_store_takes_it_once(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    with open_store(tmp_path / "arena.db") as store:
        for _ in range(2):
            found = read(path)
            match = store.begin(found.match)
            store.add(match.id, found.results)
        (info,) = store.matches()
        assert info.finished
        kept = list(store.results(info.id))
    assert [(r.seats, r.returns, r.outcome) for r in kept] == [
        (r.seats, r.returns, r.outcome) for r in found.results
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "first line"),
        ("x,y,2000,1500\n", "first line"),
        ("bot_a,bot_b\nx,y\n", "score_a"),
        ("bot_a,bot_b,winner\n", "no matches"),
        ("bot_a,bot_b,winner\nx,y\n", "line 2 has 2 fields"),
        ("bot_a,bot_b,winner\nx,y,z\n", "line 2: the winner"),
        ("bot_a,bot_b,winner\nx,x,a\n", "itself"),
        ("game,bot_a,bot_b,winner\nqwixx,x,y,a\n", "about 'qwixx', not belote"),
        ("bot_a,bot_b,winner\n,x,a\n", "line 2: bot_a has no name"),
        ("bot_a,bot_b,score_a,score_b\nx,y,1e400,3\n", "line 2: score_a must be a number"),
        ("bot_a,bot_b,wins_a,wins_b\nx,y,1.5,3\n", "line 2: wins_a must be a count"),
        ("bot_a,bot_b,wins_a,wins_b\nx,y,99999999,3\n", "line 2: wins_a must be a count"),
        ("bot_a,bot_b,wins_a,wins_b\nx,y,0,0\n", "none with a match"),
        ("bot_a,bot_b,wins_a,wins_b,avg_margin\nx,y,3,0,-50\n", "line 2: 3 to 0 wins do not fit"),
        ('bot_a,bot_b,winner\nx,"y,a\n', "line 2"),
    ],
)
def test_a_mistake_is_reported(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(BadImport, match=says):
        read(write(tmp_path, text))


def test_no_file_and_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no file"):
        read(tmp_path / "nothing.csv")
    path = tmp_path / "binary.csv"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadImport, match="UTF-8"):
        read(path)
