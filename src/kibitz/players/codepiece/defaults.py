"""Default search settings, for what a spec leaves open.

Each deal is searched on its own, also in a match. What one team wins the other loses, so own points
suffice.
"""

SEARCH = {"reward": "points", "horizon": "deal"}
NET_VALUE = ("points", 50 / 3)  # trained on 0.03 of the lead, which is twice the points
OUTLOOK = "rule"
