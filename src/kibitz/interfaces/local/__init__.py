"""A game on this machine: one person, simple bots, a journal.

The terminal and line modes share it.
"""
