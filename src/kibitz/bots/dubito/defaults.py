"""What searchers think about here, where a spec does not say.

There are no points: who is out first has won.
"""

SEARCH = {"reward": "outcome"}
ADVISER = "reader"
OUTLOOK = "tracker"
JUDGE = "claude"  # at engine speed
