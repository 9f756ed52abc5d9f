"""What searchers think about here, where a spec does not say.

A deal is searched by itself, also in a match. What one team wins the other loses, so own points
are all that counts.
"""

SEARCH = {"reward": "points", "horizon": "deal"}
ADVISER = "pimc_normal"
OUTLOOK = "rule"
