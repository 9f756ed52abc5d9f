"""Entries as people type them, parsed according to what the advisor expects.

deal     AS KS 10H 9H 8H 7D 8D 9C dealer W          Oh Hell: ... turned QD
roll     3 5 1 6 2 4                                white white red yellow green blue
action   10H    80S    pass    white red    declare 7    lay 7 7    (as the game writes them)
         KH belote                                  Belote: announced with this card
lay      2                                          Dubito: another player played two cards
join     join KH 2C dealer 2 turned 5D              Oh Hell: a round as you find it; if known,
                                                    round 3 totals 12 0 11 bids 1 - 2
                                                    tricks 0 0 1 leader 2 trick 9H broken
doubt    doubt 7 7 | 3 | 0 5 drops 4                Dubito: the plays that were revealed, in order
                                                    (all of them, or only those of others)
"""

from __future__ import annotations

from kibitz.advice.advisor.entries import Act, Deal, Doubt, Entry, Join, Lay, Roll
from kibitz.advice.advisor.mirror import Expected, Mirror
from kibitz.advice.errors import BadEntry
from kibitz.core.coerce import short
from kibitz.core.errors import BadAction, BadText

TEXT_LENGTH_MAX = 1000


def read(mirror: Mirror, text: str) -> Entry:
    """Parse an entry; BadEntry explains the format."""
    words = text.replace(",", " ").split()
    if not words or len(text) > TEXT_LENGTH_MAX:
        raise BadEntry("nothing was entered" if not words else "the entry is too long")
    expects = mirror.expects()
    if words[0].lower() == "join":
        return _join(mirror, words[1:])
    if expects.kind == "deal":
        return _deal(mirror, words)
    if expects.kind == "roll":
        return Roll(_numbers(words, "six dice, like 3 5 1 6 2 4"))
    if words[0].lower() == "doubt" and (expects.doubt or expects.kind == "lay"):
        return _doubt(expects, words[1:])
    if expects.kind == "lay":
        digits = words[1:] if words[0].lower() in ("lay", "lays") else words
        if len(digits) != 1:
            raise BadEntry("enter how many cards were played, like 2, or doubt with the cards")
        return Lay(_numbers(digits, "how many cards were played, like 2")[0])
    return _act(mirror, words)


def seat_of(mirror: Mirror, word: str) -> int:
    """Find a seat by its number, its name or its first letter."""
    if word.isascii() and word.isdigit():
        return mirror.game.check_seat(int(word[:9]))
    if word.lower() in ("me", "you", "i"):
        return mirror.seat
    for seat, name in enumerate(mirror.SEATS):
        if word.lower() in (name.lower(), name[0].lower()):
            return seat
    names = ", ".join(mirror.SEATS) or f"0 to {mirror.game.players - 1}"
    raise BadEntry(f"{short(word)} is not a seat; seats are {names}, or me")


def _deal(mirror: Mirror, words: list[str]) -> Deal:
    """Parse the cards, and the values after `dealer` and `turned`."""
    said: dict[str, str] = {}
    cards: list[str] = []
    rest = iter(words)
    for word in rest:
        if word.lower() in ("dealer", "turned"):
            said[word.lower()] = next(rest, "")
        else:
            cards.append(word)
    dealer = seat_of(mirror, said["dealer"]) if "dealer" in said else None
    turned = mirror.read_card(said["turned"]) if "turned" in said else None
    return Deal(tuple(mirror.read_card(card) for card in cards), dealer, turned)


JOIN_WORDS = ("dealer", "turned", "round", "totals", "bids", "tricks", "leader", "trick", "broken")


def _join(mirror: Mirror, words: list[str]) -> Join:
    """Parse the cards, and what follows each of the words above."""
    parts: dict[str, list[str]] = {"hand": []}
    name = "hand"
    for word in words:
        if word.lower() in JOIN_WORDS:
            name = word.lower()
            parts[name] = []
        else:
            parts[name].append(word)
    if missing := [name for name in ("dealer", "turned") if name not in parts]:
        raise BadEntry(
            f"a round to join needs {' and '.join(missing)}: join KH 2C dealer 2 turned 5D"
        )

    def one(name: str) -> str:
        if len(parts[name]) != 1:
            raise BadEntry(f"{name} is followed by one word, like {name} 2")
        return parts[name][0]

    def numbers(name: str) -> tuple[int, ...]:
        return (
            _numbers(parts[name], f"a number for each seat after {name}") if name in parts else ()
        )

    def cards(name: str) -> tuple[int, ...]:
        return tuple(mirror.read_card(word) for word in parts.get(name, []))

    bids = [None if word in ("-", "?") else word for word in parts.get("bids", [])]
    return Join(
        hand=cards("hand"),
        dealer=seat_of(mirror, one("dealer")),
        turned=mirror.read_card(one("turned")),
        round=_numbers([one("round")], "the number of the round")[0] - 1 if "round" in parts else 0,
        totals=numbers("totals"),
        bids=tuple(x if x is None else _numbers([x], "bids like 1 - 2")[0] for x in bids),
        tricks=numbers("tricks"),
        leader=seat_of(mirror, one("leader")) if "leader" in parts else None,
        trick=cards("trick"),
        broken="broken" in parts,
    )


def _doubt(expects: Expected, words: list[str]) -> Doubt:
    """Parse the plays between bars; the seat's own may be left out, since they are known."""
    lower = [word.lower() for word in words]
    end = next((i for i, word in enumerate(lower) if word in ("drop", "drops", "dropped")), None)
    drops = () if end is None else _numbers(words[end + 1 :], "the values after drops")
    shown = " ".join(words[:end]).split("|") if words[:end] else []
    what = "the cards that were shown, like doubt 7 7 | 3"
    plays = [_numbers(part.split(), what) for part in shown]
    hidden = sum(play.cards is None for play in expects.board)
    if len(plays) == hidden < len(expects.board):
        coming = iter(plays)
        plays = [next(coming) if play.cards is None else play.cards for play in expects.board]
    if len(plays) != len(expects.board):
        raise BadEntry(f"{len(expects.board)} plays are on the board: enter {what}")
    return Doubt(tuple(plays), drops)


def _act(mirror: Mirror, words: list[str]) -> Act:
    belote = len(words) > 1 and words[-1].lower() == "belote"
    text = " ".join(words[:-1] if belote else words)
    try:
        return Act(mirror.read_action(text), belote)
    except (BadAction, BadText) as error:
        raise BadEntry(str(error)) from None


def _numbers(words: list[str], what: str) -> tuple[int, ...]:
    if not words or any(not (word.isascii() and word.isdigit()) for word in words):
        raise BadEntry(f"enter {what}")
    return tuple(int(word[:9]) for word in words)
