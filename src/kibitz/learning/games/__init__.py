"""What only one game's recipes need, a folder per game."""
