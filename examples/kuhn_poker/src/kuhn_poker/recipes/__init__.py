"""Recipes of Kuhn poker; `kibitz train kuhn` finds `ppo`."""
