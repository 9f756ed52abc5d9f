"""Where in a TOML file something stands: tomllib reads, but does not tell lines.

A key is looked for by reading the file's beginnings, one line longer each time, with tomllib
itself: the first one that has the key ends with its value. So every way to write TOML is understood
(dotted keys, texts and lists over many lines, arrays of tables), and nothing is parsed by hand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

Keys = tuple[str | int, ...]  # the way to a value: ("play", "blend", 1, "weight")

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_AT_END = " (at end of document)"


def line_of(text: str, keys: Keys) -> int | None:
    """The line, from 1 on, where the value at `keys` begins; None where there is none."""
    lines = text.replace("\r\n", "\n").split("\n")
    begin = 1  # after the longest beginning that could be read so far
    for count in range(1, len(lines) + 1):
        try:
            data = tomllib.loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a value
        if _has(data, keys):
            return begin
        begin = count + 1
    return None


def nearest_line(text: str, keys: Keys) -> int:
    """The line of `keys`, or of the innermost table around them that the file has."""
    while keys:
        line = line_of(text, keys)
        if line is not None:
            return line
        keys = keys[:-1]
    return 1


def of_error(error: tomllib.TOMLDecodeError, text: str) -> tuple[int, str]:
    """The line that a TOML error speaks of, and what it says."""
    sentence = str(error)
    found = _AT_LINE.search(sentence)
    if found is not None:
        return int(found[1]), sentence[: found.start()]
    return text.rstrip("\n").count("\n") + 1, sentence.removesuffix(_AT_END)


def _has(data: Any, keys: Keys) -> bool:
    for key in keys:
        if isinstance(key, str):
            if not isinstance(data, Mapping) or key not in data:
                return False
        elif not isinstance(data, Sequence) or isinstance(data, str) or key >= len(data):
            return False
        data = data[key]
    return True
