"""What searchers think about here, where a spec does not say.

A deal is searched by itself, also in a match. Marks of both sides count: what the defence marks is
not what the taker loses (rule 9), so own points alone would not do.
"""

SEARCH = {"reward": "margin", "horizon": "deal"}
ADVISER = "pimc_deep"
OUTLOOK = "rule"
