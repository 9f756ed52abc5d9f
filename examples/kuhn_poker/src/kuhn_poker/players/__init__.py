"""Players of Kuhn poker; a module with an ABOUT is a player by its own name."""
