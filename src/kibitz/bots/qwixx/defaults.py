"""What searchers think about here, where a spec does not say.

Margins tell more than who has won: most random games are lost by much or won by much. Alone (the
solo game) the margin is the own score.
"""

SEARCH = {"reward": "margin"}
ADVISER = "rollout_deep"
OUTLOOK = "ga"
