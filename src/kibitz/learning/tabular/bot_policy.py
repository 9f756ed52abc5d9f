"""What a bot plays in every information set of a tree, as a policy.

A bot that decides without chance is asked once; one that draws or searches is asked several times,
each time as a fresh bot that has seen the events before, and the policy has the frequencies.
"""

from __future__ import annotations

import numpy as np

from kibitz.bots.bot import Bot
from kibitz.core.errors import IllegalAction
from kibitz.learning.tabular.tree import Policy, Tree


def bot_policy(tree: Tree, bot: Bot, *, samples: int = 1, seed: int = 1) -> Policy:
    """Return the frequencies with which a bot takes each action, from this many samples each."""
    policy = np.zeros(len(tree.action_of_slot))
    for number, view in enumerate(tree.views):
        first = int(tree.first_slot_of_set[number])
        legal = view.legal()
        if len(legal) == 1:
            policy[first] = 1.0
            continue
        for sample in range(samples):
            bot.start(tree.game, view.seat, seed + sample)
            if bot.listens:
                for event in view.history:
                    bot.observe(event)
            action = bot.choose(view)
            if action not in legal:
                name = tree.game.action_name(action)
                raise IllegalAction(f"the bot chose {name}, which is not legal in this variant")
            policy[first + legal.index(action)] += 1 / samples
    return policy
