"""The strength of a run over its training, from eval.csv: three metrics by three opponents.

Rows are score, win rate and bid accuracy, columns are opponents; there is a line per player count
and a thick one for all of them. `series` returns the same as numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.core.errors import MissingExtra
from kibitz.core.extras import install
from kibitz.learning.errors import BadRun

FIGURES = (("score", "score"), ("win_rate", "win rate"), ("bid_accuracy", "bid accuracy"))
COLUMNS = 3
ALL = "all"

Series = dict[str, dict[str, dict[str, list[tuple[int, float]]]]]


def series(rows: Sequence[Mapping[str, str]]) -> Series:
    """Map opponent -> metric -> player count (and "all") -> [(step, value)], for greedy play."""
    found: Series = {}
    sums: dict[tuple[str, str, int], list[float]] = {}
    for row in rows:
        if row["greedy"] != "True":
            continue
        step = int(row["step"])
        for figure, _ in FIGURES:
            if row[figure] == "":
                continue
            value = float(row[figure])
            lines = found.setdefault(row["opponent"], {}).setdefault(figure, {})
            lines.setdefault(row["players"], []).append((step, value))
            sums.setdefault((row["opponent"], figure, step), []).append(value)
    for (opponent, figure, step), values in sums.items():
        point = (step, sum(values) / len(values))
        found[opponent][figure].setdefault(ALL, []).append(point)
    return found


def draw(rows: Sequence[Mapping[str, str]], file: Path, title: str) -> None:
    """Save the plot as SVG or PNG, depending on the file's suffix; needs matplotlib."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(f"plots need matplotlib: {install('report')}") from None
    found = series(rows)
    if not found:
        raise BadRun("there is no evaluation to plot yet")
    opponents = list(found)[-COLUMNS:]
    with mpl.rc_context({"svg.hashsalt": "kibitz"}):
        figure = Figure(figsize=(4 * len(opponents), 9), layout="constrained")
        axes = figure.subplots(len(FIGURES), len(opponents), squeeze=False)
        for i, (name, label) in enumerate(FIGURES):
            for j, opponent in enumerate(opponents):
                _panel(axes[i][j], found[opponent].get(name, {}))
                axes[i][j].set_title(f"{label} vs {opponent}", fontsize=9)
        figure.suptitle(title)
        figure.savefig(file)


def _panel(axis: Any, lines: Mapping[str, list[tuple[int, float]]]) -> None:
    for players, points in sorted(lines.items()):
        x, y = zip(*sorted(points), strict=True)
        width = 2.5 if players == ALL else 1.0
        axis.plot(
            x,
            y,
            marker=".",
            linewidth=width,
            label=players if players == ALL else f"{players} players",
        )
    if lines:
        axis.legend(fontsize=7)
    axis.set_xlabel("steps", fontsize=8)
    axis.tick_params(labelsize=7)
