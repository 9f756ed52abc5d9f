"""Encodings: the observation layouts of a game, chosen by name.

A game maps the names of its layouts to Encodings, the default first. Names and layouts never
change: a new layout gets a new name, so a network can rely on the encoding that it names.
Successive layouts are called "v1", "v2"; the whole numbers 1, 2 mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.coerce import as_int, short
from kibitz.core.errors import NoSuchEncoding

Observation = NDArray[np.float32]


class Encoding(NamedTuple):
    """One observation layout: its size, and the function that writes an observation."""

    size: int
    write: Callable[[Any], Observation]  # from a view of the game


def pick(game: str, known: Iterable[str], encoding: int | str | None) -> str:
    """Resolve the name of an encoding: the first for None, "v2" for 2, otherwise the name
    itself."""
    names = tuple(known)
    if encoding is None:
        return names[0]
    number = as_int(encoding)
    # The first layout is version 1, whatever its name.
    name = encoding if number is None else names[0] if number == 1 else f"v{number}"
    if name not in names:
        raise NoSuchEncoding(f"{game} has the encodings {', '.join(names)}, not {short(encoding)}")
    return str(name)
