"""Finds the line of a key in a TOML file, which tomllib does not report.

It parses ever longer prefixes of the file, one line more each time, with tomllib itself: the first
prefix that has the key ends with its value. So all of TOML is supported (dotted keys, multi-line
strings and lists, arrays of tables) without parsing by hand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

Keys = tuple[str | int, ...]  # the path to a value: ("play", "blend", 1, "weight")

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_AT_END = " (at end of document)"


def line_of(text: str, keys: Keys) -> int | None:
    """The line, from 1, where the value at `keys` starts; None if it does not exist."""
    lines = text.replace("\r\n", "\n").split("\n")
    begin = 1  # after the longest prefix that parsed so far
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
    """The line that a TOML error refers to, and its message."""
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
