"""What searchers think about here, where a spec does not say.

Rollouts are by `staged`, the strongest that plays without a search. Whole turns are compared, the
close ones more often. A soft share of the win tells more than who has won: a game is
decided by ten points or more. benchmarks/notes/qwixx.md has what each of these is worth. Alone (the
solo game) the reward is the own score.
"""

ROLLOUTS = "staged"
SEARCH = {"policy": ROLLOUTS, "reward": "soft", "softness": 10.0, "halving": True, "plans": True}
ADVISER = "rollout_normal"
OUTLOOK = "ga"
