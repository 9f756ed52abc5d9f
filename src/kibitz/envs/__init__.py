"""Environments: the games as the tools of the field expect them, and many of them at once."""
