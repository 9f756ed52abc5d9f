"""How bots play each game. The folder is the registry: a file here defines the style of its game.

Each has FIGURES, what it counts, and `count(state, tallies)`, which walks through a finished game
and adds what each seat did to that seat's tally.
"""
