"""One file a game, found by its name: ../extras.py tells what it may give."""
