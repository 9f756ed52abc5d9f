"""What advice refuses, by name."""

from __future__ import annotations

from kibitz.core.errors import KibitzError


class ImpossibleEntry(KibitzError):
    """No deal fits this entry and all that was entered before."""

    code = "impossible_entry"


class UnexpectedEntry(KibitzError):
    """Something else is to be entered here."""

    code = "unexpected_entry"


class BadEntry(KibitzError):
    """A text that is no entry."""

    code = "bad_entry"


class BadLink(KibitzError):
    """A text that holds no position."""

    code = "bad_link"


class TooLong(KibitzError):
    """A link, or a list, above its limit."""

    code = "too_long"


class BadNotes(KibitzError):
    """A file of an advisor's game that is none, or whose entries do not fit."""

    code = "bad_notes"
