"""`kibitz arena report`, `import` and `leaderboard` at the command line."""

import json
from pathlib import Path
from typing import Any

CSV = "bot_a,bot_b,score_a,score_b,seed\nx,y,2010,900,1\ny,x,1200,2000,1\n"
LIST = """
seed = 5
[[match]]
game = "qwixx"
kind = "round-robin"
bots = ["ga", "marker", "random"]
deals = 5
"""


def test_a_report_about_nothing(command: Any) -> None:
    found = command("arena", "report")
    assert found.exit_code == 2
    assert "error[bad_store]: there is no store" in found.stderr


def test_import_then_report(command: Any, tmp_path: Path) -> None:
    file, folder = tmp_path / "matches.csv", tmp_path / "site"
    file.write_text(CSV)
    for _ in range(2):
        found = command("arena", "import", str(file))
        assert found.exit_code == 0, found.output
        assert found.stdout == "match 1: 2 games in 1 unit of 2 bots\n"
    found = command("arena", "report", "-o", str(folder), "--json")
    assert found.exit_code == 0, found.output
    summary = json.loads(found.stdout)
    assert summary["index"] == str(folder / "index.html")
    assert all(Path(name).is_file() for name in summary["files"])
    found = command("arena", "report", "-o", str(folder))
    assert f"{folder / 'index.html'}: 1 leaderboard, " in found.stdout
    found = command("arena", "report", "-o", str(folder), "--game", "qwixx")
    assert found.exit_code == 2
    assert "error[nothing_played]: no game of qwixx" in found.stderr


def test_wrong_files_are_refused(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("a,b\n")
    for words, code in (
        (("import", str(file)), "bad_import"),
        (("import", str(tmp_path / "no.csv")), "bad_file"),
        (("leaderboard", "--plan", str(file)), "bad_list"),
        (("report", "--game", "chess"), "unknown_game"),
    ):
        found = command("arena", *words)
        assert found.exit_code == 2, words
        assert f"error[{code}]" in found.stderr, words


def test_the_leaderboard(command: Any, tmp_path: Path) -> None:
    plan, page = tmp_path / "list.toml", tmp_path / "board.md"
    plan.write_text(LIST)
    found = command("arena", "leaderboard", "--plan", str(plan), "-w", "1")
    assert found.exit_code == 0, found.output
    assert found.stdout.startswith("# The leaderboard of record\n")
    found = command("arena", "leaderboard", "--plan", str(plan), "-o", str(page))
    assert found.stdout == f"{page}: 1 match\n"
    assert "| `ga` | rule |" in page.read_text(encoding="utf-8")
