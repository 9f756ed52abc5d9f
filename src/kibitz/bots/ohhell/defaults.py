"""What searchers think about here, where a spec does not say.

A round is searched by itself: the game is 23 of them, and nobody has won before the last. Points,
not margins: the tables of benchmarks/notes/search.md show no difference, and points are simpler.
"""

SEARCH = {"reward": "points", "horizon": "deal"}
ROLLOUTS = "smart"
TIMING = {"schedule": [10, 5, 2]}
ADVISER = "ismcts_deep"
OUTLOOK = "smart"
