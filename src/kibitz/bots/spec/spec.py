"""Specs: players defined in TOML files, without code.

    about = "Bids by count, plays by tree search, and from the sixth trick on by the solver."

    [bid]
    strategy = "improved"

    [play]
    method = "ismcts"
    simulations = 2000
    switch_at = 5                 # after this many tricks ...

    [play.then]                   # ... this one decides
    method = "pimc"
    worlds = 40

methods.py documents the values of `method` and `strategy`, and the keys that each takes. Without
[bid] the player of [play] bids too; a `method` in [bid] bids as it would in [play]. Instead of a
method there may be

    player = "smart"              # that part of another spec, with its beliefs
    [[play.blend]]                # two or more, each with a `weight`, drawn per decision

A `version` next to a method refuses any other version. [belief] selects which worlds a search
considers likely (`method`: a name from players/<game>/beliefs.py, or `net` for inference by a
network). Every mistake raises a BadSpec with file and line.

A spec has a hash over everything that affects its decisions, including defaults and network
weights, but not its name or its `about`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.bots.composite import BidAndPlay, kind_of
from kibitz.bots.method import Native


@dataclass(frozen=True)
class Part:
    """One resolved decider: all its keys with their values."""

    content: dict[str, Any]
    make: Callable[[], Bot]
    kind: str
    native: Native | None = None
    bids: bool = True  # whether it can do more than play cards
    numbers: tuple[float, ...] | None = None  # in its code, not in its content; None: none
    parts: tuple[Part, ...] = ()  # of a blend or a switch, in order


@dataclass(frozen=True)
class Spec:
    """A resolved player, from which any number of bots can be made."""

    game: str
    name: str
    about: str
    file: Path | None
    play: Part
    bid: Part | None = None
    belief: dict[str, Any] = field(default_factory=dict)

    def bot(self) -> Bot:
        """Make a new bot from this spec."""
        if self.bid is None:
            return self.play.make()
        return BidAndPlay(self.bid.make(), self.play.make())

    @property
    def content(self) -> dict[str, Any]:
        """Everything that affects its decisions, as plain values."""
        content: dict[str, Any] = {"game": self.game}
        if self.bid is not None:
            content["bid"] = self.bid.content
        content["play"] = self.play.content
        if self.belief:
            content["belief"] = self.belief
        return content

    @property
    def hash(self) -> str:
        """64 hexadecimal digits, the same for the same player on every machine."""
        parts = [part for part in (self.bid, self.play) if part is not None]
        numbers = [list(part.numbers) for part in parts if part.numbers is not None]
        whole = self.content | ({"numbers": numbers} if any(numbers) else {})
        text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def kind(self) -> str:
        """rule, search, network or oracle."""
        return kind_of([part.kind for part in (self.bid, self.play) if part is not None])

    @property
    def oracle(self) -> bool:
        """Whether it sees what its seat may not know."""
        return self.kind == "oracle"

    @property
    def native(self) -> Native | None:
        """The native policy that plays all of it, if any."""
        return self.play.native if self.bid is None else None
