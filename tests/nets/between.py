"""Random Qwixx positions between turns, for the tests of its networks."""

from __future__ import annotations

import random

from kibitz.nets.qwixx_inputs import Between


def some_positions(count: int, players: int) -> list[Between]:
    rng = random.Random(players)
    found: list[Between] = []
    while len(found) < count:
        sheets = [tuple(rng.getrandbits(11) & ~(1 << 10) for _ in range(4)) for _ in range(players)]
        closed = tuple(rng.random() < 0.1 for _ in range(4))
        # Where a row is closed the first has locked it.
        sheets[0] = tuple(row | shut << 10 for row, shut in zip(sheets[0], closed, strict=True))
        strikes = tuple(rng.randrange(4) for _ in range(players))
        position = Between(tuple(sheets), strikes, closed, rng.random() < 0.5)
        if not position.over:
            found.append(position)
    return found
