"""Exact methods on small variants: the whole tree, CFR, best responses, exploitability.

    game = kibitz.game("ohhell", players=2, suits=2, ranks=3, schedule=[1])
    tree = Tree(game, utility="outcome")
    solver = CFR(tree)
    solver.run(200)
    print(tree.exploitability(solver.average()))

A policy is one array: the probability of every action of every information set (`tree.uniform()`,
`bot_policy`, `solver.average()`).
"""

from kibitz.learning.tabular.bot_policy import bot_policy
from kibitz.learning.tabular.cfr import CFR, MCCFR
from kibitz.learning.tabular.tree import Tree

__all__ = ["CFR", "MCCFR", "Tree", "bot_policy"]
