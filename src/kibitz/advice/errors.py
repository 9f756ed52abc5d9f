"""Named errors of the advice functions."""

from __future__ import annotations

from kibitz.core.errors import KibitzError


class ImpossibleEntry(KibitzError):
    """No deal fits this entry and everything entered before it."""

    code = "impossible_entry"


class UnexpectedEntry(KibitzError):
    """Something else must be entered first."""

    code = "unexpected_entry"


class BadEntry(KibitzError):
    """The text is not an entry."""

    code = "bad_entry"


class BadLink(KibitzError):
    """The text does not hold a position."""

    code = "bad_link"


class TooLong(KibitzError):
    """A link or a list exceeds its limit."""

    code = "too_long"


class BadNotes(KibitzError):
    """The file is not an advisor's game, or its entries do not fit."""

    code = "bad_notes"


class NoAdvisor(KibitzError):
    """The game's real tables cannot be mirrored."""

    code = "no_advisor"
