"""Default search settings, for what a spec leaves open.

Each round is searched on its own: a game has 23 of them, and is not decided before the last. Points
rather than margins: the tables of benchmarks/notes/search.md show no difference, and points are
simpler.
"""

SEARCH = {"reward": "points", "horizon": "deal"}
ROLLOUTS = "smart"
LEVELS = {"schedule": [10, 8, 6, 4, 2]}
TIMING = {"schedule": [10, 5, 2]}
NET_VALUE = ("margin", 10.0)  # trained on the mean margin of a round / 10
OUTLOOK = "sharp"
