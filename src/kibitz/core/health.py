"""One thing that was checked about an installation: its state, and what to do about it."""

from __future__ import annotations

from typing import Literal, NamedTuple

# ok: as it should be; missing: Kibitz works without it, with less; wrong: something does not work.
Health = Literal["ok", "missing", "wrong"]


class Check(NamedTuple):
    name: str
    health: Health
    detail: str
    advice: str = ""  # what to do; empty if there is nothing to do
