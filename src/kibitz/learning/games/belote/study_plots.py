"""The plots of the bidding studies; they need matplotlib (the extra `report`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.arena.statistics.estimate import Estimate
from kibitz.core.errors import MissingExtra
from kibitz.core.extras import install
from kibitz.learning.games.belote.distill import Distilled
from kibitz.learning.games.belote.rewards import RIVAL, Judged

DPI = 100


def need() -> Any:
    """Return matplotlib's Figure, or say how to get it."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(f"plots need matplotlib: {install('report')}") from None
    return Figure


def fidelity(found: Distilled, file: Path) -> None:
    """Fidelity against the number of leaves."""
    figure = need()(figsize=(6, 3.5), layout="constrained")
    axis = figure.subplots()
    leaves, own, others = zip(*found.curve, strict=True)
    axis.plot(leaves, [100 * x for x in own], marker=".", label="deals it was grown on")
    axis.plot(leaves, [100 * x for x in others], marker=".", label="other deals")
    axis.set_xscale("log", base=2)
    axis.set_xlabel("leaves of the tree")
    axis.set_ylabel("same call as the network, %")
    axis.grid(alpha=0.3)
    axis.legend()
    figure.savefig(file, dpi=DPI)


def signals(found: Sequence[Judged], judge: str, file: Path) -> None:
    """What each signal's favourite contracts promise, and what they pay."""
    figure = need()(figsize=(6.5, 3.5), layout="constrained")
    axis = figure.subplots()
    places = np.arange(len(found))
    paid = [one.paid.value for one in found]
    errors = [one.paid.error for one in found]
    axis.bar(places - 0.2, [one.promised for one in found], 0.4, label="promised by the signal")
    axis.bar(places + 0.2, paid, 0.4, yerr=errors, capsize=3, label=f"made by {judge}")
    axis.set_xticks(places, [one.signal for one in found])
    axis.axhline(0, color="grey", linewidth=0.5)
    axis.set_ylabel("points a side and deal")
    axis.legend()
    figure.savefig(file, dpi=DPI)


def bidders(found: Mapping[str, list[Estimate]], payoffs: Sequence[str], file: Path) -> None:
    """A table of bidders by payoffs, in colours."""
    figure = need()(
        figsize=(1.6 + 1.1 * len(payoffs), 1.4 + 0.45 * len(found)), layout="constrained"
    )
    axis = figure.subplots()
    values = np.array([[one.value for one in row] for row in found.values()])
    most = max(1.0, float(np.abs(values).max()))
    axis.imshow(values, cmap="RdYlGn", vmin=-most, vmax=most, aspect="auto")
    for (i, j), value in np.ndenumerate(values):
        axis.text(j, i, f"{value:+.0f}", ha="center", va="center")
    axis.set_xticks(range(len(payoffs)), payoffs)
    axis.set_yticks(range(len(found)), list(found))
    axis.set_xlabel("payoff")
    axis.set_title(f"points a deal against {RIVAL}", fontsize=10)
    figure.savefig(file, dpi=DPI)
