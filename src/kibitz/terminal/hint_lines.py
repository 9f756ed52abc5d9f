"""A hint as text for 80 columns: the action, bars, and the outlook in words."""

from __future__ import annotations

from kibitz.advice.games import known
from kibitz.advice.hint import MATCH, Hint
from kibitz.advice.outlook import Outlook
from kibitz.advice.shares import ActionShare
from kibitz.core.plural import plural

ROWS_MAX = 5
TOTALS_MAX = 6
BAR = 20  # characters of a full bar
NAME_MAX = 16
# The same words as on the page.
SURE = {"certain": "certain", "high": "confident", "fair": "leaning", "low": "unsure"}
UNITS = {
    "points": "card points",
    "tricks": "tricks",
    "score": "points",
    "result": "result (1 hard win, 0.5 soft win)",
}


def lines(hint: Hint) -> list[str]:
    sure = f"{SURE[hint.level]}, {hint.confidence:.0%}"
    if len(hint.shares) == 1:
        sure = "no other choice"
    if hint.shares_are == "certain" and len(hint.shares) > 1:
        sure = "by rule"
    out = [f"Advice from {hint.bot}: {hint.name} ({sure})"]
    if hint.shares_are != "certain":
        wide = max(len(row.name) for row in hint.shares[:ROWS_MAX])
        out += [_row(row, min(wide, NAME_MAX)) for row in hint.shares[:ROWS_MAX]]
        more = len(hint.shares) - ROWS_MAX
        if more > 0:
            out.append(f"  and {more} more")
    if hint.outlook is not None:
        out += _outlook(hint.outlook, hint.game)
    return out


def _row(row: ActionShare, wide: int) -> str:
    bar = "#" * round(BAR * row.share)
    value = "" if row.value is None else f"  {row.value:8.2f}"
    error = "" if not row.error else f" ± {row.error:.2f}"
    return f"  {row.name[:wide]:<{wide}} {row.share:5.0%} {bar:<{BAR}}{value}{error}".rstrip()


def _outlook(found: Outlook, game: str) -> list[str]:
    by = "solved" if found.by == "solver" else f"played out by {found.player}"
    out = [f"In {plural(found.worlds, 'sampled deal')}, {by}:"]
    if found.contract is not None:
        out.append(f"  {known(game).CONTRACT} in {found.contract:.0%}")
    if found.win is not None:
        out.append(f"  the game is won in {found.win:.0%}")
    likely = sorted(found.totals, key=lambda t: -t.share)[:TOTALS_MAX]
    words = [f"{_range(t.low, t.high)}: {t.share:.0%}" for t in sorted(likely, key=lambda t: t.low)]
    out.append(f"  {UNITS[found.unit]} {', '.join(words)}")
    if found.expected is not None:
        error = f" ± {found.error:.2f}" if found.error else ""
        unit, how = (
            ("margin", ", as it counts in the match")
            if found.reward == MATCH
            else (found.reward, "")
        )
        out.append(f"  expected {unit} {found.expected:.2f}{error}{how}")
    return out


def _range(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g}-{high:g}"
