"""What searchers think about here, where a spec does not say.

Rollouts are by `value`: at tables of two they stop after a turn, and the network tells the chance
to win. At other tables it plays as `staged` to the end of the game, and a soft share of the win
tells more than who has won: a game is decided by ten points or more. Whole turns are compared, the
close ones more often. benchmarks/notes/qwixx.md has what each of these is worth. Alone (the solo
game) the reward is the own score.
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
ADVISER = "rollout_normal"
OUTLOOK = "ga"
