"""Numbers as people read them: no more digits than the interval allows, infinity as a word."""

from __future__ import annotations

import math

from kibitz.arena.statistics.estimate import Estimate

MINUS = "\u2212"


def signed(value: float, digits: int = 0) -> str:
    """Format with a sign: +12, \u221212 or 0, with a true minus."""
    if not math.isfinite(value):
        return {math.inf: "+\u221e", -math.inf: f"{MINUS}\u221e"}.get(value, "-")
    text = f"{value:+,.{digits}f}".replace("-", MINUS)
    return text[1:] if float(f"{value:.{digits}f}") == 0 else text


def plain(value: float, digits: int = 0) -> str:
    if not math.isfinite(value):
        return signed(value).lstrip("+")
    return f"{value:,.{digits}f}".replace("-", MINUS)


def per_cent(value: float, digits: int = 1) -> str:
    return "-" if math.isnan(value) else f"{100 * value:.{digits}f} %"


def digits_for(error: float) -> int:
    """Return how many decimals make sense with such an error."""
    if not math.isfinite(error) or error <= 0:
        return 1
    return max(0, min(3, 1 - math.floor(math.log10(error) + 1e-9)))


def with_error(found: Estimate, *, sign: bool = False) -> str:
    """Format as 12.3 ± 0.4; without an error if none is known."""
    if math.isnan(found.value):
        return "-"
    digits = digits_for(found.error)
    value = signed(found.value, digits) if sign else plain(found.value, digits)
    if not math.isfinite(found.error):
        return value
    return f"{value} \u00b1 {found.error:,.{digits}f}"


def share_with_error(found: Estimate) -> str:
    """Format as 58.3 ± 2.1 %; the interval is clipped to 0 to 100 %."""
    if math.isnan(found.value):
        return "-"
    if found.value in (0, 1):
        return f"{100 * found.value:.0f} %"  # no spread: no interval of this kind
    error = (min(1.0, found.high) - max(0.0, found.low)) / 2
    digits = min(1, digits_for(100 * error))
    return f"{100 * found.value:.{digits}f} \u00b1 {100 * error:.{digits}f} %"


def milliseconds(value: float | None) -> str:
    """Format with two digits, enough for a time on a shared machine."""
    if value is None:
        return "-"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2g}" if value >= 0.001 else "<0.001"
