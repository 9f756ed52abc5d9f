"""The contract that every game fulfils, and what all games share. Nothing here knows a game."""
