"""Default search settings, for what a spec leaves open.

Each deal is searched on its own, also in a match. What one team wins the other loses, so own points
suffice.
"""

SEARCH = {"reward": "points", "horizon": "deal"}
NET_VALUE = ("points", 5.0)  # trained on the lead, twice the points, / 10
OUTLOOK = "rule"
