"""Generic code names no game: what a layer knows about one is in <layer>/games/<game>."""

import ast
from pathlib import Path

import kibitz
from kibitz.core import registry

SOURCE = Path(kibitz.__file__).parent
# Whole files that are about one game, by name; everything else has to be generic.
ABOUT_ONE_GAME = (
    "advice/annonces.py",
    "advice/advisor/entries.py",  # belote is a word there: the announcement of king and queen
    "advice/advisor/entry_text.py",
    "arena/store/import_csv.py",
    "cli/evolve.py",
    "cli/qwixx.py",
    "cli/common/train_transformer.py",
    "cli/study.py",
    "cli/train.py",
    "cli/arena/experiment.py",  # an experiment without a game is of Dubito, as in its format
    "cli/arena/play.py",  # `solo` is of Qwixx
    "learning/evolve.py",
    "learning/qwixx_spread.py",
    "learning/qwixx_value.py",
    "learning/recipes/",  # <game>_<name>.py
    "nets/qwixx_",
    "players/",
)


def generic_files() -> list[Path]:
    files = []
    for file in sorted(SOURCE.rglob("*.py")):
        path = file.relative_to(SOURCE).as_posix()
        in_game = any(f"games/{game}" in path for game in registry.own_games())
        if not in_game and not path.startswith(ABOUT_ONE_GAME):
            files.append(file)
    return files


def offences(file: Path) -> list[str]:
    games = set(registry.own_games())
    found = []
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names]
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else names
            found += [f"{file}:{node.lineno}: {n}" for n in names if games & set(n.split("."))]
        if isinstance(node, ast.Constant) and node.value in games and id(node) not in docs:
            found.append(f"{file}:{node.lineno}: {node.value!r}")
    return found


def test_no_game_is_named_in_generic_code() -> None:
    files = generic_files()
    assert len(files) > 200
    assert [line for file in files for line in offences(file)] == []


def test_a_named_game_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text('from kibitz.games.belote import cards\nif name == "qwixx":\n    pass\n')
    assert len(offences(file)) == 2
