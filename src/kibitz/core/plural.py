"""A count with its word in the right number, for texts in English."""

from __future__ import annotations


def plural(count: int, word: str, many: str = "") -> str:
    """Return a count and its word; `many` is for plurals other than -s and -ches.

    >>> plural(1, "card"), plural(2_000, "card"), plural(0, "match"), plural(2, "reply", "replies")
    ('1 card', '2,000 cards', '0 matches', '2 replies')
    """
    several = many or word + ("es" if word.endswith("ch") else "s")
    return f"{count:,} {word if count == 1 else several}"
