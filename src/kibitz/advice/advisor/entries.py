"""Entries in the advisor: what happened at the table, as values and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from kibitz.advice.errors import BadEntry
from kibitz.core.coerce import as_int, items, short


@dataclass(frozen=True)
class Deal:
    """The seat's own cards as dealt, and the dealer if the rules do not determine it."""

    hand: tuple[int, ...]
    dealer: int | None = None
    turned: int | None = None  # Oh Hell
    kind: str = "deal"


@dataclass(frozen=True)
class Roll:
    """Dice: white, white, red, yellow, green, blue."""

    dice: tuple[int, ...]
    kind: str = "roll"


@dataclass(frozen=True)
class Act:
    """An action that everyone saw, or the seat's own."""

    action: int
    belote: bool = False  # Belote: announced with this card
    kind: str = "action"


@dataclass(frozen=True)
class Lay:
    """Dubito: another player played this many cards face down."""

    count: int
    kind: str = "lay"


@dataclass(frozen=True)
class Doubt:
    """Dubito: a doubt with all plays it revealed, and the fours that its loser dropped."""

    plays: tuple[tuple[int, ...], ...]
    dropped: tuple[int, ...] = ()
    kind: str = "doubt"


@dataclass(frozen=True)
class Join:
    """Oh Hell: a round as the seat finds it, anywhere in a game; what came before is unknown.

    Empty `totals`, `bids` and `tricks` mean that there are none yet.
    """

    hand: tuple[int, ...]  # the seat's cards now
    dealer: int
    turned: int
    round: int = 0  # index in the schedule
    totals: tuple[int, ...] = ()
    bids: tuple[int | None, ...] = ()  # by seat
    tricks: tuple[int, ...] = ()  # taken in this round, by seat
    leader: int | None = None  # of the current trick; by default the dealer's left
    trick: tuple[int, ...] = ()  # its cards in the order played
    broken: bool = False
    kind: str = "join"


Entry = Deal | Roll | Act | Lay | Doubt | Join


def write(entry: Entry) -> dict[str, Any]:
    """Convert an entry to plain data; `read` reads it back."""
    data = {"kind": entry.kind} | asdict(entry)
    said = {name: x for name, x in data.items() if x is not None and x is not False}
    return {name: _plain(value) for name, value in said.items()}


def read(data: object) -> Entry:
    """Read an entry from plain data, or raise BadEntry; the mirror checks whether it fits."""
    if not isinstance(data, Mapping):
        raise BadEntry(f"an entry must be a mapping with a kind, not {short(data)}")
    fields = {name: value for name, value in data.items() if name != "kind"}
    allowed = {kind.kind: kind for kind in READERS}
    kind: Any = allowed.get(str(data.get("kind")))
    if kind is None:
        raise BadEntry(f"entries are {', '.join(allowed)}, not {short(data.get('kind'))}")
    readers = READERS[kind]
    unknown = [name for name in fields if name not in readers]
    absent = [name for name in REQUIRED[kind] if name not in fields]
    if unknown or absent:
        raise BadEntry(f"a {data['kind']} has the fields {', '.join(readers)}, not {short(fields)}")
    entry: Entry = kind(**{name: readers[name](name, value) for name, value in fields.items()})
    return entry


def _number(name: str, value: object) -> int:
    number = as_int(value)
    if number is None:
        raise BadEntry(f"{name} must be a whole number, not {short(value)}")
    return number


def _maybe(name: str, value: object) -> int | None:
    return None if value is None else _number(name, value)


def _numbers(name: str, value: object) -> tuple[int, ...]:
    given = items(value)
    if given is None:
        raise BadEntry(f"{name} must be a list of whole numbers, not {short(value)}")
    return tuple(_number(name, x) for x in given)


def _lists(name: str, value: object) -> tuple[tuple[int, ...], ...]:
    given = items(value)
    if given is None:
        raise BadEntry(f"{name} must be a list of lists, not {short(value)}")
    return tuple(_numbers(name, x) for x in given)


def _maybes(name: str, value: object) -> tuple[int | None, ...]:
    given = items(value)
    if given is None:
        raise BadEntry(f"{name} must be a list of whole numbers or nulls, not {short(value)}")
    return tuple(_maybe(name, x) for x in given)


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadEntry(f"{name} must be true or false, not {short(value)}")
    return value


READERS: dict[Any, dict[str, Any]] = {
    Deal: {"hand": _numbers, "dealer": _maybe, "turned": _maybe},
    Roll: {"dice": _numbers},
    Act: {"action": _number, "belote": _flag},
    Lay: {"count": _number},
    Doubt: {"plays": _lists, "dropped": _numbers},
    Join: {
        "hand": _numbers,
        "dealer": _number,
        "turned": _number,
        "round": _number,
        "totals": _numbers,
        "bids": _maybes,
        "tricks": _numbers,
        "leader": _maybe,
        "trick": _numbers,
        "broken": _flag,
    },
}
REQUIRED: dict[Any, tuple[str, ...]] = {
    Deal: ("hand",),
    Roll: ("dice",),
    Act: ("action",),
    Lay: ("count",),
    Doubt: ("plays",),
    Join: ("hand", "dealer", "turned"),
}


def _plain(value: Any) -> Any:
    return [_plain(x) for x in value] if isinstance(value, tuple) else value
