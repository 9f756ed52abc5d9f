"""Default search settings, for what a spec leaves open.

Each round is searched on its own: a game has 23 of them, and is not decided before the last. Points
rather than margins: the tables of benchmarks/notes/search.md show no difference, and points are
simpler.
"""

SEARCH = {"reward": "points", "horizon": "deal"}
ROLLOUTS = "smart"
TIMING = {"schedule": [10, 5, 2]}
OUTLOOK = "smart"
JUDGE = "sharp"
