"""The games that `kibitz bot check` plays in turn: every number of players, both orders."""

TRIALS = [
    {"players": players, "order": order}
    for players in (2, 3, 1, 4, 5)
    for order in ("simultaneous", "sequential")
]
