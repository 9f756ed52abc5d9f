"""The notebooks run from top to bottom, on small budgets, in a kernel of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parents[2] / "examples" / "notebooks"
SMALLER = {"SECONDS = 20": "SECONDS = 0", "ROWS = 8192": "ROWS = 1024", "deals=40": "deals=12"}


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def printed(notebook: Any) -> str:
    outputs = [one for cell in notebook.cells for one in cell.get("outputs", ())]
    return "".join(one["text"] for one in outputs if one["output_type"] == "stream")


def run(name: str, where: Path) -> str:
    notebook = read(NOTEBOOKS / name)
    for cell in notebook.cells:
        for found, smaller in SMALLER.items():
            cell.source = cell.source.replace(found, smaller)
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(where)}}
    ).execute()
    return printed(notebook)


def test_a_bot_in_ten_minutes(tmp_path: Path) -> None:
    text = run("bot.ipynb", tmp_path)
    share = int(text.split("Counter wins ")[1].split("%")[0])
    assert share > 25, "the better idea loses to random play"
    assert "Looker wins" in text


def test_ppo(tmp_path: Path) -> None:
    text = run("ppo.ipynb", tmp_path)
    assert "the learner's share of the win: 0." in text
    assert "#" in text


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_no_outputs_are_committed(path: Path) -> None:
    for cell in read(path).cells:
        assert not cell.get("outputs"), cell.source
        assert cell.get("execution_count") is None
