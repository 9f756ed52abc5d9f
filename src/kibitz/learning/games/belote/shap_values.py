"""SHAP: how much each feature of a hand and an auction moves a network towards bidding.

    found = explain(table, rows=2000, seed=1)        table: distill.observe
    found.importance()                               mean absolute effect of each feature, in points
    draw(found, folder)                              summary.png and dependence.png

The quantity explained is what the network values its best bid above a pass. Boosted trees learn it
from the features (`fit` is their R^2 on deals that they were not trained on), and Shapley values of
their predictions say what each feature adds, exactly (Lundberg et al., Nature Machine Intelligence
2020). Needs the extra `study`: scikit-learn and shap.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption, MissingExtra
from kibitz.core.extras import install
from kibitz.games.belote.rules import COINCHE, PASS
from kibitz.learning.games.belote.bid_features import FEATURES
from kibitz.learning.games.belote.distill import HELD_OUT, Table

LIMIT = 600.0  # points: beyond it a network's eagerness means nothing more
SHOWN = 4  # features in the plot of dependence
ROWS_MIN = 200

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Explained:
    """Shapley values of rows of a table."""

    values: Floats  # [rows, FEATURES], in points
    features: NDArray[np.int64]
    base: float  # the mean prediction
    fit: float  # R^2 of the trees
    explanation: Any  # of the package shap, for its plots

    def importance(self) -> dict[str, float]:
        """The mean absolute effect of each feature, largest first."""
        means = np.abs(self.values).mean(axis=0)
        pairs = zip(FEATURES, means.tolist(), strict=True)
        return dict(sorted(pairs, key=lambda pair: -pair[1]))


def eagerness(table: Table) -> tuple[NDArray[np.int64], Floats]:
    """The rows in which a bid is legal, and by how much the best bid exceeds a pass there."""
    bids = table.values[:, PASS + 1 : COINCHE]
    rows = np.flatnonzero(~np.isnan(bids).all(axis=1))
    best = np.nanmax(bids[rows], axis=1) - table.values[rows, PASS]
    return rows, np.clip(best.astype(np.float64), -LIMIT, LIMIT)


def explain(table: Table, rows: int, seed: int) -> Explained:
    """Fit boosted trees to a network's eagerness to bid, and explain some rows of them."""
    try:
        import shap
        from sklearn.ensemble import HistGradientBoostingRegressor
    except ImportError:
        raise MissingExtra(f"SHAP needs scikit-learn and shap: {install('study')}") from None
    which, wanted = eagerness(table)
    if len(which) < ROWS_MIN:
        raise BadOption(f"only {len(which)} calls could have been bids: use more deals")
    x = table.features[which]
    other = table.deal[which] % round(1 / HELD_OUT) == 0
    model = HistGradientBoostingRegressor(max_iter=200, random_state=seed)
    model.fit(x[~other], wanted[~other])
    drawn = np.random.default_rng(seed).permutation(np.flatnonzero(other))[:rows]
    names = list(FEATURES)
    found = shap.TreeExplainer(model)(x[drawn])
    explanation = shap.Explanation(
        found.values, found.base_values, data=x[drawn], feature_names=names
    )
    values = np.asarray(found.values, np.float64)
    fit = float(model.score(x[other], wanted[other]))
    return Explained(values, x[drawn], float(np.mean(found.base_values)), fit, explanation)


def draw(found: Explained, folder: Path) -> list[Path]:
    """Write the plots; return their files."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt
    import shap

    files = [folder / "summary.png", folder / "dependence.png"]
    shap.plots.beeswarm(found.explanation, max_display=14, show=False, plot_size=(8, 5.5))
    plt.xlabel("effect on the best bid's value above a pass, in points")
    plt.savefig(files[0], dpi=100, bbox_inches="tight")
    plt.close("all")
    names = list(FEATURES)
    top = [names.index(name) for name in list(found.importance())[:SHOWN]]
    figure, axes = plt.subplots(1, SHOWN, figsize=(3.2 * SHOWN, 3), layout="constrained")
    jitter = np.random.default_rng(0).uniform(-0.25, 0.25, len(found.features))
    for axis, k in zip(axes, top, strict=True):
        axis.scatter(found.features[:, k] + jitter, found.values[:, k], s=3, alpha=0.4)
        axis.axhline(0, color="grey", linewidth=0.5)
        axis.set_xlabel(names[k])
    axes[0].set_ylabel("effect in points")
    figure.savefig(files[1], dpi=100)
    plt.close("all")
    return files
