"""Default search settings, for what a spec leaves open.

The rollout policy is `value`: rollouts stop after a turn, and the network gives the probability of
winning, or in the solo game the mean of the score. With a policy that cannot, a soft share of the
win is more informative than the winner alone: a game is decided by ten points or more. Whole turns
are compared, the close ones more often. benchmarks/notes/qwixx.md shows what each of these is
worth.
"""

ROLLOUTS = "value"
SEARCH = {
    "policy": ROLLOUTS,
    "turns": 1,
    "reward": "soft",
    "softness": 10.0,
    "halving": True,
    "plans": True,
}
NET_VALUE = ("margin", 20.0)  # trained on the lead / 20, which is the margin with two players
OUTLOOK = "ga"
