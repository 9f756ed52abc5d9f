"""Entries as people type them."""

from typing import Any

import pytest

import kibitz
from kibitz.advice.advisor.entries import Act, Deal, Doubt, Entry, Lay, Roll
from kibitz.advice.advisor.entry_text import read, seat_of
from kibitz.advice.advisor.mirror import Mirror, mirror
from kibitz.advice.errors import BadEntry
from tests.advice.advisor.typed import typed
from tests.advice.games import as_entries, played


def begun(name: str, *texts: str, seat: int = 0, **options: Any) -> Mirror:
    kept = mirror(kibitz.game(name, **options), seat)
    for text in texts:
        kept.enter(read(kept, text))
    return kept


def test_deals() -> None:
    belote = begun("belote")
    hand = (7, 5, 6, 2, 3, 16, 17, 26)
    for text in (
        "AS KS 10S 9S JS 7D 8D 9C dealer W",
        "as, ks, ts, 9s, js, 7d, 8d, 9c, DEALER west",
        "dealer 3 AS KS 10S 9S JS 7D 8D 9C",
    ):
        assert read(belote, text) == Deal(hand, 3)
    assert read(begun("ohhell", seat=1, schedule=[2]), "AH KH dealer me turned AS") == Deal(
        (38, 37), 1, 51
    )
    assert read(begun("dubito"), "0 3 3 12") == Deal((0, 3, 3, 12))
    for bad in ("", "AS XX", "AS dealer Q", "AS dealer", "pass", "AS dealer 7"):
        with pytest.raises(kibitz.errors.KibitzError):
            read(belote, bad)


def test_actions() -> None:
    deal = "AS KS 10S 9S JS 7D 8D 9C dealer W"
    kept = begun("belote", deal, "80S", "pass", "pass", "pass", "9S")
    assert read(kept, "ks belote") == Act(5, belote=True)
    assert read(kept, "7s") == Act(0)
    with pytest.raises(BadEntry):
        read(kept, "KS announced")
    dice = begun("qwixx")
    assert read(dice, "3 5 1 6 2 4") == Roll((3, 5, 1, 6, 2, 4))
    with pytest.raises(BadEntry, match="six dice"):
        read(dice, "W3 W5")


def test_dubito() -> None:
    kept = begun("dubito", "0 1 2 3 3 4 5 6 7 7 9 10 11 12", "7", "lay 7 7", "lay 2", "3")
    assert [text for text, _ in kept.described][2:] == [
        "you: lay 7 7",
        "seat 1: lays 2",
        "seat 2: lays 3",
    ]
    all_of_them: Entry = Doubt(((7, 7), (1, 7), (2, 3, 13)), (13,))
    assert read(kept, "doubt 7 7 | 1 7 | 2 3 13 drops 13") == all_of_them
    assert read(kept, "doubt 1 7 | 2 3 13 drop 13") == all_of_them
    assert read(kept, "1") == Lay(1)
    for bad in ("doubt", "doubt 1 7", "doubt x | y", "two", "1 2", "doubt 1 7 | 2 3 13 drops"):
        with pytest.raises(BadEntry):
            read(kept, bad)


def test_seats() -> None:
    kept = begun("belote", seat=2)
    assert [seat_of(kept, word) for word in ("n", "East", "me", "3")] == [0, 1, 2, 3]


@pytest.mark.parametrize("name", kibitz.names())
def test_whole_games_can_be_typed(name: str) -> None:
    """The text of every entry of a game reads as that entry."""
    options: dict[str, Any] = {"schedule": [3]} if name == "ohhell" else {}
    game = kibitz.game(name, **options)
    end, seat = played(game, 7, "simple"), 1
    kept = mirror(game, seat)
    for entry, _ in as_entries(end, seat):
        text = typed(kept, entry)
        assert read(kept, text) == entry, text
        kept.enter(entry)
    assert kept.done
