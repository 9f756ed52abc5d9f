"""The method `net`: a network alone chooses (net.py in kibitz.bots documents its keys)."""

from __future__ import annotations

import functools
from pathlib import Path

from kibitz.bots import models, net
from kibitz.bots.keys import REQUIRED, Key
from kibitz.bots.method import Method


def method(game: str) -> Method:
    default = models.shipped(game)
    keys = {
        "model": Key(Path, REQUIRED if default is None else default),
        "temperature": Key(float, 0.0),
    }
    make, native = functools.partial(net.NetBot, game), functools.partial(net.native, game)
    return Method(net.NAME, make, keys, "network", native=native, numbers=net.numbers)
