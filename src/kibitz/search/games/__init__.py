"""What search knows about one game beyond its rules: the folder is the registry.

A module (or package) is named after its game and may define

    memory(view) -> list[int]   what the game's native rule player remembers besides the position
    deal_start(view) -> dict    the position at the deal on the table, but for the hands; for games
                                with `unseen`, whose actions are all public
    PLAY                        the trick play for the double-dummy solver (plays.py)
    goal(view) -> Goal | None   the match behind the deal on the table (goal.py)
    outputs(view, encoding)     where a network has each action, if it renames them (net_rule.py)
    POOL                        the rows of a pool of solved deals (deal_pool/layout.py)

A game without a module is searched on its engine, and has no solver.
"""
