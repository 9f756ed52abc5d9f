"""Default search settings, for what a spec leaves open.

Each deal is searched on its own; in a match it is valued by the chance to win (`equity`). The
scores of both sides count: what the defence scores is not what the taker loses (rule 9), so own
points alone would not suffice.
"""

SEARCH = {"reward": "margin", "horizon": "deal", "equity": True}
LEAD = ("margin", 2 / 3)  # margins of searches include the partner: 2/3 of the lead
NET_REWARDS = {"margin": LEAD, "mean_margin": LEAD, "lead": LEAD}
NET_VALUE = ("margin", 2000 / 9)  # trained on 0.003 of the lead
OUTLOOK = "rule"
USUAL = "level_4"  # the network: bad bids of a partner would spoil the game
