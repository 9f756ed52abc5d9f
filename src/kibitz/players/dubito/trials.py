"""The games that `kibitz bot check` plays in turn: every number of players, both ways to go out."""

TRIALS = [
    {"players": players, "exit": exit_}
    for players in (4, 3, 5, 6, 7, 8)
    for exit_ in ("challenge", "immediate")
]
