"""Options: the settings of a game's rules, each with a default, bounds and one line of help."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.cards import CARD_NAMES, parse_card
from kibitz.core.coerce import as_int, items, short
from kibitz.core.errors import BadOption, BadText

ANY_CARD = -1  # in a list of cards: none is named here; written as "-"


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number between two bounds, both included; raise BadOption otherwise."""
    number = as_int(value)
    if number is None:
        raise BadOption(f"{name} must be a whole number, not {short(value)}")
    if not low <= number <= high:
        raise BadOption(f"{name} must be from {low} to {high}, not {short(value)}")
    return number


@dataclass(frozen=True)
class Flag:
    """True or false."""

    default: bool
    doc: str

    def check(self, name: str, value: object) -> bool:
        if not isinstance(value, bool):
            raise BadOption(f"option {name} must be true or false, not {short(value)}")
        return value

    def flat(self, value: Any) -> list[int]:
        return [int(value)]

    def __str__(self) -> str:
        return "true|false"


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    default: str
    doc: str
    words: tuple[str, ...]

    def check(self, name: str, value: object) -> str:
        if not isinstance(value, str) or value not in self.words:
            words = ", ".join(self.words)
            raise BadOption(f"option {name} must be one of {words}, not {short(value)}")
        return value

    def flat(self, value: Any) -> list[int]:
        return [self.words.index(value)]

    def __str__(self) -> str:
        return "|".join(self.words)


@dataclass(frozen=True)
class Integer:
    """A whole number between two bounds, both included; may be None if `optional`."""

    default: int | None
    doc: str
    low: int
    high: int
    optional: bool = False
    small: bool = False  # makes a small variant, for exact methods; tables do not offer it

    def check(self, name: str, value: object) -> int | None:
        if value is None and self.optional:
            return None
        return whole_number(f"option {name}", value, self.low, self.high)

    def flat(self, value: Any) -> list[int]:
        return [-1 if value is None else value]

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True)
class Integers:
    """A list of whole numbers between two bounds; None means the game's own default."""

    default: tuple[int, ...] | None
    doc: str
    low: int
    high: int
    length_max: int
    cards: bool = False  # they are cards, which may be written as text: 5H, or - for any

    def check(self, name: str, value: object) -> tuple[int, ...] | None:
        if value is None:
            return None
        given = items(value)
        if given is None:
            what = "cards" if self.cards else "whole numbers"
            raise BadOption(f"option {name} must be a list of {what}, not {short(value)}")
        if self.cards:
            given = [card_id(name, each) if isinstance(each, str) else each for each in given]
        item = Integer(None, self.doc, self.low, self.high)
        numbers = tuple(item.check(f"{name}[{i}]", x) or 0 for i, x in enumerate(given))
        if not 1 <= len(numbers) <= self.length_max:
            raise BadOption(
                f"option {name} takes 1 to {self.length_max} numbers, not {len(numbers)}"
            )
        return numbers

    def flat(self, value: Any) -> list[int]:
        return [0] if value is None else [len(value), *value]

    def __str__(self) -> str:
        return "[5H, -, ...]" if self.cards else f"[{self.low}..{self.high}, ...]"


def card_id(name: str, text: str) -> int:
    """Return the id of one of 52 cards from its text, ANY_CARD for `-`."""
    if text.strip() == "-":
        return ANY_CARD
    try:
        return parse_card(text)
    except BadText as error:
        raise BadOption(f"option {name}: {error}") from None


def cards_text(cards: Iterable[int]) -> str:
    """Return cards of an option as text: `5H - AS`."""
    return " ".join("-" if card == ANY_CARD else CARD_NAMES[card] for card in cards)


Option = Flag | Choice | Integer | Integers


def check_names(spec: Mapping[str, Option], given: Iterable[str], game: str) -> None:
    """Raise BadOption for the first name that is not an option of the game."""
    for name in given:
        if name not in spec:
            known = ", ".join(sorted(spec))
            raise BadOption(f"{game} has no option {short(name)}; it has {known}")


def resolve(spec: Mapping[str, Option], given: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Return all options of a game with their values; those not given have their defaults."""
    check_names(spec, given, game)
    return {
        name: option.check(name, given[name]) if name in given else option.default
        for name, option in spec.items()
    }


def from_text(spec: Mapping[str, Option], text: str, game: str) -> tuple[str, Any]:
    """Parse `name=value` from a command line: words as they are, everything else as JSON.

    A list needs no brackets, which shells would interpret: `schedule=8,7`, `turned=5H,-`.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"write an option as name=value, not {short(text)}")
    if name not in spec:
        raise BadOption(f"{game} has no option {name!r}; it has {', '.join(sorted(spec))}")
    option = spec[name]
    if isinstance(option, Choice):
        return name, option.check(name, value)
    if isinstance(option, Integers) and option.cards and not value.startswith(("[", "null")):
        return name, option.check(name, value.split(","))
    if isinstance(option, Integers) and value[:1].isdigit():
        value = f"[{value}]"
    try:
        return name, option.check(name, json.loads(value))
    except (ValueError, RecursionError):
        raise BadOption(f"option {name} takes {option}, not {short(value)}") from None
