"""Default search settings, for what a spec leaves open.

There are no points: the first player out has won.
"""

SEARCH = {"reward": "outcome"}
NET_VALUE = ("outcome", 1.0)
OUTLOOK = "tracker"
JUDGE = "claude"  # fast: plays natively
