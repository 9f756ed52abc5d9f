"""Planning a match: who enters, who sits where, and how many games to play."""
