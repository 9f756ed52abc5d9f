"""The charts of a report as PNG and SVG files, for papers and slides; needs matplotlib."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kibitz.arena.board.report.board_page import Shown
from kibitz.core.files import named

FORMATS = ("png", "svg")
DPI = 160
INCHES = (8.0, 5.0)
PLAIN_COLOURS = 10  # in matplotlib's default palette; more curves use a larger one


def available() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def write(shown: Shown, folder: Path) -> list[Path]:
    """Write all plots that a board has data for."""
    written = []
    for name, draw in PLOTS.items():
        figure = _figure()
        if draw(shown, figure):
            for ending in FORMATS:
                path = folder / f"{shown.slug}-{name}.{ending}"
                # No date and no random ids: the same figures give the same file.
                about = {"Date": None} if ending == "svg" else {}
                with named(path, "write"):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    figure.savefig(path, dpi=DPI, metadata=about)
                written.append(path)
    return written


def _figure() -> Any:
    """Return a figure independent of matplotlib's windows and global state."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "kibitz"
    return Figure(figsize=INCHES, layout="constrained")


def _ratings(shown: Shown, figure: Any) -> bool:
    rows = [row for row in reversed(shown.rows) if row.rated is not None]
    if not rows:
        return False
    axes = figure.subplots()
    for place, row in enumerate(rows):
        assert row.rated is not None
        found = row.rated.rating
        axes.plot([found.low, found.high], [place, place], color="C0", alpha=0.5, linewidth=3)
        axes.plot(found.value, place, "o", color="C0")
    axes.set_yticks(range(len(rows)), [row.label for row in rows])
    axes.set_xlabel("Elo, with 95 % intervals")
    axes.set_title(shown.name)
    axes.grid(axis="x", alpha=0.3)
    return True


def _matrix(shown: Shown, figure: Any) -> bool:
    labels = [row.label for row in shown.rated]
    if len(labels) < 2:
        return False
    nothing = float("nan")
    meetings = shown.board.meetings
    scores = [
        [100 * meetings[a, b].score.value if (a, b) in meetings else nothing for b in labels]
        for a in labels
    ]
    axes = figure.subplots()
    image = axes.imshow(scores, cmap="RdBu", vmin=0, vmax=100)
    axes.set_xticks(range(len(labels)), labels, rotation=90)
    axes.set_yticks(range(len(labels)), labels)
    if len(labels) <= 16:
        for i, line in enumerate(scores):
            for j, score in enumerate(line):
                if score == score:
                    axes.text(j, i, f"{score:.0f}", ha="center", va="center", fontsize=7)
    figure.colorbar(image, label="per cent of points against the column")
    axes.set_title(shown.name)
    return True


def _curve(shown: Shown, figure: Any) -> bool:
    if len(shown.curve) < 2:
        return False
    import matplotlib as mpl
    from matplotlib import ticker

    axes = figure.subplots()
    if len(shown.rated) > PLAIN_COLOURS:
        axes.set_prop_cycle("color", mpl.colormaps["tab20"](range(20)))
    units = [units for units, _ in shown.curve]
    for row in shown.rated:
        if row.label not in shown.curve[-1][1].labels:
            continue
        found = [ratings.rating(row.label) for _, ratings in shown.curve]
        (line,) = axes.plot(units, [e.value for e in found], label=row.label)
        ends = [e.low for e in found], [e.high for e in found]
        axes.fill_between(units, *ends, color=line.get_color(), alpha=0.1, linewidth=0)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(ticker.StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_minor_formatter(ticker.NullFormatter())
    axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axes.set_xlabel("units played")
    axes.set_ylabel("Elo")
    axes.set_title(shown.name)
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", fontsize=8)
    values = [ratings.rating(label).value for _, ratings in shown.curve for label in ratings.labels]
    span = max(max(values) - min(values), 1.0)
    axes.set_ylim(min(values) - span / 4, max(values) + span / 4)
    return True


def _time(shown: Shown, figure: Any) -> bool:
    rows = [row for row in shown.rated if row.milliseconds is not None]
    if len(rows) < 2:
        return False
    axes = figure.subplots()
    for row in rows:
        assert row.rated is not None
        found = row.rated.rating
        error = [[found.value - found.low], [found.high - found.value]]
        axes.errorbar(row.milliseconds, found.value, yerr=error, fmt="o", color="C0")
        axes.annotate(
            row.label,
            (row.milliseconds, found.value),
            xytext=(6, 0),
            textcoords="offset points",
            fontsize=8,
            va="center",
        )
    axes.set_xscale("log")
    axes.set_xlabel("CPU milliseconds a move")
    axes.set_ylabel("Elo")
    axes.set_title(shown.name)
    axes.grid(alpha=0.3)
    return True


PLOTS: dict[str, Callable[[Shown, Any], bool]] = {
    "ratings": _ratings,
    "matrix": _matrix,
    "curve": _curve,
    "time": _time,
}
