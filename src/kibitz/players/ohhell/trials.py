"""The games that `kibitz bot check` plays in turn: every number of players, long and short
hands."""

TRIALS = [
    {"players": 4, "schedule": [5]},
    {"players": 2, "schedule": [7]},
    {"players": 3, "schedule": [2, 1]},
    {"players": 5, "schedule": [10]},
    {"players": 4, "schedule": [12]},
    {"players": 3, "schedule": [4], "trump_lead": "free", "hook": False},
    {"players": 4, "schedule": [3, 2], "no_trump_rounds": 1, "miss": "tricks"},
    {"players": 5, "largest": 3},
]
