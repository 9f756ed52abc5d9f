"""An entry of the advisor as a person would type it."""

from __future__ import annotations

from kibitz.advice.advisor.entries import Act, Deal, Doubt, Entry, Join, Lay, Roll
from kibitz.advice.advisor.mirror import Mirror


def typed(kept: Mirror, entry: Entry) -> str:
    name = kept.game.action_name
    match entry:
        case Deal():
            offset = getattr(kept, "FIRST_CARD", 0)
            dubito = kept.game.name == "dubito"
            cards = " ".join(str(c) if dubito else name(offset + c) for c in entry.hand)
            dealer = "" if entry.dealer is None else f" dealer {entry.dealer}"
            turned = "" if entry.turned is None else f" turned {name(offset + entry.turned)}"
            return cards + dealer + turned
        case Roll():
            return " ".join(map(str, entry.dice))
        case Lay():
            return str(entry.count)
        case Doubt():
            plays = " | ".join(" ".join(map(str, cards)) for cards in entry.plays)
            drops = f" drops {' '.join(map(str, entry.dropped))}" if entry.dropped else ""
            return f"doubt {plays}{drops}"
        case Act():
            return name(entry.action) + " belote" * entry.belote
        case Join():
            raise AssertionError("a whole game is entered from its first deal")
