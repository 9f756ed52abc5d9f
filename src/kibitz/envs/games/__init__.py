"""One file per game, found by its name: ../extras.py lists what it may provide."""
