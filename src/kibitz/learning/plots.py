"""The strength of a run over its training, from eval.csv: three metrics by three opponents.

Rows are score, win rate and (where deals have bids) bid accuracy. Columns are the last three bots
of the evaluations, the strongest ones; snapshots change from one evaluation to the next, so they
are drawn only if there is nothing else. There is a line per player count and a thick one for all of
them. `series` returns the same as numbers, snapshots included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadOption, MissingExtra
from kibitz.core.extras import install
from kibitz.core.files import BadFile
from kibitz.learning.errors import BadRun
from kibitz.learning.naming import step_of

FIGURES = (("score", "score"), ("win_rate", "win rate"), ("bid_accuracy", "bid accuracy"))
COLUMNS = 3
SUFFIXES = (".svg", ".png")
ALL = "all"

Series = dict[str, dict[str, dict[str, list[tuple[int, float]]]]]


def series(rows: Sequence[Mapping[str, str]]) -> Series:
    """Map opponent -> metric -> player count (and "all") -> [(step, value)], for greedy play.

    If a step was evaluated more than once, the last evaluation counts.
    """
    cells: dict[tuple[str, str], dict[str, dict[int, float]]] = {}  # (opponent, metric) -> ...
    for row in rows:
        for name, _ in FIGURES:
            if row["greedy"] == "True" and row[name] != "":
                lines = cells.setdefault((row["opponent"], name), {})
                lines.setdefault(row["players"], {})[int(row["step"])] = float(row[name])
    found: Series = {}
    for (opponent, name), lines in cells.items():
        drawn = {players: sorted(points.items()) for players, points in lines.items()}
        steps = sorted({step for points in lines.values() for step in points})
        here = ([points[step] for points in lines.values() if step in points] for step in steps)
        drawn[ALL] = [(s, sum(v) / len(v)) for s, v in zip(steps, here, strict=True)]
        found.setdefault(opponent, {})[name] = drawn
    return found


def draw(rows: Sequence[Mapping[str, str]], file: Path, title: str) -> None:
    """Save the plot as SVG or PNG, depending on the file's suffix; needs matplotlib."""
    if file.suffix.lower() not in SUFFIXES:
        raise BadOption(f"a plot's file ends with {' or '.join(SUFFIXES)}, which {file} does not")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(f"plots need matplotlib: {install('report')}") from None
    found = series(rows)
    if not found:
        raise BadRun("there is no evaluation to plot yet")
    opponents = columns(found)
    shown = [pair for pair in FIGURES if any(pair[0] in found[one] for one in opponents)]
    with mpl.rc_context({"svg.hashsalt": "kibitz"}):
        size = (4 * len(opponents), 3 * len(shown))
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots(len(shown), len(opponents), squeeze=False)
        for i, (name, label) in enumerate(shown):
            for j, opponent in enumerate(opponents):
                _panel(axes[i][j], found[opponent].get(name, {}))
                axes[i][j].set_title(f"{label} vs {opponent}", fontsize=9)
        figure.suptitle(title)
        try:
            figure.savefig(file)
        except OSError as error:
            raise BadFile(f"cannot write {file}: {error.strerror}") from None


def columns(found: Series) -> list[str]:
    """Return the opponents to draw."""
    bots = [one for one in found if step_of(Path(one)) == 0]
    return (bots or list(found))[-COLUMNS:]


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
