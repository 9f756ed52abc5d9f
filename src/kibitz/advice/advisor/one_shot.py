"""A position at once: everything that happened so far in one text, for advice without a dialogue.

    AH KH dealer 2 turned 2S; bid 1; bid 2; bid 0; QH

Entries are separated by semicolons or line breaks, and each is written as in the advisor
(entry_text.py): the hand as dealt, then bids and cards in the order of play. So the text holds the
hand, trump, the bids, the trick on the table and the cards played before, in every game that the
advisor knows, and an impossible position is refused with the number of the entry that does not fit.
"""

from __future__ import annotations

import re

from kibitz.advice.advisor import entry_text
from kibitz.advice.advisor.mirror import Mirror, mirror
from kibitz.advice.errors import BadEntry, UnexpectedEntry
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game

TEXT_LENGTH_MAX = 20_000
ENTRIES_MAX = 3000


def parts(text: str) -> list[str]:
    """Return the entries of a text, without empty ones."""
    if len(text) > TEXT_LENGTH_MAX:
        raise BadEntry(f"a position has at most {TEXT_LENGTH_MAX} characters")
    found = [part.strip() for part in re.split(r"[;\n]", text)]
    entries = [part for part in found if part]
    if len(entries) > ENTRIES_MAX:
        raise BadEntry(f"a position has at most {ENTRIES_MAX} entries")
    return entries


def position(game: Game, seat: int, text: str) -> Mirror:
    """Return the game as it is after all entries.

    >>> import kibitz
    >>> rules = kibitz.game("ohhell", players=3, schedule=[2])
    >>> position(rules, 0, "AH KH dealer 2 turned 2S").expects().yours
    True
    """
    kept = mirror(game, seat)
    for number, part in enumerate(parts(text), 1):
        try:
            kept.enter(entry_text.read(kept, part))
        except KibitzError as error:
            raise type(error)(f"entry {number} ({part[:60]}): {error}") from None
    return kept


def check_turn(kept: Mirror) -> None:
    """Refuse a position in which it is not the seat's turn."""
    expects = kept.expects()
    if not expects.yours:
        raise UnexpectedEntry(
            f"there is advice only on your turn; here the next entry is: {expects.text}"
        )
