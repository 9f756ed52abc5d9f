"""A bot's thoughts as a distribution over its legal actions.

Bots explain themselves in different formats, which are converted here into one:

    visits    a tree search: how often each action was tried
    chances   values with errors: the probability that the action is the best of all
    policy    a network: the probability it gives each action
    certain   a rule: this action and no other

Chances treat values as independent normal variables around their means. Searches try all actions in
the same worlds, which makes differences more certain than that: the chances are conservative.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.view import View

FLAT = ("rollout", "pimc")  # methods that try every action equally often
QUANTILES = 64  # per value, in the sum behind chances
LEVELS = ((0.9995, "certain"), (0.8, "high"), (0.5, "fair"))

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ActionShare:
    action: int
    name: str
    share: float
    value: float | None = None
    error: float | None = None
    visits: int | None = None


@dataclass(frozen=True)
class Shares:
    """All legal actions, best first."""

    kind: str  # visits, chances, policy or certain
    actions: tuple[ActionShare, ...]

    def of(self, action: int) -> ActionShare:
        return next(one for one in self.actions if one.action == action)

    def confidence(self, action: int) -> float:
        """Return the share of the action together with those that are exactly as good."""
        own = self.of(action)
        if self.kind != "chances" or own.value is None:
            return own.share
        return min(1.0, sum(one.share for one in self.actions if one.value == own.value))


@dataclass(frozen=True)
class _Thought:
    """What a bot reports about one action."""

    value: float | None = None
    error: float | None = None
    visits: int | None = None
    share: float | None = None


def shares(view: View, action: int, explanation: Mapping[str, Any]) -> Shares:
    """Return the distribution behind an action that a bot has chosen and explained."""
    thoughts = _read(view, explanation)
    legal, name = view.legal_actions, view.game.action_name
    kind, numbers = "certain", [float(a == action) for a in legal]
    known = [a for a in legal if a in thoughts and thoughts[a].value is not None]
    none = _Thought()
    visits = [int(thoughts.get(a, none).visits or 0) for a in legal]
    if len(legal) == 1:
        pass
    elif all(thoughts.get(a, none).share is not None for a in legal):
        kind, numbers = "policy", [float(thoughts[a].share or 0.0) for a in legal]
    elif explanation.get("method") not in (None, *FLAT) and any(visits):
        kind, numbers = "visits", [n / sum(visits) for n in visits]
    elif len(known) > 1 and action in known:
        found = dict(zip(known, best_chances([thoughts[a] for a in known]), strict=True))
        kind, numbers = "chances", [found.get(a, 0.0) for a in legal]
    rows = []
    for a, share in zip(legal, numbers, strict=True):
        t = thoughts.get(a, none)
        rows.append(ActionShare(a, name(a), share, t.value, t.error, t.visits))
    rows.sort(key=lambda r: (-(r.action == action), -r.share, -_or_least(r.value), r.action))
    return Shares(kind, tuple(rows))


def level(confidence: float) -> str:
    """Describe a confidence in words."""
    return next((word for least, word in LEVELS if confidence >= least), "low")


def best_chances(thoughts: Sequence[_Thought]) -> list[float]:
    """Return for each value the probability that it is the largest; ties share it."""
    means = np.array([t.value for t in thoughts], np.float64)
    width = float(means.max() - means.min()) or 1.0
    # A value without an error counts as exact, up to a thousandth of what is at stake.
    sigmas = np.maximum(np.array([t.error or 0.0 for t in thoughts]), 1e-3 * width)
    normal = NormalDist()
    z = np.array([normal.inv_cdf((k + 0.5) / QUANTILES) for k in range(QUANTILES)])
    table_x = np.linspace(-6.0, 6.0, 1201)
    table_y = np.array([normal.cdf(x) for x in table_x])
    out = []
    for i in range(len(means)):
        points = means[i] + sigmas[i] * z
        below: Floats = np.interp((points[:, None] - means) / sigmas, table_x, table_y)
        below[:, i] = 1.0
        out.append(float(below.prod(axis=1).mean()))
    total = sum(out)
    return [x / total for x in out]


# Formats of the bots ------------------------------------------------------------------------------


def _read(view: View, explanation: Mapping[str, Any]) -> dict[int, _Thought]:
    if isinstance(explanation.get("candidates"), list):
        return {
            c["action"]: _Thought(c.get("value"), c.get("error"), c.get("visits"), c.get("share"))
            for c in explanation["candidates"]
            if isinstance(c, Mapping) and c.get("action") in view.legal_actions
        }
    if isinstance(explanation.get("values"), Mapping):
        errors = explanation.get("errors", {})
        return {
            view.game.parse_action(name): _Thought(float(value), errors.get(name))
            for name, value in explanation["values"].items()
        }
    if isinstance(explanation.get("options"), list):
        return _read_options(view, explanation["options"])
    return {}


def _read_options(view: View, options: Sequence[Mapping[str, Any]]) -> dict[int, _Thought]:
    """Read Dubito's reader: win chances; before a declaration, of a number with its cards."""
    found: dict[int, _Thought] = {}
    for option in options:
        action = option["action"]
        if view.phase == "declare":
            action = view.game.parse_action(f"declare {option['number']}")
        if action not in view.legal_actions:
            continue
        win, n = float(option["win"]), int(option["rollouts"])
        if n == 0:  # the only candidate, which was not tried
            continue
        error = (max(win * (1 - win), 0.25 / n) / n) ** 0.5
        before = found.get(action)
        if before is None or (before.value or 0.0) < win:
            found[action] = _Thought(win, error, n)
    return found


def _or_least(value: float | None) -> float:
    return float("-inf") if value is None else value
