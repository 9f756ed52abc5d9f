"""Charts as SVG inside a page: lines, dots with error bars. Colours come from the page's CSS.

Hand-drawn, so the page needs no library and follows the light and dark themes. Each chart has a
fixed coordinate space and scales with its box; text stays readable at 360 pixels because the box
then scrolls instead of shrinking.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 720.0, 380.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 132.0, 14.0, 44.0
COLOURS = 10  # classes c0 .. c9 of the page
LABEL_HEIGHT = 14.0


@dataclass(frozen=True)
class Line:
    """A named curve, with the lower and upper end of an interval at each point."""

    name: str
    points: Sequence[tuple[float, float, float, float]]  # x, y, low, high
    colour: int


@dataclass(frozen=True)
class Dot:
    name: str
    x: float
    y: float
    low: float
    high: float
    colour: int


class Axis:
    """Maps values to coordinates, with round ticks."""

    def __init__(self, low: float, high: float, begin: float, end: float, *, log: bool) -> None:
        self.log = log
        if log:
            low, high = math.log10(low), math.log10(high)
        if high - low < 1e-9:
            low, high = low - 0.5, high + 0.5
        space = 0.04 * (high - low)
        self.low, self.high = low - space, high + space
        self.begin, self.end = begin, end

    def place(self, value: float) -> float:
        x = math.log10(value) if self.log else value
        part = (x - self.low) / (self.high - self.low)
        return self.begin + min(1.0, max(0.0, part)) * (self.end - self.begin)

    def ticks(self) -> list[float]:
        if self.log:
            first, last = math.ceil(self.low), math.floor(self.high)
            whole = [10.0**k for k in range(first, last + 1)]
            if len(whole) > 2:
                return whole
            steps = [m * 10.0**k for k in range(first - 1, last + 1) for m in (1, 2, 5)]
            return [x for x in steps if self.low <= math.log10(x) <= self.high]
        step = nice_step(self.high - self.low)
        first = math.ceil(self.low / step)
        return [step * k for k in range(first, math.floor(self.high / step) + 1)]


def nice_step(span: float, wanted: int = 6) -> float:
    """Return 1, 2 or 5 times a power of ten that gives about `wanted` ticks."""
    raw = span / wanted
    power = 10.0 ** math.floor(math.log10(raw))
    return next(power * m for m in (1, 2, 5, 10) if power * m >= raw)


def lines(curves: Sequence[Line], x_title: str, y_title: str) -> str:
    """Draw curves over a logarithmic x axis, named at their ends."""
    points = [p for curve in curves for p in curve.points]
    x = Axis(min(p[0] for p in points), max(p[0] for p in points), LEFT, WIDTH - RIGHT, log=True)
    y = Axis(*_range(points), HEIGHT - BOTTOM, TOP, log=False)
    parts = [_grid(x, y, x_title, y_title)]
    for curve in curves:
        band = [(x.place(a), y.place(high)) for a, _, _, high in curve.points]
        band += [(x.place(a), y.place(low)) for a, _, low, _ in reversed(curve.points)]
        way = [(x.place(a), y.place(b)) for a, b, _, _ in curve.points]
        parts.append(f'<polygon class="band c{curve.colour}" points="{_points(band)}"/>')
        parts.append(f'<polyline class="line c{curve.colour}" points="{_points(way)}"/>')
    ends = [(y.place(c.points[-1][1]), c.name, c.colour) for c in curves]
    for place, name, colour in _apart(ends):
        parts.append(
            f'<text class="name c{colour}" x="{WIDTH - RIGHT + 8:.0f}" y="{place + 4:.1f}">'
            f"{escape(_short(name))}</text>"
        )
    return _svg(parts, f"{y_title} against {x_title}")


def dots(found: Sequence[Dot], x_title: str, y_title: str) -> str:
    """Draw named dots with vertical error bars over a logarithmic x axis."""
    x = Axis(min(d.x for d in found), max(d.x for d in found), LEFT, WIDTH - RIGHT, log=True)
    y = Axis(*_range([(d.x, d.y, d.low, d.high) for d in found]), HEIGHT - BOTTOM, TOP, log=False)
    parts = [_grid(x, y, x_title, y_title)]
    taken: list[tuple[float, float]] = []
    for dot in sorted(found, key=lambda d: -d.y):
        a, b = x.place(dot.x), y.place(dot.y)
        low, high = y.place(dot.low), y.place(dot.high)
        name_y = _free(taken, a, b)
        parts.append(
            f'<g class="c{dot.colour}"><title>{escape(dot.name)}</title>'
            f'<line class="whisker" x1="{a:.1f}" x2="{a:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>'
            f'<circle class="dot" cx="{a:.1f}" cy="{b:.1f}" r="5"/>'
            f'<text class="name" x="{a + 9:.1f}" y="{name_y + 4:.1f}">{escape(_short(dot.name))}'
            f"</text></g>"
        )
    return _svg(parts, f"{y_title} against {x_title}")


def whisker(value: float, low: float, high: float, scale: Callable[[float], float]) -> str:
    """Draw a dot with its interval on a common scale from 0 to 100: one cell of a table."""
    a, b, c = (min(100.0, max(0.0, scale(x))) for x in (low, value, high))
    return (
        '<svg class="spark" viewBox="-3 0 106 16" preserveAspectRatio="none" aria-hidden="true">'
        f'<line class="whisker" x1="{a:.1f}" x2="{c:.1f}" y1="8" y2="8"/>'
        f'<line class="tick" x1="{b:.1f}" x2="{b:.1f}" y1="2" y2="14"/></svg>'
    )


def _range(points: Sequence[tuple[float, float, float, float]]) -> tuple[float, float]:
    """Return the range of the values, including intervals that do not dwarf them."""
    values = [p[1] for p in points]
    span = max(max(values) - min(values), 1.0)
    lows = [max(p[2], min(values) - span / 4) for p in points]
    highs = [min(p[3], max(values) + span / 4) for p in points]
    return min(lows), max(highs)


def _free(taken: list[tuple[float, float]], x: float, y: float) -> float:
    """Return the nearest position at or below y where a name covers no other."""
    while any(abs(x - a) < 95 and abs(y - b) < LABEL_HEIGHT - 1 for a, b in taken):
        y += 3
    taken.append((x, y))
    return y


def _apart(ends: list[tuple[float, str, int]]) -> list[tuple[float, str, int]]:
    """Push the names at the ends of curves apart where they would overlap."""
    found: list[tuple[float, str, int]] = []
    for place, name, colour in sorted(ends):
        least = found[-1][0] + LABEL_HEIGHT if found else TOP
        found.append((max(place, least), name, colour))
    over = max(0.0, found[-1][0] - (HEIGHT - BOTTOM)) if found else 0.0
    return [(place - over, name, colour) for place, name, colour in found]


def _grid(x: Axis, y: Axis, x_title: str, y_title: str) -> str:
    parts = []
    for tick in y.ticks():
        at = y.place(tick)
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>'
            f'<text class="tick-label" text-anchor="end" x="{LEFT - 6}" y="{at + 4:.1f}">'
            f"{_tick(tick)}</text>"
        )
    for tick in x.ticks():
        at = x.place(tick)
        parts.append(
            f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
            f'<text class="tick-label" text-anchor="middle" x="{at:.1f}" y="{HEIGHT - 26}">'
            f"{_tick(tick)}</text>"
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text class="axis" text-anchor="middle" x="{middle}" y="{HEIGHT - 6}">'
        f"{escape(x_title)}</text>"
        f'<text class="axis" text-anchor="middle" transform="rotate(-90)" '
        f'x="{-(TOP + HEIGHT - BOTTOM) / 2}" y="13">{escape(y_title)}</text>'
    )
    return "".join(parts)


def _tick(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1 or value == 0 else f"{value:g}"


def _short(name: str) -> str:
    return name if len(name) <= 18 else name[:17] + "\u2026"


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in points)


def _svg(parts: Sequence[str], title: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
