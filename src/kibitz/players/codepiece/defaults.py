"""Default search settings, for what a spec leaves open.

Each deal is searched on its own, also in a match. What one team wins the other loses, so own points
suffice.
"""

SEARCH = {"reward": "points", "horizon": "deal"}
LEAD = ("points", 1 / 2)  # the lead is twice the points
NET_REWARDS = {"margin": LEAD, "mean_margin": LEAD, "lead": LEAD}
NET_VALUE = ("points", 50 / 3)  # trained on 0.03 of the lead
OUTLOOK = "rule"
