"""Writes plain values as TOML, so that the output of `kibitz bots show` can be saved as a spec."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def write(tables: Mapping[str, Any], way: tuple[str, ...] = ()) -> str:
    """Write the values first, then the tables under their names."""
    lines, inner = [], []
    for key, value in tables.items():
        here = (*way, key)
        if isinstance(value, Mapping):
            inner.append(f"[{'.'.join(here)}]\n{write(value, here)}")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            inner += [f"[[{'.'.join(here)}]]\n{write(one, here)}" for one in value]
        else:
            lines.append(f"{key} = {_plain(value)}\n")
    return "".join(lines) + "".join(
        f"\n{text}" if lines or i else text for i, text in enumerate(inner)
    )


def _plain(value: Any) -> str:
    """Strings, numbers, booleans and lists of them, written as in JSON."""
    return json.dumps(value, ensure_ascii=False)
