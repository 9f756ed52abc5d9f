"""How bots play each game. The folder is the registry: a file here is the style of its game.

Each has FIGURES, what it counts, and `count(state, tallies)`, which goes through a finished game
and adds what each seat did to the tally of that seat.
"""
